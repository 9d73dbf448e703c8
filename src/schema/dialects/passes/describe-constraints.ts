import type { Draft, Node } from '../node.js';
import { assertionsOf, mapParts, nodesOf, without } from '../node.js';
import type { PassContext } from '../pass.js';
import { withSentence } from '../words/sentences.js';
import { wordsFor } from '../words/words.js';

/** Looking around and back, which no provider that compiles patterns to an automaton takes. */
const LOOKS = /\(\?<?[=!]|\\[1-9]|\\k</;

/** They hold schemas, which the passes would bring into a form that nothing needs any more. */
const CONDITIONS = new Set([
  ...['not', 'if', 'then', 'else', 'contains', 'minContains', 'maxContains', 'dependentSchemas'],
  ...['unevaluatedItems', 'unevaluatedProperties', 'contentSchema'],
]);

/** Conditions that the provider does not take, in words, and what could not be merged into one node. */
export function describeConditions(draft: Draft, context: PassContext): Draft {
  return describeAll(draft, context, keyword => CONDITIONS.has(keyword));
}

/** All other keywords that the provider does not take, in words. */
export function describeConstraints(draft: Draft, context: PassContext): Draft {
  return describeAll(draft, context, () => true);
}

function describeAll(
  { root, definitions }: Draft,
  context: PassContext,
  isMeant: (keyword: string) => boolean,
): Draft {
  if (context.rules.keywords === 'all') return { root, definitions };
  // The outermost first, so that its words are about the schema as its author wrote it.
  const describe = (node: Node): Node => {
    const lost = Object.keys(node).filter(
      keyword => keyword !== 'allOf' && isMeant(keyword) && !isTaken(keyword, node, context),
    );
    const told = lost.reduce(
      (each, keyword) => inWords(without(each, keyword), keyword, [node, context]),
      without(node, 'allOf'),
    );
    return mapParts(describeParts(told, nodesOf(node.allOf), context), describe);
  };
  const entries = Object.entries(definitions).map(([name, node]) => [name, describe(node)] as const);
  return { root: describe(root), definitions: Object.fromEntries(entries) };
}

function describeParts(node: Node, parts: readonly Node[], context: PassContext): Node {
  return parts.reduce(
    (told, part) =>
      assertionsOf(part).reduce((each, keyword) => inWords(each, keyword, [part, context]), told),
    node,
  );
}

/** Adds what a keyword of `from` says to the description of a node. */
function inWords(node: Node, keyword: string, [from, { report }]: readonly [Node, PassContext]): Node {
  const words = wordsFor(keyword, from);
  report.lose(
    from,
    keyword,
    'The provider does not take it.',
    words === undefined ? 'nothing' : 'description',
  );
  return words === undefined || words === '' ? node : withSentence(node, words);
}

function isTaken(keyword: string, node: Node, { rules }: PassContext): boolean {
  if (rules.keywords !== 'all' && !rules.keywords.has(keyword)) return false;
  if (keyword === 'format') return rules.formats?.has(String(node.format)) ?? true;
  if (keyword === 'pattern') return rules.plainPatternsOnly !== true || !LOOKS.test(String(node.pattern));
  if (keyword === 'minItems') return Number(node.minItems) <= (rules.largestMinItems ?? Infinity);
  return true;
}

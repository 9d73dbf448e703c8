import type { Draft, Node } from '../node.js';
import { assertionsOf, COMBINING, isAnyIn, mapDefinitions, mapParts, nodesOf, without } from '../node.js';
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
  // Where schemas were combined, more conditions may have come out.
  const isNeeded = [CONDITIONS, COMBINING].some(asked => isAnyIn(asked, draft.keywords));
  return isNeeded ? describeAll(draft, context, keyword => CONDITIONS.has(keyword)) : draft;
}

/** All other keywords that the provider does not take, in words. */
export function describeConstraints(draft: Draft, context: PassContext): Draft {
  return describeAll(draft, context, () => true);
}

function describeAll(draft: Draft, context: PassContext, isMeant: (keyword: string) => boolean): Draft {
  // The outermost first, so that its words are about the schema as its author wrote it.
  const describe = (node: Node): Node => {
    const isLost = (keyword: string): boolean =>
      keyword !== 'allOf' && isMeant(keyword) && !isTaken(keyword, node, context);
    const lost = Object.keys(node).filter(isLost);
    if (lost.length === 0 && node.allOf === undefined) return mapParts(node, describe);
    const told = lost.reduce(
      (each, keyword) => inWords(without(each, keyword), keyword, [node, context]),
      without(openWherePatternsGo(node, lost, context), 'allOf'),
    );
    return mapParts(describeParts(told, nodesOf(node.allOf), context), describe);
  };
  const definitions = mapDefinitions(draft.definitions, describe);
  return { ...draft, definitions, root: describe(draft.root) };
}

/** Members that patterns named are left without a name: an object that takes no others would take none at all. */
function openWherePatternsGo(node: Node, lost: readonly string[], { report }: PassContext): Node {
  if (!lost.includes('patternProperties') || node.additionalProperties !== false) return node;
  report.lose(node, 'additionalProperties', 'Names that match patterns could not be given.', 'description');
  return without(node, 'additionalProperties');
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

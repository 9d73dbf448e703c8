import type { Draft, Node } from '../node.js';
import { assertionsOf, isAnyIn, mapNamed, mapParts, nodesOf, without } from '../node.js';
import type { NodePass, PassContext } from '../pass.js';
import { withSentence } from '../words/sentences.js';
import { wordsFor } from '../words/words.js';

/** Looking around and back, which no provider that compiles patterns to an automaton takes. */
const LOOKS = /\(\?<?[=!]|\\[1-9]|\\k</;

/** They hold schemas, which the passes would bring into a form that nothing needs any more. */
const CONDITIONS = [
  ...['not', 'if', 'then', 'else', 'contains', 'minContains', 'maxContains', 'dependentSchemas'],
  ...['unevaluatedItems', 'unevaluatedProperties', 'contentSchema'],
];

/**
 * Conditions that the provider does not take, in words, and what could not be merged into one node. The outermost first,
 * so that its words are about the schema as its author wrote it.
 */
export function describeConditions(draft: Draft, context: PassContext): Draft {
  if (!draft.keywords.has('allOf') && !isAnyIn(CONDITIONS, draft.keywords)) return draft;
  const describe = (node: Node): Node =>
    mapParts(
      describeLost(node, keyword => CONDITIONS.includes(keyword), context),
      describe,
    );
  const definitions = mapNamed(draft.definitions, describe);
  return { ...draft, definitions, root: describe(draft.root) };
}

/** All other keywords that the provider does not take, in words. */
export const describeConstraints: NodePass = (node, context) => describeLost(node, () => true, context);

function describeLost(node: Node, isMeant: (keyword: string) => boolean, context: PassContext): Node {
  const lost: string[] = [];
  for (const keyword in node)
    if (keyword !== 'allOf' && isMeant(keyword) && !isTaken(keyword, node, context)) lost.push(keyword);
  if (lost.length === 0 && node.allOf === undefined) return node;
  const told = lost.reduce(
    (each, keyword) => inWords(without(each, keyword), keyword, [node, context]),
    without(openWherePatternsGo(node, lost, context), 'allOf'),
  );
  return describeParts(told, nodesOf(node.allOf), context);
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

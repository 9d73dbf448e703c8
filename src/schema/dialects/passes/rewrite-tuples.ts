import type { Node } from '../node.js';
import { isNode, nodeAt, nodesOf, SHAPE, without } from '../node.js';
import type { NodeContext } from '../pass.js';
import { withSentence } from '../words/sentences.js';
import { admitsNull } from './require-optionals.js';

/** Lists of fixed places, as the rules take them: with a length instead of false `items`, or as objects. */
export function rewriteTuples(node: Node, context: NodeContext): Node {
  if (context.rules.tuples === 'kept') return node;
  const bounded = boundLength(node);
  const isTuple = context.rules.tuples === 'objects' && bounded.prefixItems !== undefined;
  return isTuple ? asObject(bounded, context) : bounded;
}

const lengthOf = (node: Node, keyword: 'minItems' | 'maxItems'): number | undefined =>
  typeof node[keyword] === 'number' ? node[keyword] : undefined;

/** False `items` end the list, and so does a length. */
function boundLength(node: Node): Node {
  if (node.items === true) return without(node, 'items');
  if (node.items !== false) return node;
  const size = nodesOf(node.prefixItems).length;
  const maxItems = Math.min(size, lengthOf(node, 'maxItems') ?? size);
  return { ...without(node, 'items'), maxItems };
}

function asObject(node: Node, context: NodeContext): Node {
  const { report, rules } = context;
  const maxItems = lengthOf(node, 'maxItems') ?? Infinity;
  const minItems = lengthOf(node, 'minItems') ?? 0;
  const places = nodesOf(node.prefixItems).slice(0, maxItems);
  const size = places.length;
  const required = places.map((_place, index) => String(index)).slice(0, minItems);
  const entries = places.map((place, index): [string, Node] => [String(index), place]);
  const rest =
    isNode(node.items) && maxItems > size ? restOf(node, node.items, { size, minItems, maxItems }) : [];
  if (minItems > size) required.push('rest');
  const base = without(node, 'prefixItems', 'items', 'minItems', 'maxItems');
  const object = {
    ...base,
    type: Array.isArray(node.type)
      ? node.type.map(type => (type === 'array' ? 'object' : (type as string)))
      : 'object',
    properties: Object.fromEntries([...entries, ...rest]),
    required,
    additionalProperties: false,
    [SHAPE]: { kind: 'tuple', size, required: Math.min(size, minItems) } as const,
  };
  const told = withSentence(
    object,
    'A list, written as an object: each item under its place, counted from 0.',
  );
  if (minItems >= size && rest.length === 0) return told;
  report.lose(node, 'prefixItems', 'A place may be left empty before one that is filled.', 'description');
  if (rules.allRequired) loseLastPlaces(node, places.slice(minItems), context);
  const words = rules.allRequired ? 'Write null for places left out' : 'Leave out places';
  return withSentence(told, `${words}, from the end only.`);
}

/** A place that may be null is never empty. */
function loseLastPlaces(node: Node, optional: readonly Node[], { report, definitions }: NodeContext): void {
  if (!optional.some(place => admitsNull(place, definitions))) return;
  const reason = 'Null is a value of a place, so nothing says that the place is left out.';
  report.lose(node, 'minItems', reason, 'nothing');
}

interface Lengths {
  readonly size: number;
  readonly minItems: number;
  readonly maxItems: number;
}

function restOf(node: Node, items: Node, { size, minItems, maxItems }: Lengths): [string, Node][] {
  const rest = {
    ...{ type: 'array', description: `The items from place ${size} on.`, items },
    ...(minItems > size ? { minItems: minItems - size } : {}),
    ...(maxItems === Infinity ? {} : { maxItems: maxItems - size }),
  };
  return [['rest', nodeAt(node, rest)]];
}

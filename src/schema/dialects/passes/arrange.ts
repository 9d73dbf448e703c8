import { frozenCopy } from '../../../foundation/json.js';
import type { JsonSchema } from '../../json-schema.js';
import type { Draft, Node } from '../node.js';
import { holderOf, mapParts, propertiesOf, requiredOf } from '../node.js';

const ORDER = [
  ...[
    '$ref',
    'title',
    'description',
    'type',
    'enum',
    'const',
    'anyOf',
    'oneOf',
    'allOf',
    'format',
    'pattern',
  ],
  ...['properties', 'required', 'additionalProperties', 'prefixItems', 'items'],
];

/** The text of a schema does not depend on the order in which its author wrote the keywords. Members keep their order. */
export function arrange({ root, definitions }: Draft): JsonSchema {
  const entries = Object.entries(definitions).map(([name, node]) => [name, arrangeNode(node)] as const);
  entries.sort(([a], [b]) => (a < b ? -1 : 1));
  const arranged = arrangeNode(root) as JsonSchema;
  return entries.length === 0 ? arranged : { ...arranged, $defs: Object.fromEntries(entries) };
}

function arrangeNode(node: Node): Node {
  const parts = mapParts(node, arrangeNode);
  const keywords = Object.keys(parts).sort((a, b) => rankOf(a) - rankOf(b) || (a < b ? -1 : 1));
  const names = Object.keys(propertiesOf(parts));
  const required = requiredOf(parts);
  const inOrder = [
    ...names.filter(name => required.includes(name)),
    ...required.filter(name => !names.includes(name)),
  ];
  return Object.fromEntries(
    keywords.map(keyword => [keyword, keyword === 'required' ? inOrder : ownValue(parts[keyword], keyword)]),
  ) as unknown as Node;
}

/** Values are the author's own objects, which are for nobody else to freeze. */
const ownValue = (held: unknown, keyword: string): unknown =>
  typeof held === 'object' && holderOf(keyword) === undefined ? frozenCopy(held) : held;

const RANKS = new Map(ORDER.map((keyword, rank) => [keyword, rank]));

const rankOf = (keyword: string): number => RANKS.get(keyword) ?? ORDER.length;

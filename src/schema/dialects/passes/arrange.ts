import { frozenCopy } from '../../../foundation/json.js';
import type { JsonSchema } from '../../json-schema.js';
import type { Draft, Node } from '../node.js';
import { holderOf, isNode, propertiesOf, requiredOf } from '../node.js';

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

/**
 * The schema as it goes out, frozen. Its text does not depend on the order in which its author wrote the keywords.
 * Members keep their order.
 */
export function arrange({ root, definitions }: Draft): JsonSchema {
  const names = Object.keys(definitions).sort();
  if (names.length === 0) return arrangeNode(root);
  const $defs = Object.fromEntries(names.map(name => [name, arrangeNode(definitions[name] as Node)]));
  return Object.freeze({ ...arrangeNode(root), $defs: Object.freeze($defs) });
}

function arrangeNode(node: Node): JsonSchema {
  const arranged: Record<string, unknown> = {};
  for (const keyword of Object.keys(node).sort(byRank)) arranged[keyword] = arrangeHeld(node, keyword);
  return Object.freeze(arranged);
}

function arrangeHeld(node: Node, keyword: string): unknown {
  const held = node[keyword];
  if (typeof held !== 'object' || held === null) return held;
  if (keyword === 'required') return Object.freeze(inOrder(node));
  const holder = holderOf(keyword);
  if (holder === 'list') return Object.freeze((held as readonly Node[]).map(arrangeNode));
  if (holder === 'named') return arrangeNamed(held as Readonly<Record<string, Node>>);
  // Values are the author's own objects, which are for nobody else to freeze.
  return holder === 'single' && isNode(held) ? arrangeNode(held) : frozenCopy(held);
}

function arrangeNamed(named: Readonly<Record<string, Node>>): Readonly<Record<string, unknown>> {
  const arranged: Record<string, unknown> = { ...named };
  for (const name of Object.keys(named)) arranged[name] = arrangeNode(named[name] as Node);
  return Object.freeze(arranged);
}

/** The required members in the order in which they are described. */
function inOrder(node: Node): string[] {
  const names = Object.keys(propertiesOf(node));
  const required = requiredOf(node);
  return [
    ...names.filter(name => required.includes(name)),
    ...required.filter(name => !names.includes(name)),
  ];
}

const RANKS = new Map(ORDER.map((keyword, rank) => [keyword, rank]));

const rankOf = (keyword: string): number => RANKS.get(keyword) ?? ORDER.length;

const byRank = (a: string, b: string): number => rankOf(a) - rankOf(b) || (a < b ? -1 : 1);

import { frozenCopy } from '../../../foundation/json.js';
import type { JsonSchema } from '../../json-schema.js';
import { HOLDINGS } from '../../schema-keywords.js';
import type { Measurer } from '../measure.js';
import type { Draft, Node } from '../node.js';
import { isNode, propertiesOf, requiredOf } from '../node.js';

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
export function arrange({ root, definitions }: Draft, measurer?: Measurer): JsonSchema {
  const arranger = new Arranger(measurer);
  const names = Object.keys(definitions).sort();
  if (names.length === 0) return arranger.arrange(root);
  const $defs = Object.fromEntries(names.map(name => [name, arranger.arrange(definitions[name] as Node)]));
  return Object.freeze({ ...arranger.arrange(root), $defs: Object.freeze($defs) });
}

class Arranger {
  constructor(private readonly measurer: Measurer | undefined) {}

  arrange(node: Node): JsonSchema {
    const arranged: Record<string, unknown> = {};
    for (const keyword of inRank(node)) arranged[keyword] = this.arrangeHeld(node, keyword);
    this.measurer?.count(arranged);
    return Object.freeze(arranged);
  }

  private arrangeHeld(node: Node, keyword: string): unknown {
    const held = node[keyword];
    if (typeof held !== 'object' || held === null) return held;
    if (keyword === 'required') return Object.freeze(inOrder(node));
    const holder = HOLDINGS.get(keyword);
    if (holder === 'list') return Object.freeze((held as readonly Node[]).map(each => this.arrange(each)));
    if (holder === 'named') return this.arrangeNamed(held as Readonly<Record<string, Node>>);
    // Values are the author's own objects, which are for nobody else to freeze.
    return holder === 'single' && isNode(held) ? this.arrange(held) : frozenCopy(held);
  }

  private arrangeNamed(named: Readonly<Record<string, Node>>): Readonly<Record<string, unknown>> {
    const arranged: Record<string, unknown> = { ...named };
    for (const name of Object.keys(named)) arranged[name] = this.arrange(named[name] as Node);
    return Object.freeze(arranged);
  }
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

/** Mostly they are in order already, and sorting would copy them. */
function inRank(node: Node): readonly string[] {
  const keywords = Object.keys(node);
  for (let index = 1; index < keywords.length; index++)
    if (byRank(keywords[index - 1] ?? '', keywords[index] ?? '') > 0) return keywords.sort(byRank);
  return keywords;
}

const byRank = (a: string, b: string): number => rankOf(a) - rankOf(b) || (a < b ? -1 : 1);

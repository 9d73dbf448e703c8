import { isPlainObject } from '../../foundation/json.js';
import type { JsonSchemaType } from '../json-schema.js';
import { ANNOTATIONS, HOLDINGS } from '../schema-keywords.js';
import { jsonTypeOf, typesOf } from '../validators/json-type.js';

/** Where in the canonical schema a node comes from. */
export const ORIGIN = Symbol('origin');
/** Where keywords of a node come from that was put together from several. */
export const SOURCES = Symbol('sources');
/** How a value that fits the node differs from one that fits the canonical node. */
export const SHAPE = Symbol('shape');
/** Set on the schema of a member: null stands for a member that is left out. */
export const NULL_IS_ABSENT = Symbol('null is absent');

/** A schema on its way into a dialect. Copies made by spreading keep what is known about the node. */
export interface Node {
  readonly [keyword: string]: unknown;
  readonly [ORIGIN]: string;
  readonly [SOURCES]?: Readonly<Record<string, readonly string[]>>;
  readonly [SHAPE]?: Shape;
  readonly [NULL_IS_ABSENT]?: true;
}

export type Shape =
  | { readonly kind: 'map' }
  | TupleShape
  /** Exported names of members and their own. */
  | { readonly kind: 'renamed'; readonly names: ReadonlyMap<string, string> }
  | { readonly kind: 'wrapped' };

/** An object with a member per item, named by its place, and `rest`. */
export interface TupleShape {
  readonly kind: 'tuple';
  readonly size: number;
  readonly required: number;
}

export type Definitions = Readonly<Record<string, Node>>;

/** A whole schema; references lead to `#/$defs/<name>` only. */
export interface Draft {
  readonly root: Node;
  readonly definitions: Definitions;
  /** Every keyword that the canonical schema has anywhere: most have few, and most passes are about others. */
  readonly keywords: ReadonlySet<string>;
}

export const REFERENCE = '#/$defs/';

/** Apply further schemas to the value itself. */
export const COMBINING = ['allOf', 'anyOf', 'oneOf', '$ref'];
export const isAnyIn = (asked: readonly string[], keywords: ReadonlySet<string>): boolean =>
  asked.some(keyword => keywords.has(keyword));

export const isNode = (value: unknown): value is Node => isPlainObject(value);

export const nodesOf = (held: unknown): readonly Node[] => (Array.isArray(held) ? held.filter(isNode) : []);

export const namedNodesOf = (held: unknown): Readonly<Record<string, Node>> =>
  isPlainObject(held) ? (held as Record<string, Node>) : {};

export const propertiesOf = (node: Node): Readonly<Record<string, Node>> => namedNodesOf(node.properties);

export const requiredOf = (node: Node): readonly string[] =>
  Array.isArray(node.required) ? (node.required as string[]) : [];

/** The name of the definition that a node refers to. */
export function referenceOf(node: Node): string | undefined {
  return typeof node.$ref === 'string' ? node.$ref.slice(REFERENCE.length) : undefined;
}

/** The keywords besides those for the reader. */
export const assertionsOf = (node: Node): readonly string[] =>
  Object.keys(node).filter(keyword => !ANNOTATIONS.includes(keyword));

/** A copy that says to the reader what the node says, and nothing about the value. */
export const annotationsOf = (node: Node): Node => without(node, ...assertionsOf(node));

/** The canonical places of a keyword. */
export const sourcesOf = (node: Node, keyword: string): readonly string[] =>
  node[SOURCES]?.[keyword] ?? [node[ORIGIN]];

/** A copy without some keywords. */
export function without(node: Node, ...keywords: readonly string[]): Node {
  if (!keywords.some(keyword => Object.hasOwn(node, keyword))) return node;
  // An object that members are deleted from is slow ever after.
  const copy: Record<string | symbol, unknown> = {};
  for (const key of Reflect.ownKeys(node) as (keyof Node)[])
    if (typeof key !== 'string' || !keywords.includes(key)) copy[key] = node[key];
  return copy as unknown as Node;
}

/** A node of our own that stands at a place of another one. */
export const nodeAt = (origin: Node | string, keywords: object): Node => ({
  ...keywords,
  [ORIGIN]: typeof origin === 'string' ? origin : origin[ORIGIN],
});

type Change = (child: Node, keyword: string, name?: string) => Node;

/** A copy of a node with its direct parts changed; the node itself where no part is another one afterwards. */
export function mapParts(node: Node, change: Change): Node {
  let copy: Record<string | symbol, unknown> | undefined;
  // Here and below: the names alone, for lists of them are most of what walks would leave to the garbage collector.
  for (const keyword in node) {
    const held = node[keyword];
    if (typeof held !== 'object' || held === null) continue;
    const changed = mapHeld(held, keyword, change);
    if (changed === held) continue;
    copy ??= { ...node };
    copy[keyword] = changed;
  }
  return (copy as unknown as Node | undefined) ?? node;
}

function mapHeld(held: object, keyword: string, change: Change): object {
  const holder = HOLDINGS.get(keyword);
  if (holder === 'single') return isNode(held) ? change(held, keyword) : held;
  if (holder === 'list') return mapList(held as readonly Node[], keyword, change);
  if (holder !== 'named') return held;
  return mapNamed(held as Readonly<Record<string, Node>>, (child, name) => change(child, keyword, name));
}

function mapList(before: readonly Node[], keyword: string, change: Change): readonly Node[] {
  let copy: Node[] | undefined;
  for (let index = 0; index < before.length; index++) {
    const child = before[index] as Node;
    const changed = change(child, keyword);
    if (changed !== child) (copy ??= [...before])[index] = changed;
  }
  return copy ?? before;
}

/** Nodes by name with each one changed; they themselves where none is another one afterwards. */
export function mapNamed(
  before: Readonly<Record<string, Node>>,
  change: (node: Node, name: string) => Node,
): Readonly<Record<string, Node>> {
  let copy: Record<string, Node> | undefined;
  for (const name in before) {
    const child = before[name] as Node;
    const changed = change(child, name);
    // The copy has every name already, so that `__proto__` is a member like any other.
    if (changed !== child) (copy ??= { ...before })[name] = changed;
  }
  return copy ?? before;
}

/** Calls `visit` with the direct parts of a node. */
export function visitParts(node: Node, visit: (part: Node) => void): void {
  for (const keyword in node) {
    const held = node[keyword];
    if (typeof held !== 'object' || held === null) continue;
    const holder = HOLDINGS.get(keyword);
    if (holder === 'list') for (const part of held as readonly Node[]) visit(part);
    else if (holder === 'named') for (const part of Object.values(held as Record<string, Node>)) visit(part);
    else if (holder === 'single' && isNode(held)) visit(held);
  }
}

/** Calls `visit` with every node in a node, the outermost first. */
export function visitNodes(node: Node, visit: (node: Node) => void): void {
  visit(node);
  visitParts(node, part => visitNodes(part, visit));
}

/** The stated types; those of the allowed values where no type is stated; none when nothing says. */
export function typesOfNode(node: Node): readonly JsonSchemaType[] {
  if (node.type !== undefined)
    return (Array.isArray(node.type) ? node.type : [node.type]) as JsonSchemaType[];
  if (Array.isArray(node.enum)) return typesOf(node.enum);
  return 'const' in node ? [jsonTypeOf(node.const)] : [];
}

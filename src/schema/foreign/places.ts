import { isPlainObject } from '../../foundation/json.js';

/** A node of a schema as it was given. */
export type RawNode = Readonly<Record<string, unknown>>;

/** Keywords that hold schemas by name. Schemas kept for reference count only where something refers to them. */
const NAMED = ['properties', 'patternProperties', 'dependentSchemas', 'dependencies'];
export const CONTAINERS = ['$defs', 'definitions'];
const SINGLE = [
  ...['items', 'prefixItems', 'additionalItems', 'contains', 'unevaluatedItems'],
  ...['propertyNames', 'additionalProperties', 'unevaluatedProperties'],
  ...['not', 'if', 'then', 'else', 'allOf', 'anyOf', 'oneOf'],
];

export interface Child {
  readonly node: RawNode;
  readonly steps: readonly (string | number)[];
}

/** The schemas that a node applies. */
export const childrenOf = (node: RawNode): readonly Child[] => [
  ...NAMED.flatMap(keyword => namedIn(node, keyword)),
  ...SINGLE.flatMap(keyword => heldIn(node, keyword)),
];

/** Also those it keeps for reference. */
export const allChildrenOf = (node: RawNode): readonly Child[] => [
  ...childrenOf(node),
  ...CONTAINERS.flatMap(keyword => namedIn(node, keyword)),
];

function namedIn(node: RawNode, keyword: string): Child[] {
  const held = node[keyword];
  if (!isPlainObject(held)) return [];
  return Object.entries(held).flatMap(([name, child]) =>
    isPlainObject(child) ? [{ node: child, steps: [keyword, name] }] : [],
  );
}

function heldIn(node: RawNode, keyword: string): Child[] {
  const held = node[keyword];
  if (isPlainObject(held)) return [{ node: held, steps: [keyword] }];
  if (!Array.isArray(held)) return [];
  return held.flatMap((child: unknown, index) =>
    isPlainObject(child) ? [{ node: child, steps: [keyword, index] }] : [],
  );
}

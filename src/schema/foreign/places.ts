import { isPlainObject } from '../../foundation/json.js';
import { SCHEMA_KEYWORDS } from '../schema-keywords.js';

/** A node of a schema as it was given. */
export type RawNode = Readonly<Record<string, unknown>>;

export const CONTAINERS = SCHEMA_KEYWORDS.filter(({ about }) => about === 'nothing').map(
  ({ keyword }) => keyword,
);
const APPLIED = SCHEMA_KEYWORDS.filter(({ about }) => about !== 'nothing');

export interface Child {
  readonly node: RawNode;
  readonly steps: readonly (string | number)[];
}

/** The schemas that a node applies. Those kept for reference count only where something refers to them. */
export const childrenOf = (node: RawNode): readonly Child[] =>
  APPLIED.flatMap(({ keyword, holding }) =>
    holding === 'named' ? namedIn(node, keyword) : heldIn(node, keyword),
  );

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

import type { JsonSchema } from '../json-schema.js';
import { ANNOTATIONS } from '../schema-keywords.js';
import type { Draft } from './draft.js';
import { isSame } from './merge-keywords.js';

const isRestriction = (keyword: string): boolean => keyword !== 'anyOf' && !ANNOTATIONS.includes(keyword);

/** Lets a node admit null besides what it admits; returns the node that does. */
export function admitNull(node: Draft): Draft {
  if (node.type === undefined) {
    if (node.anyOf?.some(isNull) === true) return node;
    if (node.anyOf === undefined || Object.keys(node).some(isRestriction)) return wrap(node);
    node.anyOf = [...node.anyOf, { type: 'null' }];
    return node;
  }
  const types = typeof node.type === 'string' ? [node.type] : node.type;
  if (!types.includes('null')) node.type = [...types, 'null'];
  if (node.const !== undefined) {
    const { const: constant, enum: allowed = [constant] } = node;
    node.enum = allowed.filter(value => isSame(value, constant));
    delete node.const;
  }
  if (node.enum !== undefined && !node.enum.includes(null)) node.enum = [...node.enum, null];
  return node;
}

/** True for a node that admits null besides other values. */
export const admitsNull = (node: JsonSchema): boolean => {
  if (node.anyOf !== undefined) return node.anyOf.length > 1 && node.anyOf.some(isNull);
  return Array.isArray(node.type) && node.type.length > 1 && node.type.includes('null');
};

/** What {@link admitNull} is for a node that admits null already: the node of its other values. */
export function withoutNull(node: Draft): Draft {
  if (!admitsNull(node)) return node;
  if (node.anyOf === undefined) return withoutNullType(node);
  const { anyOf, ...outside } = node;
  const [only, ...others] = anyOf.filter(branch => !isNull(branch));
  if (others.length === 0 && only !== undefined) return Object.assign(only, outside);
  node.anyOf = anyOf.filter(branch => !isNull(branch));
  return node;
}

function withoutNullType(node: Draft): Draft {
  const types = [node.type ?? []].flat().filter(type => type !== 'null');
  const [only] = types;
  node.type = types.length === 1 && only !== undefined ? only : types;
  if (node.enum !== undefined) node.enum = node.enum.filter(value => value !== null);
  return node;
}

const isNull = (branch: JsonSchema): boolean => branch.type === 'null';

/** A reference and a union cannot take a second type; what describes the whole moves outside. */
function wrap(node: Draft): Draft {
  const outside: Draft = {};
  for (const keyword of ANNOTATIONS) {
    if (node[keyword] === undefined) continue;
    Object.assign(outside, { [keyword]: node[keyword] });
    Reflect.deleteProperty(node, keyword);
  }
  return { anyOf: [node, { type: 'null' }], ...outside };
}

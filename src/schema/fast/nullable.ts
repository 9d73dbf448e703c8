import { ANNOTATIONS } from '../schema-keywords.js';
import type { Draft } from './draft.js';
import { isSame } from './merge-keywords.js';

const isRestriction = (keyword: string): boolean => keyword !== 'anyOf' && !ANNOTATIONS.includes(keyword);

/** Lets a node admit null besides what it admits; returns the node that does. */
export function admitNull(node: Draft): Draft {
  if (node.type === undefined) {
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

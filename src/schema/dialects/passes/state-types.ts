import type { JsonSchemaType } from '../../json-schema.js';
import type { Node } from '../node.js';
import { ANNOTATIONS, typesOfNode, without } from '../node.js';
import { isVacuous, typeOfKeyword } from '../type-keywords.js';

const ELSEWHERE = ['$ref', 'anyOf', 'oneOf'];

/**
 * Says the type where keywords imply it, leaves out keywords that say nothing about it, and gives objects and arrays
 * that share a node with other types a branch of their own.
 */
export function stateTypes(node: Node): Node {
  if (ELSEWHERE.some(keyword => Object.hasOwn(node, keyword))) return node;
  const types = impliedTypes(node);
  if (types.length === 0) return node;
  const kept = without(node, ...Object.keys(node).filter(keyword => isVacuous(keyword, types)));
  const isMixed = types.some(type => type === 'object' || type === 'array') && withoutNull(types).length > 1;
  if (!isMixed || 'enum' in node || 'const' in node)
    return kept.type === undefined ? { ...kept, type: types.length === 1 ? types[0] : types } : kept;
  const told = without(kept, ...Object.keys(kept).filter(keyword => !ANNOTATIONS.includes(keyword)));
  const bare = without(kept, ...ANNOTATIONS);
  return { ...told, anyOf: types.map(type => stateTypes({ ...bare, type })) };
}

const withoutNull = (types: readonly JsonSchemaType[]): readonly JsonSchemaType[] =>
  types.filter(type => type !== 'null');

function impliedTypes(node: Node): readonly JsonSchemaType[] {
  const stated = typesOfNode(node);
  if (stated.length > 0) return stated;
  const implied = new Set(Object.keys(node).map(typeOfKeyword));
  implied.delete(undefined);
  return implied.size === 1 ? ([...implied] as JsonSchemaType[]) : [];
}

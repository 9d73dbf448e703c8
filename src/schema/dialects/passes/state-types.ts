import type { JsonSchemaType } from '../../json-schema.js';
import { ANNOTATIONS } from '../../schema-keywords.js';
import type { Node } from '../node.js';
import { annotationsOf, typesOfNode, without } from '../node.js';
import { areMixed, isVacuous, typeOfKeyword } from '../type-keywords.js';

/**
 * Says the type where keywords imply it, leaves out keywords that say nothing about it, and gives objects and arrays
 * that share a node with other types a branch of their own.
 */
export function stateTypes(node: Node): Node {
  if (node.$ref !== undefined || node.anyOf !== undefined || node.oneOf !== undefined) return node;
  const types = impliedTypes(node);
  if (types.length === 0) return node;
  const vacuous = vacuousIn(node, types);
  const kept = vacuous.length === 0 ? node : without(node, ...vacuous);
  if (!areMixed(types) || 'enum' in node || 'const' in node)
    return kept.type === undefined ? { ...kept, type: types.length === 1 ? types[0] : types } : kept;
  const bare = without(kept, ...ANNOTATIONS);
  return { ...annotationsOf(kept), anyOf: types.map(type => stateTypes({ ...bare, type })) };
}

function vacuousIn(node: Node, types: readonly JsonSchemaType[]): readonly string[] {
  const vacuous: string[] = [];
  for (const keyword in node) if (isVacuous(keyword, types)) vacuous.push(keyword);
  return vacuous;
}

function impliedTypes(node: Node): readonly JsonSchemaType[] {
  const stated = typesOfNode(node);
  if (stated.length > 0) return stated;
  const implied = new Set(Object.keys(node).map(typeOfKeyword));
  implied.delete(undefined);
  return implied.size === 1 ? ([...implied] as JsonSchemaType[]) : [];
}

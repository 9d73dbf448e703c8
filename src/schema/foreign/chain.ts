import type { JsonSchema } from '../json-schema.js';
import { childrenOf, type RawNode } from './places.js';

/** Compiling goes from part to part, and takes some of the stack for each. */
const MAX_LEVELS = 400;

/** True when the parts of a schema lead to each other in a longer chain than can be compiled. */
export function isTooLongChain(root: JsonSchema, resolve: (reference: string) => unknown): boolean {
  const seen = new Set<unknown>();
  const goesTooFar = (node: RawNode, level: number): boolean => {
    if (level > MAX_LEVELS) return true;
    if (seen.has(node)) return false;
    seen.add(node);
    const target = typeof node['$ref'] === 'string' ? resolve(node['$ref']) : undefined;
    const next = childrenOf(node).map(child => child.node);
    if (typeof target === 'object' && target !== null) next.push(target as RawNode);
    return next.some(each => goesTooFar(each, level + 1));
  };
  return goesTooFar(root, 1);
}

import type { JsonSchema } from '../json-schema.js';
import type { TypedSchema } from '../typed-schema.js';
import { isObject } from './members.js';
import { schemasInPlace, schemasInside } from './sub-schemas.js';

/** The nodes that `starts` lead to, themselves included, which mean more than their keywords say. */
export function findFactNodes(
  starts: readonly unknown[],
  facts: TypedSchema['facts'],
  resolve: (reference: string) => unknown,
): readonly JsonSchema[] {
  if (facts.size === 0) return [];
  const reached = new Set<JsonSchema>(starts.filter(isObject));
  for (const node of reached) {
    const target = typeof node.$ref === 'string' ? resolve(node.$ref) : undefined;
    for (const next of [...schemasInPlace(node), ...schemasInside(node), target]) {
      if (isObject(next)) reached.add(next);
    }
  }
  return [...reached].filter(node => {
    const { revive, checks = [] } = facts.get(node) ?? {};
    return revive !== undefined || checks.length > 0;
  });
}

import type { DeclaredType } from '../print/declared-type.js';
import { reachableFrom } from './print-result.js';
import { isReferredTo } from './type-names.js';

/** Of what stands in one schema, nodes that are written in place. */
const MAX_NODES = 20_000;

const sizes = new WeakMap<DeclaredType, number>();

/** True for what leads to a schema that nobody could read, or write: each level of types without names doubles it. */
export const isTooLarge = (root: DeclaredType): boolean =>
  [root, ...reachableFrom([root])].some(each => sizeOf(each) > MAX_NODES);

/** How many nodes the schema of a declaration has, with those of the declarations that are written in place in it. */
function sizeOf(declared: DeclaredType): number {
  const known = sizes.get(declared);
  if (known !== undefined) return known;
  const counts = countNames([declared.text, ...declared.properties.map(({ printed = '' }) => printed)]);
  let size = 1 + declared.properties.length;
  for (const mentioned of declared.mentions) {
    size += (counts.get(mentioned.name) ?? 0) * (isReferredTo(mentioned) ? 1 : sizeOf(mentioned));
  }
  sizes.set(declared, size);
  return size;
}

function countNames(texts: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const [name] of texts.flatMap(text => [...text.matchAll(/\w+/g)]))
    counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}

import type { JsonSchema } from '../json-schema.js';
import type { Rule } from './node.js';
import { areDifferent } from './same-value.js';
import { describeCount } from './words.js';

export type ArrayRule = Rule<readonly unknown[]>;

/** What values are called that rules of arrays speak of. */
export const ARRAY = 'an array';

/** How many items there may be. */
export function buildSize({ minItems, maxItems }: JsonSchema): readonly ArrayRule[] {
  const size = describeCount('item', minItems, maxItems);
  if (size === undefined) return [];
  const [least, most] = [minItems ?? 0, maxItems ?? Infinity];
  return [{ expected: `of ${size}`, test: value => value.length >= least && value.length <= most }];
}

/** Compares items, so it is for those that are known to be sound. */
export function buildDistinct({ uniqueItems }: JsonSchema): readonly ArrayRule[] {
  return uniqueItems === true ? [{ expected: 'of different items', test: areDifferent }] : [];
}

import type { JsonSchema } from '../json-schema.js';
import { isObject } from './members.js';
import { schemasInPlace, schemasInside } from './sub-schemas.js';

/** Judging one value goes along each of them, and so does whatever rewrites the schema. */
const MAX_PATHS = 10_000;

/** So few make fewer paths than that, however they are arranged: eight steps with three references each are the most. */
export const ALWAYS_FEW_REFERENCES = 24;

export const TOO_MANY_PATHS = {
  seen: `Its references lead to each other in more than ${MAX_PATHS} ways for a single value.`,
  fix: 'List each alternative once, and refer to a definition with alternatives from fewer places.',
};

/**
 * True when the references that apply to one value multiply: forty definitions that each list the next one twice make a
 * million million ways through them.
 */
export function hasTooManyPaths(root: JsonSchema, resolve: (reference: string) => unknown): boolean {
  const counts = new Map<JsonSchema, number>();
  const later = new Set([root]);
  const countFrom = (node: JsonSchema): number => {
    const known = counts.get(node);
    if (known !== undefined) return known;
    // A way that closes a circle ends there.
    counts.set(node, 0);
    for (const part of schemasInside(node)) later.add(part);
    let count = 0;
    for (const part of schemasInPlace(node)) count += countFrom(part);
    const target = typeof node.$ref === 'string' ? resolve(node.$ref) : undefined;
    if (isObject(target)) count += 1 + countFrom(target);
    counts.set(node, count);
    return count;
  };
  // A set hands out what is added while it is gone through.
  for (const node of later) if (countFrom(node) > MAX_PATHS) return true;
  return false;
}

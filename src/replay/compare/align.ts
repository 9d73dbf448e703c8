import { findCommon } from './find-common.js';

/** What stands beside each other, by position; one position only where the other side has nothing. */
export interface Pair {
  readonly a?: number;
  readonly b?: number;
}

/** A stretch of both lists, ends excluded. */
interface Stretch {
  readonly aFrom: number;
  readonly aTo: number;
  readonly bFrom: number;
  readonly bTo: number;
}

/**
 * Aligns two lists so that what is alike stands beside each other, in order. Where the first key finds nothing alike the next
 * one decides, and what no key matches stands beside what is in its place.
 *
 * @param keys - From the strictest to the loosest.
 */
export function align<T>(
  a: readonly T[],
  b: readonly T[],
  keys: readonly ((item: T) => string)[],
): readonly Pair[] {
  const pairs: Pair[] = [];
  const alignStretch = ({ aFrom, aTo, bFrom, bTo }: Stretch, level: number): void => {
    const key = keys[level];
    if (key === undefined || aFrom === aTo || bFrom === bTo) {
      pairs.push(...besideEachOther({ aFrom, aTo, bFrom, bTo }));
      return;
    }
    let aNext = aFrom;
    let bNext = bFrom;
    for (const [x, y] of findCommon(a.slice(aFrom, aTo).map(key), b.slice(bFrom, bTo).map(key))) {
      alignStretch({ aFrom: aNext, aTo: aFrom + x, bFrom: bNext, bTo: bFrom + y }, level + 1);
      pairs.push({ a: aFrom + x, b: bFrom + y });
      aNext = aFrom + x + 1;
      bNext = bFrom + y + 1;
    }
    alignStretch({ aFrom: aNext, aTo, bFrom: bNext, bTo }, level + 1);
  };
  alignStretch({ aFrom: 0, aTo: a.length, bFrom: 0, bTo: b.length }, 0);
  return pairs;
}

function besideEachOther({ aFrom, aTo, bFrom, bTo }: Stretch): Pair[] {
  const length = Math.max(aTo - aFrom, bTo - bFrom);
  return Array.from({ length }, (_, index) => ({
    ...(aFrom + index < aTo ? { a: aFrom + index } : {}),
    ...(bFrom + index < bTo ? { b: bFrom + index } : {}),
  }));
}

/**
 * How many ways there are through an expression, by the number of characters they read: the last entry counts those
 * that read eight or more. V8 prepares an expression by looking at its first eight characters in every way.
 */
export type Paths = readonly number[];

const MOST = 8;
/** V8 writes out what is repeated no more often than this; longer repetitions are loops, which it does not follow. */
const WRITTEN_OUT = 3;

const pathsOf = (...counts: readonly number[]): Paths =>
  Array.from({ length: MOST + 1 }, (_, read) => counts[read] ?? 0);

/** Reads nothing, in one way. */
export const EMPTY = pathsOf(1);
/** Reads one character. */
export const ONE = pathsOf(0, 1);
/** No way at all. */
export const NO_PATH = pathsOf();

export const addPaths = (a: Paths, b: Paths): Paths => a.map((count, read) => count + (b[read] ?? 0));

/** One after the other; what has read eight characters is not followed any further. */
export function joinPaths(a: Paths, b: Paths): Paths {
  const joined = [...NO_PATH];
  a.forEach((left, i) => {
    if (i === MOST) joined[MOST] = (joined[MOST] ?? 0) + left;
    else
      b.forEach((right, j) => {
        const read = Math.min(i + j, MOST);
        joined[read] = (joined[read] ?? 0) + left * right;
      });
  });
  return joined;
}

export function repeatPaths(paths: Paths, least: number, most: number): Paths {
  if (most > WRITTEN_OUT) return least === 0 ? addPaths(EMPTY, paths) : paths;
  let total = least === 0 ? EMPTY : NO_PATH;
  let power = EMPTY;
  for (let count = 1; count <= most; count++) {
    power = joinPaths(power, paths);
    if (count >= least) total = addPaths(total, power);
  }
  return total;
}

export const countPaths = (paths: Paths): number => paths.reduce((sum, count) => sum + count, 0);

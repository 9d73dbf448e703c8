import fc from 'fast-check';
import { align } from '../../../src/replay/compare/align.js';
import { findCommon } from '../../../src/replay/compare/find-common.js';
import { SEEDED } from '../../property/seed.js';

/** By the book, in a table. */
function lengthOfLongest(a: readonly string[], b: readonly string[]): number {
  const table = Array.from({ length: a.length + 1 }, () => new Array<number>(b.length + 1).fill(0));
  for (let x = 1; x <= a.length; x++)
    for (let y = 1; y <= b.length; y++)
      table[x]![y] =
        a[x - 1] === b[y - 1] ? table[x - 1]![y - 1]! + 1 : Math.max(table[x - 1]![y]!, table[x]![y - 1]!);
  return table[a.length]![b.length]!;
}

const letters = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 20 });

describe('a longest common subsequence', () => {
  it('is common, in order, and the longest there is', () => {
    fc.assert(
      fc.property(letters, letters, (a, b) => {
        const matches = findCommon(a, b);
        for (const [x, y] of matches) expect(a[x]).toBe(b[y]);
        matches.slice(1).forEach(([x, y], index) => {
          const [before, beside] = matches[index]!;
          expect(x > before && y > beside).toBe(true);
        });
        expect(matches).toHaveLength(lengthOfLongest(a, b));
      }),
      { ...SEEDED, numRuns: 1_000 },
    );
  });

  it('is found in long lists that differ little, and given up where they have little in common', () => {
    const a = Array.from({ length: 50_000 }, (_, at) => `${at}`);
    expect(findCommon(a, [...a.slice(1, 40_000), 'new', ...a.slice(40_000)])).toHaveLength(49_999);
    expect(findCommon(a, [...a].reverse()).length).toBeLessThan(2);
  });
});

describe('an alignment', () => {
  it('has every position once, in order, and pairs what is left by its place', () => {
    fc.assert(
      fc.property(letters, letters, (a, b) => {
        const pairs = align(a, b, [letter => letter]);
        expect(pairs.flatMap(pair => pair.a ?? [])).toEqual([...a.keys()]);
        expect(pairs.flatMap(pair => pair.b ?? [])).toEqual([...b.keys()]);
      }),
      SEEDED,
    );
    const keys = [(word: string) => word, (word: string) => word[0]!];
    expect(align(['xa', 'b', 'ya', 'c'], ['b', 'n', 'yb', 'c', 'd'], keys)).toEqual([
      { a: 0 },
      { a: 1, b: 0 },
      { b: 1 },
      { a: 2, b: 2 },
      { a: 3, b: 3 },
      { b: 4 },
    ]);
  });
});

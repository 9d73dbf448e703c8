import { runFixture } from '../support/run-fixture.js';

interface Measured {
  /** Live memory before the first window of calls and after each. */
  readonly levels: number[];
  readonly callsBetween: number;
  readonly warnings: string[];
  readonly open: string[];
  readonly stillOpen: string[];
}

/** The slope of the line that fits best: what one reading has too much or too little, even the first, weighs little. */
function bytesPerCall({ levels, callsBetween }: Measured): number {
  const sum = (parts: readonly number[]): number => parts.reduce((total, part) => total + part, 0);
  const mean = sum(levels) / levels.length;
  const middle = (levels.length - 1) / 2;
  const products = levels.map((level, index) => (index - middle) * (level - mean));
  const squares = levels.map((_level, index) => (index - middle) ** 2);
  return sum(products) / sum(squares) / callsBetween;
}

/** What calls retain is there in each process; a step of some 270 KB that the engine takes once in twenty is not. */
const PROCESSES_AT_MOST = 3;

async function measureUntilSteady(way: string): Promise<Measured> {
  const all: Measured[] = [];
  while (all.length < PROCESSES_AT_MOST) {
    const measured = await runFixture<Measured>('retention.ts', [way]);
    if (bytesPerCall(measured) <= 5) return measured;
    all.push(measured);
  }
  return all.reduce((least, next) => (bytesPerCall(next) < bytesPerCall(least) ? next : least));
}

describe('60,000 calls with a time limit retain at most 5 bytes a call, no timer and no listener', () => {
  it.each([
    'a run for each call',
    'one long run',
    'a run for each call, one outer signal, and the signal used',
    'one long run, one outer signal, and the signal used',
    'one long run, each call cancelled',
    'one long run, each call timed out although its tool never ends',
  ])('%s', async way => {
    const measured = await measureUntilSteady(way);
    expect(measured.levels).toHaveLength(9);
    expect(bytesPerCall(measured)).toBeLessThanOrEqual(5);
    expect(measured.warnings).toEqual([]);
    expect(measured.stillOpen).toEqual(measured.open);
  });
});

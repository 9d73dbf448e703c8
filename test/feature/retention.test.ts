import { runFixture } from '../support/run-fixture.js';

interface Measured {
  readonly windows: number[];
  readonly warnings: string[];
  readonly open: string[];
  readonly stillOpen: string[];
}

/** What is kept shows in the middle and in the sum; the engine, which adds and frees code in between, in one of the two. */
function bytesPerCall(windows: readonly number[]): number {
  const sorted = [...windows].sort((a, b) => a - b);
  const mean = windows.reduce((sum, bytes) => sum + bytes, 0) / windows.length;
  return Math.min(mean, sorted[Math.floor(sorted.length / 2)]!);
}

describe('50,000 calls with a time limit retain at most 5 bytes a call, no timer and no listener', () => {
  it.each([
    'a run for each call',
    'one long run',
    'a run for each call, one outer signal, and the signal used',
    'one long run, one outer signal, and the signal used',
    'one long run, each call cancelled',
    'one long run, each call timed out although its tool never ends',
  ])('%s', async way => {
    const { windows, warnings, open, stillOpen } = await runFixture<Measured>('retention.ts', [way]);
    expect(windows).toHaveLength(7);
    expect(bytesPerCall(windows)).toBeLessThanOrEqual(5);
    expect(warnings).toEqual([]);
    expect(stillOpen).toEqual(open);
  });
});

import { AsyncLocalStorage } from 'node:async_hooks';
import { jest } from '@jest/globals';
import { startTimer } from '../../../src/foundation/turn-timers.js';

const wait = (ms: number): Promise<void> => new Promise(resolve => setTimeout(resolve, ms));

describe('a timer that starts at the end of the turn', () => {
  it('fires once, not before its time, in the order of the times', async () => {
    const from = performance.now();
    const fired: [string, number][] = [];
    startTimer(30, () => fired.push(['late', performance.now() - from]));
    startTimer(10, () => fired.push(['early', performance.now() - from]));
    await wait(60);

    expect(fired.map(([name]) => name)).toEqual(['early', 'late']);
    expect(fired[0]![1]).toBeGreaterThan(8);
    expect(fired[1]![1]).toBeGreaterThan(28);
  });

  it('can be taken back in the same turn, later, and after it fired', async () => {
    const fired: string[] = [];
    const takeBackAtOnce = startTimer(1, () => fired.push('at once'));
    const takeBackLater = startTimer(20, () => fired.push('later'));
    const takeBackTooLate = startTimer(1, () => fired.push('too late'));
    takeBackAtOnce();
    await wait(5);
    takeBackLater();
    takeBackTooLate();
    await wait(30);

    expect(fired).toEqual(['too late']);
  });

  it('asks the event loop for nothing when it was taken back within its turn', async () => {
    await wait(1);
    const before = process.getActiveResourcesInfo().filter(name => name === 'Timeout').length;
    for (let count = 0; count < 1_000; count++) startTimer(60_000, () => undefined)();
    await new Promise(resolve => setImmediate(resolve));

    expect(process.getActiveResourcesInfo().filter(name => name === 'Timeout')).toHaveLength(before);
  });

  it('fires in no async context, whoever asked first in its turn', async () => {
    const context = new AsyncLocalStorage<string>();
    const seen: unknown[] = [];
    context.run('first', () => startTimer(1, () => seen.push(context.getStore())));
    context.run('second', () => startTimer(1, () => seen.push(context.getStore())));
    await wait(20);

    expect(seen).toEqual([undefined, undefined]);
  });

  it('is there at once for whoever advances a fake clock', () => {
    jest.useFakeTimers();
    const fired: string[] = [];
    startTimer(1_000, () => fired.push('kept'));
    startTimer(1_000, () => fired.push('taken back'))();
    jest.advanceTimersByTime(1_000);
    jest.useRealTimers();

    expect(fired).toEqual(['kept']);
  });

  it('waits longer than Node counts', () => {
    jest.useFakeTimers();
    const fired: string[] = [];
    const month = 30 * 24 * 3_600_000;
    startTimer(month, () => fired.push('kept'));
    const takeBack = startTimer(month, () => fired.push('taken back'));
    jest.advanceTimersByTime(month - 1);
    const early = [...fired];
    takeBack();
    jest.advanceTimersByTime(1);
    jest.useRealTimers();

    expect(early).toEqual([]);
    expect(fired).toEqual(['kept']);
  });
});

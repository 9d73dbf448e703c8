import { getEventListeners } from 'node:events';
import { setImmediate as turn } from 'node:timers/promises';
import { delay, systemClock } from '../../../src/foundation/clock.js';
import { FakeClock } from '../../support/fake-clock.js';

/** Whether a promise has resolved, kept up to date. */
function watch(promise: Promise<unknown>): { isDone: boolean } {
  const state = { isDone: false };
  void promise.then(() => (state.isDone = true));
  return state;
}

describe('delay', () => {
  it('resolves when its time is over, not before', async () => {
    const clock = new FakeClock();
    const state = watch(delay(clock, 100));
    await clock.advance(99);
    expect(state.isDone).toBe(false);
    await clock.advance(1);
    expect(state.isDone).toBe(true);
  });

  it('resolves at once when the signal aborts, and takes timer and listener away', async () => {
    const clock = new FakeClock();
    const controller = new AbortController();
    const state = watch(delay(clock, 100, controller.signal));
    controller.abort();
    await turn();
    expect(state.isDone).toBe(true);
    expect(clock.pending).toBe(0);
  });

  it('asks for no timer when the signal is aborted already', async () => {
    const clock = new FakeClock();
    await delay(clock, 100, AbortSignal.abort());
    expect(clock.delays).toEqual([]);
  });

  it('leaves no listener behind when time runs out first', async () => {
    const clock = new FakeClock();
    const { signal } = new AbortController();
    const waiting = delay(clock, 100, signal);
    expect(getEventListeners(signal, 'abort')).toHaveLength(1);
    await clock.advance(100);
    await waiting;
    expect(getEventListeners(signal, 'abort')).toHaveLength(0);
  });
});

describe('systemClock', () => {
  it('tells the time, measures, and schedules', async () => {
    expect(Math.abs(systemClock.now() - Date.now())).toBeLessThan(1_000);
    const start = systemClock.monotonicMs();
    await new Promise<void>(resolve => void systemClock.schedule(5, resolve));
    expect(systemClock.monotonicMs() - start).toBeGreaterThan(3);
  });

  it('forgets what is cancelled', async () => {
    let fired = false;
    const cancel = systemClock.schedule(1, () => (fired = true));
    cancel();
    await delay(systemClock, 10);
    expect(fired).toBe(false);
  });
});

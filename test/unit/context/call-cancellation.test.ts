import { getEventListeners } from 'node:events';
import { jest } from '@jest/globals';
import { CallCancellation } from '../../../src/context/call-cancellation.js';

const outerListeners = (signal: AbortSignal) => getEventListeners(signal, 'abort').length;

describe('CallCancellation', () => {
  it('tells the signal and the listeners once, with the first reason', () => {
    const cancellation = new CallCancellation();
    const heard: unknown[] = [];
    cancellation.onCancel(reason => heard.push(reason));
    const { signal } = cancellation;
    expect([cancellation.isCancelled, signal.aborted, cancellation.reason]).toEqual([
      false,
      false,
      undefined,
    ]);

    cancellation.cancel('timeout');
    cancellation.cancel('later');

    expect([cancellation.isCancelled, signal.aborted, signal.reason]).toEqual([true, true, 'timeout']);
    expect(cancellation.reason).toBe('timeout');
    expect(heard).toEqual(['timeout']);
    expect(cancellation.signal).toBe(signal);
  });

  it('makes no AbortController before the signal is read', () => {
    const made = jest.spyOn(globalThis, 'AbortController');
    const cancellation = new CallCancellation();
    cancellation.onCancel(() => undefined);
    cancellation.cancel('stop');
    expect(made).not.toHaveBeenCalled();
    made.mockRestore();

    expect(cancellation.signal.aborted).toBe(true);
    expect(cancellation.signal.reason).toBe('stop');
  });

  it('runs a late listener at once and one of a released call never', () => {
    const released = new CallCancellation();
    const cancellation = new CallCancellation();
    const heard: string[] = [];
    released.onCancel(() => heard.push('released'));
    released.release();
    released.cancel('stop');
    cancellation.cancel('stop');
    cancellation.onCancel(reason => heard.push(`late ${String(reason)}`));

    expect(heard).toEqual(['late stop']);
  });

  it('follows an outer signal, aborted before or after', () => {
    const outer = new AbortController();
    const waiting = new CallCancellation(outer.signal);
    const polled = new CallCancellation(outer.signal);
    const heard: unknown[] = [];
    waiting.onCancel(reason => heard.push(reason));
    const { signal } = waiting;

    outer.abort('user');

    expect(heard).toEqual(['user']);
    expect([signal.aborted, signal.reason]).toEqual([true, 'user']);
    expect([polled.isCancelled, polled.reason]).toEqual([true, 'user']);
    expect(new CallCancellation(outer.signal).signal.aborted).toBe(true);
  });

  it('follows its parent, and what the parent follows, until it is released', () => {
    const outer = new AbortController();
    const run = new CallCancellation(outer.signal);
    const [waiting, polled, released] = [0, 1, 2].map(() => new CallCancellation(undefined, run)) as [
      CallCancellation,
      CallCancellation,
      CallCancellation,
    ];
    const heard: unknown[] = [];
    waiting.onCancel(reason => heard.push(reason));
    released.onCancel(reason => heard.push(`released ${String(reason)}`));
    released.release();
    outer.abort('user');

    expect(heard).toEqual(['user']);
    expect([polled.isCancelled, polled.reason]).toEqual([true, 'user']);
    expect(released.isCancelled).toBe(false);
    expect(run.reason).toBe('user');
    expect(new CallCancellation(undefined, run).signal.aborted).toBe(true);
  });

  it('cancels nobody but itself when it has a parent', () => {
    const run = new CallCancellation();
    const [first, second] = [new CallCancellation(undefined, run), new CallCancellation(undefined, run)];
    second.onCancel(() => undefined);
    first.cancel('timeout');

    expect([run.isCancelled, second.isCancelled]).toEqual([false, false]);
  });

  it('does not follow the outer signal once released', () => {
    const outer = new AbortController();
    const cancellation = new CallCancellation(outer.signal);
    const { signal } = cancellation;
    cancellation.release();
    outer.abort('user');

    expect([cancellation.isCancelled, signal.aborted]).toEqual([false, false]);
  });

  it('leaves no listener and prints no warning after 50,000 calls on one outer signal, 1,000 at a time', async () => {
    const outer = new AbortController();
    const warnings: Error[] = [];
    const keep = (warning: Error) => warnings.push(warning);
    process.on('warning', keep);
    for (let round = 0; round < 50; round++) {
      const calls = Array.from({ length: 1_000 }, () => new CallCancellation(outer.signal));
      for (const call of calls) {
        call.onCancel(() => undefined);
        expect(call.signal.aborted).toBe(false);
      }
      expect(outerListeners(outer.signal)).toBe(1);
      for (const call of calls) call.release();
      expect(outerListeners(outer.signal)).toBe(0);
    }
    await new Promise(resolve => setImmediate(resolve));
    process.off('warning', keep);

    expect(warnings).toEqual([]);
  });

  it('removes its outer listener when cancelled from inside, and links again for the next call', () => {
    const outer = new AbortController();
    const first = new CallCancellation(outer.signal);
    first.onCancel(() => undefined);
    first.cancel('timeout');
    expect(outerListeners(outer.signal)).toBe(0);

    const second = new CallCancellation(outer.signal);
    const { signal } = second;
    outer.abort();
    expect(signal.aborted).toBe(true);
  });
});

import { startTimer } from './turn-timers.js';

/** The only source of time and timers; everything above foundation/ receives a Clock. */
export interface Clock {
  /** Wall-clock time in milliseconds since the epoch. */
  now(): number;
  /** Milliseconds that never run backwards; only differences mean anything. */
  monotonicMs(): number;
  /** Runs `callback` once after `delayMs`, outside of any call; the function it returns cancels it. */
  schedule(delayMs: number, callback: () => void): () => void;
}

/** The time and timers of the machine. */
export const systemClock: Clock = {
  now: () => Date.now(),
  monotonicMs: () => performance.now(),
  schedule: startTimer,
};

/** Resolves after `delayMs`, or as soon as `signal` aborts; never rejects. */
export function delay(clock: Clock, delayMs: number, signal?: AbortSignal): Promise<void> {
  return new Promise(resolve => {
    if (signal?.aborted === true) {
      resolve();
      return;
    }
    const finish = (): void => {
      cancel();
      signal?.removeEventListener('abort', finish);
      resolve();
    };
    const cancel = clock.schedule(delayMs, finish);
    signal?.addEventListener('abort', finish, { once: true });
  });
}

/** Something took longer than it may. */
export class TooLateError extends Error {}

/** What `work` gives, or a rejection when it has not settled after `timeoutMs`: for code of others that may never end. */
export function within<T>(clock: Clock, timeoutMs: number, work: PromiseLike<T>): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const cancel = clock.schedule(timeoutMs, () =>
      reject(new TooLateError(`it did not finish within ${timeoutMs} ms`)),
    );
    Promise.resolve(work).then(resolve, reject).finally(cancel);
  });
}

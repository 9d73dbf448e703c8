import type { CallCancellation } from '../context/call-cancellation.js';
import type { Clock } from '../foundation/clock.js';
import { ignoreRejection, isThenable } from '../foundation/thenable.js';

/** How one attempt ended, as far as the caller is concerned. */
export type AttemptEnd =
  | { readonly kind: 'returned'; readonly value: unknown }
  | { readonly kind: 'threw'; readonly error: unknown }
  /** `late` resolves when the tool has ended after all, and what was built for it is disposed. */
  | { readonly kind: 'timed-out' | 'cancelled'; readonly late: Promise<unknown> };

/** What is tried, and what belongs to it. */
export interface Attempt {
  readonly clock: Clock;
  readonly timeoutMs: number;
  /** Cancelled by the attempt itself when its time is up, so that the tool's signal aborts. */
  readonly cancellation: CallCancellation;
  /** Asked when its time is up: how many milliseconds it may have all the same. */
  extraMs(): number;
  start(): unknown;
  /** Told before the end is known to anybody else. */
  onEnd(end: AttemptEnd): void;
  /** Disposes what the attempt built, once the tool is no longer at work. */
  dispose(): Promise<void> | undefined;
}

/**
 * Starts an attempt and answers on time even when it ignores its signal; what it gives after that is dropped. One
 * that returns without a promise costs no timer, and cannot be interrupted.
 */
export function runAttempt(attempt: Attempt): AttemptEnd | Promise<AttemptEnd> {
  let end: AttemptEnd;
  try {
    const returned = attempt.start();
    if (isThenable(returned)) return settleInTime(returned, attempt);
    end = { kind: 'returned', value: returned };
  } catch (error) {
    end = endThrown(error);
  }
  return finish(end, attempt);
}

function finish(end: AttemptEnd, attempt: Attempt): AttemptEnd | Promise<AttemptEnd> {
  attempt.onEnd(end);
  const disposal = 'late' in end ? undefined : attempt.dispose();
  return disposal === undefined ? end : disposal.then(() => end);
}

function endThrown(error: unknown): AttemptEnd {
  ignoreRejection(error);
  return { kind: 'threw', error };
}

function settleInTime(work: PromiseLike<unknown>, attempt: Attempt): Promise<AttemptEnd> {
  const { clock, timeoutMs, cancellation } = attempt;
  return new Promise(resolve => {
    let isAnswered = false;
    const answer = (end: AttemptEnd): void => {
      isAnswered = true;
      stopTimer();
      resolve(finish(end, attempt));
    };
    const settle = (end: AttemptEnd): Promise<void> | undefined => {
      if (isAnswered) return attempt.dispose();
      answer(end);
      return undefined;
    };
    // A promise of our own: `then` of a stranger may throw, or settle twice.
    const late = Promise.resolve(work).then(
      value => settle({ kind: 'returned', value }),
      (error: unknown) => settle(endThrown(error)),
    );
    let cause: 'timed-out' | 'cancelled' = 'cancelled';
    const startTimer = (ms: number): (() => void) =>
      clock.schedule(ms, () => {
        const extraMs = attempt.extraMs();
        if (extraMs >= 1) {
          stopTimer = startTimer(extraMs);
          return;
        }
        cause = 'timed-out';
        cancellation.cancel(new Error(`timed out after ${timeoutMs} ms`));
      });
    let stopTimer = startTimer(timeoutMs);
    // Last, since it answers at once when the tool's synchronous part has been cancelled.
    cancellation.onCancel(() => answer({ kind: cause, late }));
  });
}

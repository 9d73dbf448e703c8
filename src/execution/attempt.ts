import type { CallCancellation } from '../context/call-cancellation.js';
import type { Clock } from '../foundation/clock.js';
import { isThenable } from '../foundation/thenable.js';

/** How one attempt ended, as far as the caller is concerned. */
export type AttemptEnd =
  | { readonly kind: 'returned'; readonly value: unknown }
  | { readonly kind: 'threw'; readonly error: unknown }
  /** `late` resolves when the tool has ended after all. */
  | { readonly kind: 'timed-out' | 'cancelled'; readonly late: Promise<void> };

export interface AttemptLimits {
  readonly clock: Clock;
  readonly timeoutMs: number;
  /** Cancelled by the attempt itself when its time is up, so that the tool's signal aborts. */
  readonly cancellation: CallCancellation;
}

/**
 * Runs `body` and answers on time even when it ignores its signal; what it gives after that is dropped. A body
 * that returns without a promise costs no timer, and cannot be interrupted.
 */
export function runAttempt(body: () => unknown, limits: AttemptLimits): AttemptEnd | Promise<AttemptEnd> {
  try {
    const returned = body();
    return isThenable(returned) ? settleInTime(returned, limits) : { kind: 'returned', value: returned };
  } catch (error) {
    return { kind: 'threw', error };
  }
}

function settleInTime(work: PromiseLike<unknown>, limits: AttemptLimits): Promise<AttemptEnd> {
  const { clock, timeoutMs, cancellation } = limits;
  return new Promise(resolve => {
    const settle = (end: AttemptEnd): void => {
      stopTimer();
      resolve(end);
    };
    // A promise of our own: `then` of a stranger may throw, or settle twice.
    const late = Promise.resolve(work).then(
      value => settle({ kind: 'returned', value }),
      (error: unknown) => settle({ kind: 'threw', error }),
    );
    const stopTimer = clock.schedule(timeoutMs, () => {
      settle({ kind: 'timed-out', late });
      cancellation.cancel(new Error(`timed out after ${timeoutMs} ms`));
    });
    // Last, since it answers at once when the tool's synchronous part has been cancelled.
    cancellation.onCancel(() => settle({ kind: 'cancelled', late }));
  });
}

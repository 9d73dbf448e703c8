import { CallCancelledError } from './errors.js';
import type { PendingCall } from './pending-call.js';

/**
 * The result of a stage that waits for code of others, or a rejection as soon as the call is cancelled: a guardrail or
 * journal that never answers must not hold the caller.
 *
 * @throws {@link CallCancelledError}
 */
export function whileWanted<T>(pending: PendingCall, work: Promise<T>): Promise<T> {
  const cancellation = pending.newCancellation();
  return new Promise<T>((resolve, reject) => {
    // The tool has not run, or its result is not known to anybody yet.
    cancellation.onCancel(() => reject(new CallCancelledError(pending.toolName, pending.attempts > 0)));
    work.then(resolve, reject);
  }).finally(() => cancellation.release());
}

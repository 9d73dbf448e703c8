import { ActiveCall, enterCall, type ProgressUpdate } from '../context/current-call.js';
import type { RunContext } from '../context/run-context.js';
import type { CallScope } from '../context/run-scope.js';
import { delay } from '../foundation/clock.js';
import { ToolwrightError } from '../foundation/toolwright-error.js';
import type { PlanResult } from '../schema/plan/plan.js';
import type { ToolDefinition } from '../tool/tool-definition.js';
import type { ToolBinding } from '../tool/tool-executor.js';
import { type AttemptEnd, runAttempt } from './attempt.js';
import { CallCancelledError, CallError, ToolTimeoutError } from './errors.js';
import type { LinkedCancellation } from './linked-cancellation.js';
import type { PendingCall } from './pending-call.js';
import { backoffMs, effectivePolicy, isRetryable } from './retry.js';
import { describeThrown, failureOf } from './thrown.js';

/** What runs, and on what. */
export interface Work {
  readonly definition: ToolDefinition;
  readonly binding: ToolBinding;
  readonly action: unknown;
  /** A fresh action for a further attempt, since a tool may change the one it got. */
  renewAction(): PlanResult | Promise<PlanResult>;
}

/**
 * Runs a tool until an attempt returns, the policy allows no further one, or the call is cancelled.
 *
 * @throws {@link ToolTimeoutError}, {@link CallCancelledError}, {@link ToolFailedError}, or the error of ours that the tool threw.
 */
export async function runAttempts(pending: PendingCall, work: Work): Promise<unknown> {
  const { settings, run } = pending.environment;
  const policy = effectivePolicy(work.definition, settings.defaults);
  let { action } = work;
  for (let attempt = 1; ; attempt++) {
    const cancellation = pending.newCancellation();
    if (cancellation.isCancelled) {
      cancellation.release();
      throw new CallCancelledError(work.definition.name, false);
    }
    pending.attempts = attempt;
    const open = new OpenAttempt(pending, work, cancellation);
    let end = open.run(action, policy.timeoutMs);
    if (end instanceof Promise) end = await end;
    const closing = open.close(end);
    if (closing !== undefined) await closing;
    if (end.kind === 'returned') return end.value;
    if (attempt > policy.maxRetries || !isRetryable(end, work.definition)) {
      throw toError(end, work.definition, { run, timeoutMs: policy.timeoutMs });
    }
    await waitBeforeRetry(pending, backoffMs(attempt, policy.retryDelayMs, settings.entropy.random()));
    const renewed = await work.renewAction();
    if (renewed.ok) action = renewed.value;
  }
}

/** One attempt, from its start until its per-call instance is disposed. */
class OpenAttempt {
  readonly #call: ActiveCall;
  readonly #scope: CallScope | undefined;

  constructor(
    private readonly pending: PendingCall,
    private readonly work: Work,
    private readonly cancellation: LinkedCancellation,
  ) {
    const { options, environment } = pending;
    this.#call = new ActiveCall(environment.run, {
      id: pending.callId,
      toolName: work.definition.name,
      turn: pending.turn,
      attempt: pending.attempts,
      idempotencyKey: pending.idempotencyKey,
      cancellation,
      ...(options.onProgress === undefined
        ? {}
        : { onProgress: quietly(options.onProgress, environment.run) }),
    });
    if (work.binding.lifetime === 'call') this.#scope = environment.scope.openCall();
  }

  run(action: unknown, timeoutMs: number): AttemptEnd | Promise<AttemptEnd> {
    const { run, settings } = this.pending.environment;
    const { binding } = this.work;
    const body = (): unknown => binding.invoke(this.#receiver(), action, run);
    return runAttempt(() => enterCall(this.#call, body), {
      clock: settings.clock,
      timeoutMs,
      cancellation: this.cancellation,
    });
  }

  /** A tool that is still at work keeps its instance until it has ended; nobody waits for that but the run's end. */
  close(end: AttemptEnd): Promise<void> | undefined {
    // Also releases the cancellation.
    this.#call.end();
    if (!('late' in end)) return this.#scope?.close();
    this.pending.environment.onLate(end.late.then(() => this.#scope?.close()));
    return undefined;
  }

  #receiver(): unknown {
    const { target } = this.work.binding;
    return target === undefined ? undefined : (this.#scope ?? this.pending.environment.scope).resolve(target);
  }
}

async function waitBeforeRetry(pending: PendingCall, waitMs: number): Promise<void> {
  const cancellation = pending.newCancellation();
  await delay(pending.environment.settings.clock, waitMs, cancellation.signal);
  cancellation.release();
}

/** A watcher that fails is no fault of the tool. */
function quietly(
  watch: (update: ProgressUpdate) => void,
  { logger, secrets }: RunContext,
): (update: ProgressUpdate) => void {
  return update => {
    try {
      watch(update);
    } catch (error) {
      logger.error('A progress watcher failed.', { error: describeThrown(error, secrets) });
    }
  };
}

function toError(
  end: AttemptEnd,
  { name: toolName, replayClass }: ToolDefinition,
  { run, timeoutMs }: { run: RunContext; timeoutMs: number },
): Error {
  const outcomeUnknown = replayClass === 'side_effecting';
  switch (end.kind) {
    case 'timed-out':
      return new ToolTimeoutError({ toolName, timeoutMs, outcomeUnknown });
    case 'threw':
      return isOwnWord(end.error) ? end.error : failureOf(end.error, toolName, run.secrets);
    default:
      return new CallCancelledError(toolName, outcomeUnknown);
  }
}

/**
 * What a tool says with an error of ours: to the model (`RetryCall`, `FailCall`), or to the people who wired it. Errors
 * about calls that the tool itself made say nothing about this call.
 */
function isOwnWord(error: unknown): error is ToolwrightError {
  if (!ToolwrightError.is(error) || error instanceof CallError) return false;
  return (
    ['RETRY_CALL', 'FAIL_CALL'].includes(error.code) || error.fault === 'author' || error.fault === 'caller'
  );
}

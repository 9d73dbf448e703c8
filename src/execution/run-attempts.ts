import { CallCancellation } from '../context/call-cancellation.js';
import { ActiveCall, enterCall, type ProgressUpdate } from '../context/current-call.js';
import { type RunContext } from '../context/run-context.js';
import { type CallScope, type RunScope } from '../context/run-scope.js';
import { delay } from '../foundation/clock.js';
import { ToolwrightError } from '../foundation/toolwright-error.js';
import { type PlanResult } from '../schema/plan/plan.js';
import { type ToolDefinition } from '../tool/tool-definition.js';
import { type ToolBinding } from '../tool/tool-executor.js';
import { type AttemptEnd, runAttempt } from './attempt.js';
import { type CallSettings } from './call-settings.js';
import { CallCancelledError, ToolTimeoutError } from './errors.js';
import { backoffMs, effectivePolicy, isRetryable } from './retry.js';
import { describeThrown, failureOf } from './thrown.js';
import { type CallOptions } from './tool-call.js';

export interface AttemptsRequest {
  readonly callId: string;
  readonly definition: ToolDefinition;
  readonly binding: ToolBinding;
  readonly run: RunContext;
  readonly scope: RunScope;
  readonly settings: CallSettings;
  readonly options: CallOptions;
  /** Of the whole call; each attempt gets one of its own beneath it. */
  readonly cancellation: CallCancellation;
  readonly action: unknown;
  /** A fresh action for a further attempt, since a tool may change the one it got. */
  renewAction(): Promise<PlanResult>;
  onAttempt(attempt: number): void;
}

/**
 * Runs a tool until an attempt returns, the policy allows no further one, or the call is cancelled.
 *
 * @throws {@link ToolTimeoutError}, {@link CallCancelledError}, or {@link ToolFailedError} with the tool's error as cause.
 */
export async function runAttempts(request: AttemptsRequest): Promise<unknown> {
  const { definition, settings, cancellation } = request;
  const policy = effectivePolicy(definition, settings.defaults);
  let { action } = request;
  for (let attempt = 1; ; attempt++) {
    if (cancellation.isCancelled) throw new CallCancelledError(definition.name, false);
    request.onAttempt(attempt);
    const end = await attemptOnce({ ...request, action }, attempt, policy.timeoutMs);
    if (end.kind === 'returned') return end.value;
    if (attempt > policy.maxRetries || !isRetryable(end, definition))
      throw toError(end, request, policy.timeoutMs);
    const waitMs = backoffMs(attempt, policy.retryDelayMs, settings.entropy.random());
    await delay(settings.clock, waitMs, cancellation.signal);
    const renewed = await request.renewAction();
    if (renewed.ok) action = renewed.value;
  }
}

async function attemptOnce(
  request: AttemptsRequest,
  attempt: number,
  timeoutMs: number,
): Promise<AttemptEnd> {
  const { binding, definition, run, scope, settings, options } = request;
  const cancellation = new CallCancellation();
  const unfollow = request.cancellation.onCancel(reason => cancellation.cancel(reason));
  const call = new ActiveCall(run, {
    id: request.callId,
    toolName: definition.name,
    turn: options.turn ?? 1,
    attempt,
    idempotencyKey: idempotencyKeyOf(run, request.callId),
    cancellation,
    ...(options.onProgress === undefined ? {} : { onProgress: quietly(options.onProgress, run) }),
  });
  const callScope = scope.openCall();
  try {
    return await runAttempt(
      () =>
        enterCall(call, () => binding.invoke(buildReceiver(binding, callScope, scope), request.action, run)),
      { clock: settings.clock, timeoutMs, cancellation },
    );
  } finally {
    unfollow();
    call.end();
    await callScope.close();
  }
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

/** The same for every attempt of a call, and for its repetition when a run is resumed. */
export function idempotencyKeyOf(run: RunContext, callId: string): string {
  return `${run.runId}/${callId}`;
}

function buildReceiver(binding: ToolBinding, callScope: CallScope, scope: RunScope): unknown {
  if (binding.target === undefined) return undefined;
  return binding.lifetime === 'call' ? callScope.resolve(binding.target) : scope.resolve(binding.target);
}

function toError(end: AttemptEnd, { definition, run }: AttemptsRequest, timeoutMs: number): Error {
  const toolName = definition.name;
  const outcomeUnknown = definition.replayClass === 'side_effecting';
  switch (end.kind) {
    case 'timed-out':
      return new ToolTimeoutError({ toolName, timeoutMs, outcomeUnknown });
    case 'threw':
      return isSetUpMistake(end.error) ? end.error : failureOf(end.error, toolName, run.secrets);
    default:
      return new CallCancelledError(toolName, outcomeUnknown);
  }
}

/** Mistakes of whoever declared or wired the tool keep their own code; a model could do nothing about them. */
function isSetUpMistake(error: unknown): error is ToolwrightError {
  return ToolwrightError.is(error) && (error.fault === 'author' || error.fault === 'caller');
}

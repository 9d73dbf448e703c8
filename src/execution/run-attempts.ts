import type { CallCancellation } from '../context/call-cancellation.js';
import { ActiveCall, enterCall, type ProgressUpdate } from '../context/current-call.js';
import type { RunContext } from '../context/run-context.js';
import type { CallScope, RunScope } from '../context/run-scope.js';
import { type Clock, delay } from '../foundation/clock.js';
import { ToolwrightError } from '../foundation/toolwright-error.js';
import type { CheckedCall } from '../tool/call-policy.js';
import type { ToolDefinition } from '../tool/tool-definition.js';
import type { ToolBinding } from '../tool/tool-executor.js';
import { type Attempt, type AttemptEnd, runAttempt } from './attempt.js';
import {
  CallCancelledError,
  CallError,
  CallPausedError,
  NoExecutorError,
  ToolTimeoutError,
} from './errors.js';
import type { CallEnvironment, PendingCall } from './pending-call.js';
import { backoffMs, isRetryable, maxRetriesOf, retryDelayOf, timeoutOf } from './retry.js';
import { describeThrown, failureOf } from './thrown.js';
import { whileWanted } from './while-wanted.js';

/**
 * Runs the tool of a call once. Only the tool's own promise is waited for: each further one costs as much as a stage.
 *
 * @throws {@link CallCancelledError} when nobody wants the call any more.
 * @throws {@link NoExecutorError} for a tool that was only declared.
 */
export function runOnce(
  pending: PendingCall,
  { tool, action }: CheckedCall,
): AttemptEnd | Promise<AttemptEnd> {
  const { environment, options } = pending;
  const { run, settings } = environment;
  const binding = bindingOf(tool);
  const cancellation = pending.newCancellation();
  if (cancellation.isCancelled) {
    cancellation.release();
    throw new CallCancelledError(tool.name, false);
  }
  pending.attempts++;
  const call = new ActiveCall(run, {
    id: pending.callId,
    toolName: tool.name,
    turn: pending.turn,
    attempt: pending.attempts,
    cancellation,
    clock: settings.clock,
    onProgress: options.onProgress === undefined ? undefined : quietly(options.onProgress, run),
  });
  const callScope = binding.lifetime === 'call' ? environment.scope.openCall() : undefined;
  return runAttempt(
    new OpenAttempt(environment, call, callScope, {
      cancellation,
      timeoutMs: timeoutOf(tool, settings.defaults),
      invoke: () => binding.invoke(receiverOf(binding, callScope ?? environment.scope), action, run),
    }),
  );
}

const receiverOf = ({ target }: ToolBinding, scope: RunScope | CallScope): unknown =>
  target === undefined ? undefined : scope.resolve(target);

interface AttemptParts {
  readonly cancellation: CallCancellation;
  readonly timeoutMs: number;
  readonly invoke: () => unknown;
}

/** One attempt, from its start until its per-call instance is disposed. A class, since a closure for each step costs as much as the step. */
class OpenAttempt implements Attempt {
  readonly clock: Clock;
  readonly cancellation: CallCancellation;
  readonly timeoutMs: number;
  private readonly invoke: () => unknown;

  constructor(
    private readonly environment: CallEnvironment,
    private readonly call: ActiveCall,
    private readonly scope: CallScope | undefined,
    { cancellation, timeoutMs, invoke }: AttemptParts,
  ) {
    this.clock = environment.settings.clock;
    this.cancellation = cancellation;
    this.timeoutMs = timeoutMs;
    this.invoke = invoke;
  }

  extraMs(): number {
    return this.call.extraMs(this.timeoutMs);
  }

  start(): unknown {
    return enterCall(this.call, this.invoke);
  }

  onEnd(end: AttemptEnd): void {
    // Also releases the cancellation.
    this.call.end();
    // A tool that is still at work keeps its instance; nobody waits for that but the run's end.
    if ('late' in end) this.environment.onLate(end.late);
  }

  dispose(): Promise<void> | undefined {
    return this.scope?.close();
  }
}

/**
 * What a tool gives after an attempt that ended otherwise: runs it again as long as its policy allows.
 *
 * @throws {@link ToolTimeoutError}, {@link CallCancelledError}, {@link ToolFailedError}, or the error of ours that the tool threw.
 */
export async function retryWhileAllowed(
  pending: PendingCall,
  call: CheckedCall,
  first: AttemptEnd,
): Promise<unknown> {
  const { settings, run } = pending.environment;
  const { tool } = call;
  const { defaults } = settings;
  let end = first;
  while (end.kind !== 'returned') {
    if (pending.attempts > maxRetriesOf(tool, defaults) || !isRetryable(end, tool))
      throw toError(end, tool, { run, timeoutMs: timeoutOf(tool, defaults) });
    const waitMs = backoffMs(pending.attempts, retryDelayOf(tool, defaults), settings.entropy.random());
    await waitBeforeRetry(pending, waitMs);
    end = await runOnce(pending, { ...call, action: await renewAction(pending, call) });
  }
  return end.value;
}

/** A fresh action, since a tool may change the one it got. */
async function renewAction(pending: PendingCall, { tool, action }: CheckedCall): Promise<unknown> {
  const result = tool.action.plan.run(pending.spareArguments);
  const renewed = result instanceof Promise ? await whileWanted(pending, result) : result;
  return renewed.ok ? renewed.value : action;
}

/** @throws {@link NoExecutorError} */
export function bindingOf({ name, binding }: ToolDefinition): ToolBinding {
  if (binding === undefined) throw new NoExecutorError(name);
  return binding;
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
  if (!ToolwrightError.is(error)) return false;
  if (error instanceof CallError) return error instanceof CallPausedError;
  return (
    ['RETRY_CALL', 'FAIL_CALL'].includes(error.code) || error.fault === 'author' || error.fault === 'caller'
  );
}

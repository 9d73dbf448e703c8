import { CallCancellation } from '../context/call-cancellation.js';
import { type RunContext } from '../context/run-context.js';
import { type RunScope } from '../context/run-scope.js';
import { toJson } from '../foundation/codecs.js';
import { nearestNames } from '../foundation/names.js';
import { type ToolwrightError } from '../foundation/toolwright-error.js';
import { type Repair } from '../schema/issue.js';
import { parseArguments } from '../schema/plan/parse-arguments.js';
import { type PlanResult } from '../schema/plan/plan.js';
import { type CheckedCall } from '../tool/call-policy.js';
import { UnknownToolError } from '../tool/errors.js';
import { type ToolDefinition } from '../tool/tool-definition.js';
import { authorise, checkCall, checkResult } from './authorise.js';
import { type CallFacts, CallObservation } from './call-observation.js';
import { type CallLimits, type CallSettings } from './call-settings.js';
import { InvalidArgumentsError, NoExecutorError, RunClosedError } from './errors.js';
import { type RenderedResult, renderResult } from './render-result.js';
import { idempotencyKeyOf, runAttempts } from './run-attempts.js';
import { sealResult } from './seal-result.js';
import { asToolwrightError } from './thrown.js';
import { type CallOptions, type ToolCall } from './tool-call.js';

/** The run that a call belongs to. */
export interface CallEnvironment {
  readonly run: RunContext;
  readonly scope: RunScope;
  readonly settings: CallSettings;
  /** Of the whole run. */
  readonly cancellation: CallCancellation;
  /** False once the run is closed: its calls are refused. */
  readonly isOpen: boolean;
}

/** What is known of a call while it passes the stages. */
interface CallProgress {
  readonly callId: string;
  readonly toolName: string;
  readonly startedAtMs: number;
  readonly cancellation: CallCancellation;
  repairs: readonly Repair[];
  attempts: number;
  isJournalled: boolean;
}

/**
 * Takes one call through every stage: parse, validate and hydrate, call guardrails, policies, journal start,
 * execute, check the output, result guardrails, mask and bound, journal end. Answers whatever happens.
 */
export async function runCall(
  call: ToolCall,
  options: CallOptions,
  environment: CallEnvironment,
): Promise<CallObservation> {
  const { settings } = environment;
  // Callers in JavaScript may send anything.
  const { name }: { name: unknown } = call;
  const progress: CallProgress = {
    callId: call.id ?? settings.entropy.uuid(),
    toolName: String(name),
    startedAtMs: settings.clock.monotonicMs(),
    cancellation: new CallCancellation(options.signal),
    repairs: [],
    attempts: 0,
    isJournalled: false,
  };
  const unfollow = environment.cancellation.onCancel(reason => progress.cancellation.cancel(reason));
  try {
    if (!environment.isOpen) throw new RunClosedError(progress.toolName);
    const rendered = await perform(call, options, progress, environment);
    return await answer(rendered, progress, environment);
  } catch (thrown) {
    return await answerError(asToolwrightError(thrown, progress.toolName), progress, environment);
  } finally {
    unfollow();
    progress.cancellation.release();
  }
}

async function perform(
  call: ToolCall,
  options: CallOptions,
  progress: CallProgress,
  environment: CallEnvironment,
): Promise<RenderedResult> {
  const { settings, run } = environment;
  const definition = findTool(settings.tools, progress.toolName);
  const accepted = await acceptArguments(definition, call.arguments, settings.limits);
  progress.repairs = accepted.repairs;
  if (!accepted.ok) throw new InvalidArgumentsError(definition.name, accepted.issues);
  const checked: CheckedCall = { callId: progress.callId, tool: definition, action: accepted.value, run };
  await checkCall(settings.guardrails, checked);
  await authorise(settings.policies, checked);
  const { binding } = definition;
  if (binding === undefined) throw new NoExecutorError(definition.name);
  const recalled = await settings.recall?.find(checked);
  if (recalled !== undefined) return renderResult(definition, recalled);
  await journalStart(checked, options, progress, environment);
  const returned = await runAttempts({
    ...environment,
    callId: progress.callId,
    definition,
    binding,
    options,
    cancellation: progress.cancellation,
    action: accepted.value,
    renewAction: () => acceptArguments(definition, call.arguments, settings.limits),
    onAttempt: attempt => void (progress.attempts = attempt),
  });
  const rendered = await renderResult(definition, returned);
  if (!rendered.isError)
    await checkResult(
      settings.guardrails,
      new CallObservation(rendered, { ...factsOf(progress, settings), visualize: rendered.visualize }),
      checked,
    );
  return rendered;
}

function findTool(tools: ReadonlyMap<string, ToolDefinition>, toolName: string): ToolDefinition {
  const definition = tools.get(toolName);
  if (definition !== undefined) return definition;
  const known = [...tools.keys()];
  throw new UnknownToolError({ toolName, known, nearest: nearestNames(toolName, known) });
}

async function acceptArguments(
  definition: ToolDefinition,
  given: unknown,
  limits: CallLimits,
): Promise<PlanResult> {
  const parsed = parseArguments(given, { maxDepth: limits.argumentDepth, maxBytes: limits.argumentBytes });
  if (!parsed.ok) return { ...parsed, repairs: [] };
  const result = await definition.action.plan.run(parsed.value);
  return parsed.repairs.length === 0
    ? result
    : { ...result, repairs: [...parsed.repairs, ...result.repairs] };
}

async function journalStart(
  call: CheckedCall,
  options: CallOptions,
  progress: CallProgress,
  { run, settings }: CallEnvironment,
): Promise<void> {
  if (settings.journal === undefined) return;
  await settings.journal.write({
    type: 'tool-call-started',
    runId: run.runId,
    callId: call.callId,
    turn: options.turn ?? 1,
    toolName: call.tool.name,
    replayClass: call.tool.replayClass,
    arguments: run.secrets.maskJson(toJson(call.action)),
    repairs: run.secrets.maskJson(toJson(progress.repairs)) as unknown as readonly Repair[],
    idempotencyKey: idempotencyKeyOf(run, call.callId),
  });
  progress.isJournalled = true;
}

function answerError(
  error: ToolwrightError,
  progress: CallProgress,
  environment: CallEnvironment,
): Promise<CallObservation> {
  const { toolName } = progress;
  const text = error.toModelText();
  const headed =
    text.includes(`tool '${toolName}'`) ||
    text.startsWith(`Tool '${toolName}'`) ||
    error.code === 'UNKNOWN_TOOL';
  const rendered: RenderedResult = {
    content: [{ type: 'text', text: headed ? text : `Tool '${toolName}' failed: ${text}` }],
    isError: true,
  };
  return answer(rendered, progress, environment, error);
}

async function answer(
  rendered: RenderedResult,
  progress: CallProgress,
  { run, settings }: CallEnvironment,
  error?: ToolwrightError,
): Promise<CallObservation> {
  const sealed = sealResult(rendered, run.secrets, settings.limits.resultBytes);
  const { visualize } = sealed;
  const observation = new CallObservation(sealed, { ...factsOf(progress, settings), error, visualize });
  if (progress.isJournalled) {
    await settings.journal?.write({
      type: 'tool-call-ended',
      runId: run.runId,
      callId: progress.callId,
      observation,
      attempts: progress.attempts,
      durationMs: observation.durationMs,
    });
  }
  return observation;
}

function factsOf(progress: CallProgress, { clock }: CallSettings): CallFacts {
  const { callId, toolName, repairs, attempts, startedAtMs } = progress;
  return { callId, toolName, repairs, attempts, durationMs: clock.monotonicMs() - startedAtMs };
}

import { CallCancellation } from '../context/call-cancellation.js';
import { type RunContext } from '../context/run-context.js';
import { type RunScope } from '../context/run-scope.js';
import { type Secrets } from '../context/secrets.js';
import { toJson } from '../foundation/codecs.js';
import { type JsonValue } from '../foundation/json.js';
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
import { asToolwrightError, describeThrown } from './thrown.js';
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
  readonly call: ToolCall;
  readonly options: CallOptions;
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
    call,
    options,
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
    const rendered = await perform(progress, environment);
    return await answer(rendered, progress, environment);
  } catch (thrown) {
    const error = asToolwrightError(thrown, progress.toolName, environment.run.secrets);
    return await answerError(error, progress, environment);
  } finally {
    unfollow();
    progress.cancellation.release();
  }
}

async function perform(progress: CallProgress, environment: CallEnvironment): Promise<RenderedResult> {
  const { settings, run } = environment;
  const definition = findTool(settings.tools, progress.toolName);
  const accepted = await acceptArguments(definition, progress.call.arguments, settings.limits);
  progress.repairs = accepted.repairs;
  if (!accepted.ok) throw new InvalidArgumentsError(definition.name, accepted.issues);
  const checked: CheckedCall = { callId: progress.callId, tool: definition, action: accepted.value, run };
  await checkCall(settings.guardrails, checked);
  await authorise(settings.policies, checked);
  // A recalled result passes the same checks: a guardrail may be newer than the recording.
  const returned = (await settings.recall?.find(checked)) ?? (await execute(checked, progress, environment));
  const rendered = await renderResult(definition, returned);
  if (!rendered.isError) {
    const { visualize } = rendered;
    const observation = new CallObservation(rendered, { ...factsOf(progress, environment), visualize });
    await checkResult(settings.guardrails, observation, checked);
  }
  return rendered;
}

async function execute(
  checked: CheckedCall,
  progress: CallProgress,
  environment: CallEnvironment,
): Promise<unknown> {
  const { tool: definition, action, callId } = checked;
  const { call, options, cancellation } = progress;
  const { binding } = definition;
  if (binding === undefined) throw new NoExecutorError(definition.name);
  await journalStart(checked, progress, environment);
  return runAttempts({
    ...environment,
    callId,
    definition,
    binding,
    options,
    cancellation,
    action,
    renewAction: () => acceptArguments(definition, call.arguments, environment.settings.limits),
    onAttempt: attempt => void (progress.attempts = attempt),
  });
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
  progress: CallProgress,
  { run, settings }: CallEnvironment,
): Promise<void> {
  if (settings.journal === undefined) return;
  await settings.journal.write({
    type: 'tool-call-started',
    runId: run.runId,
    callId: call.callId,
    turn: progress.options.turn ?? 1,
    toolName: call.tool.name,
    replayClass: call.tool.replayClass,
    arguments: run.secrets.maskJson(toJson(call.action)),
    repairs: maskRepairs(progress.repairs, run.secrets),
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
  const text = describeThrown(error, environment.run.secrets);
  const isHeaded =
    error.code === 'UNKNOWN_TOOL' ||
    text.startsWith(`Invalid arguments for tool '${toolName}': `) ||
    text.startsWith(`Tool '${toolName}' `);
  const rendered: RenderedResult = {
    content: [{ type: 'text', text: isHeaded ? text : `Tool '${toolName}' failed: ${text}` }],
    isError: true,
  };
  return answer(rendered, progress, environment, error);
}

async function answer(
  rendered: RenderedResult,
  progress: CallProgress,
  environment: CallEnvironment,
  error?: ToolwrightError,
): Promise<CallObservation> {
  const { run, settings } = environment;
  const sealed = sealResult(rendered, run.secrets, settings.limits.resultBytes);
  const { visualize } = sealed;
  const observation = new CallObservation(sealed, { ...factsOf(progress, environment), error, visualize });
  if (progress.isJournalled) await journalEnd(observation, environment);
  return observation;
}

/** The tool has run, so its result counts even when it cannot be recorded; the journal then shows the call in doubt. */
async function journalEnd(observation: CallObservation, { run, settings }: CallEnvironment): Promise<void> {
  const { callId, toolName, attempts, durationMs } = observation;
  const { runId } = run;
  try {
    await settings.journal?.write({
      type: 'tool-call-ended',
      runId,
      callId,
      observation,
      attempts,
      durationMs,
    });
  } catch (error) {
    const reason = describeThrown(error, run.secrets);
    run.logger.error('The end of a tool call could not be recorded.', { runId, callId, toolName, reason });
  }
}

function factsOf(progress: CallProgress, { run, settings }: CallEnvironment): CallFacts {
  const { callId, toolName, attempts, startedAtMs } = progress;
  const repairs = maskRepairs(progress.repairs, run.secrets);
  return { callId, toolName, repairs, attempts, durationMs: settings.clock.monotonicMs() - startedAtMs };
}

/** Repairs quote arguments, which a model may have copied from anywhere. */
function maskRepairs(repairs: readonly Repair[], secrets: Secrets): readonly Repair[] {
  return repairs.length === 0
    ? repairs
    : (secrets.maskJson(repairs as unknown as JsonValue) as unknown as readonly Repair[]);
}

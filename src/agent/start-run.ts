import type { RunContext } from '../context/run-context.js';
import { DEFAULT_LIMITS } from '../execution/call-settings.js';
import { closeExecutors } from '../execution/close-executors.js';
import type { CallEvent, CallJournal } from '../execution/ports.js';
import type { RunOptions } from '../execution/runtime-options.js';
import type { ToolRun } from '../execution/tool-run.js';
import type { ToolRuntime } from '../execution/tool-runtime.js';
import { type Clock, systemClock } from '../foundation/clock.js';
import { type Entropy, systemEntropy } from '../foundation/entropy.js';
import { maskRecord } from '../journal/mask-record.js';
import type { RunStore, RunWriter } from '../journal/run-store.js';
import { MemoryRunStore } from '../journal/stores/memory-run-store.js';
import type { ModelMessage } from '../model/message.js';
import type { Model } from '../model/model.js';
import { unlessAborted } from '../model/unless-aborted.js';
import type { ToolDefinition } from '../tool/tool-definition.js';
import type { ToolSource } from '../tool/tool-source.js';
import type { AgentLimits, AgentOptions, AgentRunOptions } from './agent-options.js';
import type { AgentEvent } from './agent-run.js';
import type { RecordedApprover } from './approvals.js';
import { checkToolChoice } from './check-tool-choice.js';
import { ClosingSteps } from './closing-steps.js';
import { RunTakenError } from './errors.js';
import { LiveRun, type ParentCall } from './live-run.js';
import { OfferedTools } from './offered-tools.js';
import type { OutputType } from './output-type.js';
import { RunJournal } from './run-journal.js';
import { DurationReached } from './run-loop.js';
import { Transcript } from './transcript.js';

/** An agent that is open. */
export interface OpenAgent {
  readonly name: string;
  readonly options: AgentOptions;
  readonly model: Model;
  readonly outputType: OutputType | undefined;
  readonly runtime: ToolRuntime;
}

/** What a run begins with. */
export interface RunStart {
  readonly options: AgentRunOptions;
  readonly store: RunStore;
  readonly stop: AbortController;
  readonly approver: RecordedApprover;
  /** How many events the run has to have, so that nobody else has gone on with it. */
  readonly eventCount: number;
  /** Recorded ones, of a run that goes on. @defaultValue asked for */
  readonly instructions?: string;
  readonly history: readonly ModelMessage[];
  /** Milliseconds of earlier sittings. @defaultValue 0 */
  readonly workedMs?: number;
  readonly parent: ParentCall | undefined;
  readonly isStreaming: boolean;
  readonly emit: (event: AgentEvent) => void;
}

/** A run that was opened, and how it is closed. */
export interface OpenedRun {
  readonly live: LiveRun;
  readonly instructions: string;
  readonly close: () => Promise<void>;
}

/** Calls are recorded in the run's journal, which needs the run to be open. */
class LateJournal implements CallJournal {
  live: LiveRun | undefined;

  write(event: CallEvent): Promise<void> | undefined {
    return this.live?.parts.journal.write(
      event.type === 'tool-call-ended' ? { ...event, ...this.live.takeSpent(event.callId) } : event,
    );
  }
}

/**
 * Opens the run of an agent: its context, its tools, its journal, its clock.
 *
 * @throws `RUN_BUSY` when another one writes a run of this id, `DEFINITION` for tools that are none, and what the functions
 * for instructions and tools throw.
 */
export async function startRun(agent: OpenAgent, start: RunStart): Promise<OpenedRun> {
  const { options } = agent;
  const { stop, approver } = start;
  const journalOfCalls = new LateJournal();
  const tools = agent.runtime.openRun(runOptionsOf(start, options, journalOfCalls));
  const { logger } = tools.context;
  const closing = new ClosingSteps(logger);
  // Services outlive the answer for a tool that ignores its signal; its caller does not wait.
  closing.add(() => {
    const closed = tools.close();
    return tools.isLate ? undefined : closed;
  });
  const limits = { ...limitsOf(options), ...limitsOf(start.options) };
  const clock = options.clock ?? systemClock;
  closing.add(stopAt(limits.maxDurationMs, start.workedMs ?? 0, { clock, stop }));
  const close = (): Promise<void> => closing.run();
  try {
    const { runId, secrets } = tools.context;
    const definitions = await unlessStopped(stop, definitionsOf(agent, tools, closing), []);
    const offered = offer(agent, definitions, tools.context);
    const toolChoice = start.options.toolChoice ?? options.toolChoice ?? 'auto';
    checkToolChoice(toolChoice, offered);
    const writer = await openWriter(start, runId);
    closing.add(() => writer.close());
    if (writer.nextSeq !== start.eventCount) throw new RunTakenError(runId, start.eventCount === 0);
    const journal = new RunJournal(writer, { runId, secrets, clock, isOwnName: name => offered.has(name) });
    closing.add(() => journal.close());
    const instructions =
      start.instructions ?? (await unlessStopped(stop, instructionsOf(agent, tools.context), ''));
    const live = new LiveRun({
      agentName: agent.name,
      options,
      model: agent.model,
      outputType: agent.outputType,
      limits,
      container: start.options.container,
      store: start.store,
      toolChoice,
      tools,
      offered,
      transcript: new Transcript(
        instructions,
        maskRecord(start.history, secrets),
        options.limits?.argumentBytes ?? DEFAULT_LIMITS.argumentBytes,
      ),
      journal,
      stop,
      parent: start.parent,
      isStreaming: start.isStreaming,
      emit: start.emit,
    });
    warnOfPrice(live);
    journalOfCalls.live = live;
    approver.attach(live);
    return { live, instructions, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** A limit on cost holds for agents below too, as far as their cost is known. */
function warnOfPrice({ parts, context, runId }: LiveRun): void {
  const { model, agentName } = parts;
  if (model.hasPrice !== false) return;
  for (let above = parts.parent?.run; above !== undefined; above = above.parts.parent?.run) {
    if (above.parts.limits.maxCostUsd === undefined) continue;
    const text = `The limit maxCostUsd of '${above.parts.agentName}' does not see what '${agentName}' costs: the model '${model.modelId}' has no price.`;
    context.logger.warn(text, { runId });
    return;
  }
}

function offer(
  { model, options }: OpenAgent,
  definitions: readonly ToolDefinition[],
  run: RunContext,
): OfferedTools {
  const offered = new OfferedTools(
    visible(definitions, options, run),
    model.dialect,
    options.asksForRisk ?? true,
  );
  for (const warning of offered.warnings) run.logger.warn(warning, { runId: run.runId });
  return offered;
}

/** What `work` gives, or `otherwise` as soon as the run is stopped: it then ends with its first step. */
function unlessStopped<T>({ signal }: AbortController, work: Promise<T>, otherwise: T): Promise<T> {
  return unlessAborted(work, signal).catch((error: unknown) => {
    if (signal.aborted) return otherwise;
    throw error;
  });
}

/** A run that was stopped before its store could be opened is kept nowhere. */
async function openWriter({ store, stop }: RunStart, runId: string): Promise<RunWriter> {
  const opening = store.write(runId);
  const writer = await unlessStopped(stop, opening, undefined);
  if (writer !== undefined) return writer;
  opening.then(late => late.close()).catch(() => undefined);
  return new MemoryRunStore().write(runId);
}

function runOptionsOf(
  { options, stop, approver }: RunStart,
  { entropy = systemEntropy }: { readonly entropy?: Entropy },
  journal: CallJournal,
): RunOptions {
  const { state, container, logger, conversationId, secrets, runId = entropy.uuid() } = options;
  return {
    state,
    runId,
    conversationId,
    signal: stop.signal,
    approver,
    journal,
    ...(container === undefined ? {} : { container }),
    ...(secrets === undefined ? {} : { secrets }),
    ...(logger === undefined ? {} : { logger }),
  };
}

/** The tools of this run; what a function makes for it is closed with it. */
async function definitionsOf(
  { options, runtime }: OpenAgent,
  run: ToolRun,
  closing: ClosingSteps,
): Promise<readonly ToolDefinition[]> {
  if (typeof options.tools !== 'function') return runtime.definitions();
  const sources: readonly ToolSource[] = await options.tools(run.context);
  const made = runtime.compile(sources);
  const { logger, secrets } = run.context;
  const own = made.filter(definition => !sources.includes(definition));
  closing.add(() => closeExecutors(own, { logger, secrets }));
  const all = [...runtime.definitions(), ...made];
  run.useTools(all);
  return all;
}

async function instructionsOf({ options, outputType }: OpenAgent, run: RunContext): Promise<string> {
  const { instructions = '' } = options;
  const told = typeof instructions === 'string' ? instructions : await instructions(run);
  const all = outputType === undefined ? told : `${told}\n\n${outputType.instructions}`.trimStart();
  return run.secrets.mask(all);
}

/** What every policy lets the model know of. Calls are judged again, since a model may guess a name. */
function visible(
  definitions: readonly ToolDefinition[],
  { policies = [] }: AgentOptions,
  run: RunContext,
): readonly ToolDefinition[] {
  const hiding = policies.filter(policy => policy.isVisible !== undefined);
  if (hiding.length === 0) return definitions;
  return definitions.filter(definition =>
    hiding.every(policy => {
      try {
        return policy.isVisible?.(definition, run) === true;
      } catch {
        return false;
      }
    }),
  );
}

/** Those that are given. */
export function limitsOf({
  maxSteps,
  maxToolCalls,
  maxDurationMs,
  maxCostUsd,
  maxTokens,
}: AgentLimits): AgentLimits {
  return Object.fromEntries(
    Object.entries({ maxSteps, maxToolCalls, maxDurationMs, maxCostUsd, maxTokens }).filter(
      ([, limit]) => limit !== undefined,
    ),
  );
}

function stopAt(
  maxDurationMs: number | undefined,
  workedMs: number,
  { clock, stop }: { readonly clock: Clock; readonly stop: AbortController },
): () => void {
  if (maxDurationMs === undefined) return () => undefined;
  return clock.schedule(Math.max(0, maxDurationMs - workedMs), () =>
    stop.abort(new DurationReached(maxDurationMs)),
  );
}

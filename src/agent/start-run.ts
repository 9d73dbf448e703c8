import type { RunContext } from '../context/run-context.js';
import { DEFAULT_LIMITS } from '../execution/call-settings.js';
import type { CallEvent, CallJournal } from '../execution/ports.js';
import type { RunOptions } from '../execution/runtime-options.js';
import { type Clock, systemClock } from '../foundation/clock.js';
import { type Entropy, systemEntropy } from '../foundation/entropy.js';
import { unlessAborted } from '../foundation/unless-aborted.js';
import { maskRecord } from '../journal/mask-record.js';
import type { RunStore, RunWriter } from '../journal/run-store.js';
import { MemoryRunStore } from '../journal/stores/memory-run-store.js';
import type { ModelMessage } from '../model/message.js';
import type { AgentLimits, AgentRunOptions } from './agent-options.js';
import type { AgentEvent } from './agent-run.js';
import type { RecordedApprover } from './approvals.js';
import { checkToolChoice } from './check-tool-choice.js';
import { ClosingSteps } from './closing-steps.js';
import { RunTakenError } from './errors.js';
import { LiveRun, type ParentCall } from './live-run.js';
import type { OpenAgent } from './open-agent.js';
import { type JournalledRun, RunJournal } from './run-journal.js';
import { DurationReached } from './run-loop.js';
import { RunTools } from './run-tools.js';
import { Transcript } from './transcript.js';

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
    const runTools = new RunTools(agent, tools);
    await unlessStopped(stop, runTools.open(closing), undefined);
    const { offered } = runTools;
    const toolChoice = start.options.toolChoice ?? options.toolChoice ?? 'auto';
    // A run that was stopped has no tools yet, and asks for none.
    if (!stop.signal.aborted) checkToolChoice(toolChoice, offered);
    const journal = await openJournal(
      start,
      { runId, secrets, clock, isOwnName: name => runTools.offered.has(name) },
      closing,
    );
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
      runTools,
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

/** What `work` gives, or `otherwise` as soon as the run is stopped: it then ends with its first step. */
function unlessStopped<T>({ signal }: AbortController, work: Promise<T>, otherwise: T): Promise<T> {
  return unlessAborted(work, signal).catch((error: unknown) => {
    if (signal.aborted) return otherwise;
    throw error;
  });
}

/** @throws `RUN_BUSY`, `RUN_TAKEN` */
async function openJournal(start: RunStart, run: JournalledRun, closing: ClosingSteps): Promise<RunJournal> {
  const writer = await openWriter(start, run.runId);
  closing.add(() => writer.close());
  if (!start.stop.signal.aborted && writer.nextSeq !== start.eventCount)
    throw new RunTakenError(run.runId, start.eventCount === 0);
  const journal = new RunJournal(writer, run);
  closing.add(() => journal.close());
  return journal;
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
  const { state, container, logger, conversationId, secrets, answerer, runId = entropy.uuid() } = options;
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
    ...(answerer === undefined ? {} : { answerer }),
  };
}

async function instructionsOf({ options, outputType }: OpenAgent, run: RunContext): Promise<string> {
  const { instructions = '' } = options;
  const told = typeof instructions === 'string' ? instructions : await instructions(run);
  const all = outputType === undefined ? told : `${told}\n\n${outputType.instructions}`.trimStart();
  return run.secrets.mask(all);
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

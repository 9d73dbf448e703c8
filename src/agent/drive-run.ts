import { systemClock, within } from '../foundation/clock.js';
import { toJson } from '../foundation/codecs.js';
import { definedMembers } from '../foundation/json.js';
import { ToolwrightError } from '../foundation/toolwright-error.js';
import type { RecordedLimits, RunEvent } from '../journal/events.js';
import { maskRecord } from '../journal/mask-record.js';
import type { RunStore } from '../journal/run-store.js';
import { type InputPart, type ModelMessage, textOf } from '../model/message.js';
import { NO_USAGE } from '../model/usage.js';
import type { AgentRunOptions } from './agent-options.js';
import type { AgentEvent, AgentRun, ApprovalDecision } from './agent-run.js';
import { RecordedApprover } from './approvals.js';
import { checkText } from './check-text.js';
import { goOn } from './go-on.js';
import type { LiveRun, ParentCall } from './live-run.js';
import type { OpenAgent } from './open-agent.js';
import { repeatable } from './repeatable.js';
import { readResumedRun, type ResumedRun } from './resumed-run.js';
import { endOfFailure, type RunEnd, RunLoop, type Unfinished } from './run-loop.js';
import { limitsOf, type OpenedRun, startRun } from './start-run.js';

/** What a run is to do, and whom it tells. */
export interface Drive {
  readonly store: RunStore;
  readonly stop: AbortController;
  readonly options: AgentRunOptions;
  readonly input: readonly InputPart[];
  readonly resumed: { readonly runId: string; readonly decisions: readonly ApprovalDecision[] } | undefined;
  /** Of an agent that works as a tool of another. */
  readonly parent: ParentCall | undefined;
  readonly isStreaming: boolean;
  readonly emit: (event: AgentEvent) => void;
}

/** Takes a run from its start, or from where it stopped, to where it comes to rest. */
export async function driveRun(agent: OpenAgent, drive: Drive): Promise<AgentRun> {
  return drive.resumed === undefined ? driveNew(agent, drive) : driveOn(agent, drive, drive.resumed);
}

async function driveNew(agent: OpenAgent, drive: Drive): Promise<AgentRun> {
  const approver = new RecordedApprover(new Map(), drive.parent);
  const history = drive.options.history ?? [];
  const opened = await startRun(agent, { ...drive, approver, history, eventCount: 0 });
  return finish(opened, { approver, prepare: () => begin(opened.live, drive, opened.instructions) });
}

async function driveOn(
  agent: OpenAgent,
  drive: Drive,
  { runId, decisions }: NonNullable<Drive['resumed']>,
): Promise<AgentRun> {
  const resumed = await readResumedRun(drive.store, runId, {
    agent: agent.name,
    decisions,
    hasState: drive.options.state !== undefined,
    isBelow: drive.parent !== undefined,
  });
  const { started, approvals, eventCount } = resumed;
  const { limits, toolChoice } = started;
  const approver = new RecordedApprover(approvals, drive.parent);
  const conversationId = drive.options.conversationId ?? started.conversationId;
  const opened = await startRun(agent, {
    ...drive,
    approver,
    options: {
      ...limits,
      ...(toolChoice === undefined ? {} : { toolChoice }),
      ...definedMembers(drive.options),
      runId,
      conversationId,
    },
    instructions: started.instructions,
    history: started.history,
    eventCount,
    workedMs: resumed.workedMs,
  });
  const { asked } = resumed;
  return finish(opened, { approver, asked, prepare: () => goOn(opened.live, resumed) });
}

/** What is left to do once a run is open. */
interface Rest {
  readonly approver: RecordedApprover;
  readonly asked?: ResumedRun['asked'];
  readonly prepare: () => Promise<Unfinished>;
}

async function finish({ live, close }: OpenedRun, rest: Rest): Promise<AgentRun> {
  const { approver } = rest;
  try {
    const end = await runToEnd(live, rest);
    live.pending = end.status === 'paused' ? [...approver.pending, ...live.pendingBelow] : [];
    live.handUpPending();
    await recordEnd(live, end);
    return resultOf(live, end);
  } finally {
    await close();
  }
}

/** Whatever goes wrong is how the run ends. */
async function runToEnd(live: LiveRun, { prepare, asked }: Rest): Promise<RunEnd> {
  try {
    return await new RunLoop(live, asked).run(await prepare());
  } catch (thrown) {
    return endOfFailure(live, thrown);
  }
}

async function begin(
  live: LiveRun,
  { input, options, parent }: Drive,
  instructions: string,
): Promise<Unfinished> {
  const { agentName, model, transcript } = live.parts;
  const { offered } = live;
  const { secrets } = live.context;
  const limits = recordedLimits(options);
  const masked = maskRecord(input, secrets);
  await live.record({
    type: 'run-started',
    agent: agentName,
    model: model.modelId,
    ...(options.conversationId === undefined ? {} : { conversationId: options.conversationId }),
    ...(parent === undefined ? {} : { parent: { runId: parent.runId, callId: parent.callId } }),
    ...(options.state === undefined ? {} : { hasState: true }),
    ...(Object.keys(limits).length === 0 ? {} : { limits }),
    ...(options.toolChoice === undefined ? {} : { toolChoice: options.toolChoice }),
    history: options.history ?? [],
    instructions,
    input: masked,
    toolNames: offered.rendered.map(({ name }) => name),
  });
  await checkText(live, 'input', textOf(input));
  const message: ModelMessage = { role: 'user', content: masked };
  transcript.add(message);
  return {};
}

/** JSON has no endless numbers, and an endless limit is none. */
function recordedLimits(options: AgentRunOptions): RecordedLimits {
  return Object.fromEntries(Object.entries(limitsOf(options)).filter(([, limit]) => Number.isFinite(limit)));
}

/** A run that cannot record its end has still ended. */
async function recordEnd(live: LiveRun, end: RunEnd): Promise<void> {
  try {
    await within(systemClock, WRITING_MS, live.parts.journal.write(endEventOf(live, end)));
  } catch (failure) {
    const why = ToolwrightError.is(failure) ? failure.message : String(failure);
    live.context.logger.error('The end of a run could not be recorded.', { runId: live.runId, reason: why });
  }
}

/** How long the end of a run may take to be written; nobody waits for ever for an answer that is there. */
const WRITING_MS = 5_000;

function endEventOf(live: LiveRun, { status, reason, error, output, finishReason }: RunEnd): RunEvent {
  if (status === 'paused') return pauseOf(live);
  return {
    type: 'run-ended',
    status,
    text: live.text,
    ...(output === undefined ? {} : { output: toJson(output) }),
    ...(reason === undefined ? {} : { reason }),
    ...(error === undefined ? {} : { error: { code: error.code, message: error.message } }),
    ...(finishReason === undefined ? {} : { finishReason }),
    usage: live.usage,
    steps: live.steps,
  };
}

function pauseOf({ pending, runId: own, spentByGuardrails: usage }: LiveRun): RunEvent {
  const below = pending.flatMap(({ callId, runId = own }) => (runId === own ? [] : [{ runId, callId }]));
  return {
    type: 'run-paused',
    callIds: pending.flatMap(({ callId, runId }) => (runId === undefined ? [callId] : [])),
    ...(below.length === 0 ? {} : { below }),
    ...(usage === NO_USAGE ? {} : { usage }),
  };
}

const resultOf = (live: LiveRun, { status, output, ...rest }: RunEnd): AgentRun => ({
  id: live.runId,
  status,
  output: status === 'completed' ? output : undefined,
  text: live.text,
  usage: live.usage,
  steps: live.steps,
  calls: live.calls,
  pending: live.pending,
  ...rest,
  messages: repeatable(live.parts.transcript.own, { status, isGuarded: live.isGuarded }),
});

import { buildMessages } from '../journal/build-messages.js';
import type { JournalEvent, MessageAdded, RunStarted, SpentBelow } from '../journal/events.js';
import { findOpenCalls, type OpenCall } from '../journal/find-open-calls.js';
import type { RunStore } from '../journal/run-store.js';
import { sumUsage } from '../journal/sum-usage.js';
import { type ModelMessage, toolCallsOf } from '../model/message.js';
import type { ModelResponse } from '../model/model.js';
import type { AgentCall, ApprovalDecision } from './agent-run.js';
import type { RecordedApproval } from './approvals.js';
import { RunNotResumableError } from './errors.js';
import { observationOf, readCalls } from './read-calls.js';
import { readDecisions, type WaitingCall } from './read-decisions.js';
import type { OpenTurn } from './run-loop.js';

/** A run as its journal tells it, ready to go on. */
export interface ResumedRun {
  readonly started: RunStarted;
  readonly eventCount: number;
  /** From the input on; without the results of an open turn, which are told together once all of them are there. */
  readonly messages: readonly ModelMessage[];
  /** The last turn, when the model has not been asked since. */
  readonly open: OpenTurn | undefined;
  /** Ids of the calls of the open turn that the journal has as such: not all, when the process ended before. */
  readonly requested: ReadonlySet<string>;
  /** Calls of it whose effect nobody can know: they were at work when the process ended, and must not be repeated. */
  readonly inDoubt: readonly OpenCall[];
  /** The last answer of the model, when nothing came of it yet. */
  readonly answer: ModelResponse | undefined;
  /** No model was asked yet. */
  readonly isUnasked: boolean;
  /** About calls of this run. */
  readonly decisions: readonly ApprovalDecision[];
  /** About calls of runs that work for it. */
  readonly decisionsBelow: readonly ApprovalDecision[];
  /** Ids of open calls whose tool had begun. */
  readonly begun: ReadonlySet<string>;
  readonly approvals: Map<string, RecordedApproval>;
  readonly calls: readonly AgentCall[];
  /** Together with runs that worked for calls that are answered. */
  readonly spent: SpentBelow;
  readonly steps: number;
  /** How often the model was asked again, and why. */
  readonly asked: readonly MessageAdded['because'][];
  /** Milliseconds of all sittings: what was waited for between them does not count. */
  readonly workedMs: number;
}

/** Who goes on with a run, and what it is given for that. */
export interface Resumption {
  readonly agent: string;
  readonly decisions: readonly ApprovalDecision[];
  readonly hasState: boolean;
  /** The decisions are those of a run above, which has looked whom they are for. */
  readonly isBelow: boolean;
}

/** @throws {@link RunNotResumableError} (`RUN_NOT_RESUMABLE`) */
export async function readResumedRun(
  store: RunStore,
  runId: string,
  resumption: Resumption,
): Promise<ResumedRun> {
  const recorded = await store.read(runId);
  const refuse = (reason: string, isOver = false): RunNotResumableError =>
    new RunNotResumableError(runId, reason, isOver);
  if (recorded === undefined)
    throw refuse(
      'its store does not have it. An agent finds runs of others, and of other processes, in the `store` it was given.',
      true,
    );
  const { events } = recorded;
  const started = events[0];
  if (started?.type !== 'run-started') throw refuse('it has no beginning.');
  const ended = events.find(event => event.type === 'run-ended');
  if (ended !== undefined) throw refuse(`it has ended (${ended.status}).`, true);
  const above =
    resumption.isBelow || started.parent === undefined ? undefined : await store.read(started.parent.runId);
  if (above?.events.some(({ type }) => type === 'run-ended') === true)
    throw refuse(`the run that it works for, '${above.runId}', has ended.`, true);
  const obstacle = findObstacle(started, resumption);
  if (obstacle !== undefined) throw refuse(obstacle);
  const rest = read(events);
  const open = findOpenCalls(events).filter(({ turn }) => turn === rest.open?.turn);
  const waiting = open.filter(({ state }) => state === 'waiting').map(({ callId }) => ({ runId, callId }));
  const all = resumption.isBelow
    ? resumption.decisions
    : readDecisions(resumption.decisions, {
        waiting: [...waiting, ...waitingBelow(events)],
        open: open.map(({ callId }) => ({ runId, callId })),
        refuse,
      });
  const isWaiting = new Set(waiting.map(({ callId }) => callId));
  const decisions = all.filter(decision => decision.runId === runId && isWaiting.has(decision.callId));
  return {
    started,
    eventCount: events.length,
    ...rest,
    inDoubt: open.filter(isInDoubt),
    begun: new Set(open.flatMap(({ callId, replayClass }) => (replayClass === undefined ? [] : [callId]))),
    decisions,
    decisionsBelow: all.filter(decision => decision.runId !== runId),
    approvals: approvalsOf(open, decisions, events),
  };
}

function findObstacle(started: RunStarted, { agent, hasState }: Resumption): string | undefined {
  if (started.agent !== agent)
    return `it is a run of the agent '${started.agent}', and this is '${agent}', which may be allowed other things. Resume it with an agent of that name.`;
  if (started.hasState === true && !hasState)
    return 'it was started with a state, which is not kept. Give it again: resume(runId, decisions, { state }).';
  return undefined;
}

/** What runs waited for that work for this one, when it paused. */
function waitingBelow(events: readonly JournalEvent[]): readonly WaitingCall[] {
  const paused = events.filter(event => event.type === 'run-paused').at(-1);
  return paused?.below ?? [];
}

const isInDoubt = ({ state, replayClass }: OpenCall): boolean =>
  state === 'in-doubt' && replayClass === 'side_effecting';

type Rest = Omit<
  ResumedRun,
  'started' | 'eventCount' | 'inDoubt' | 'begun' | 'decisions' | 'decisionsBelow' | 'approvals'
>;

function read(events: readonly JournalEvent[]): Rest {
  const { messages } = buildMessages(events);
  const last = events
    .filter(event => event.type === 'model-call-ended' && event.response !== undefined)
    .at(-1);
  const { response, turn = 0 } = last?.type === 'model-call-ended' ? last : {};
  const calls = response === undefined ? [] : toolCallsOf(response.content);
  const since = last === undefined ? [] : events.slice(last.seq + 1);
  const ended = since.filter(event => event.type === 'tool-call-ended');
  const isOpen = calls.length > 0;
  const isFollowed = since.some(({ type }) => type === 'message-added');
  return {
    messages: isOpen && messages.at(-1)?.role === 'tool' ? messages.slice(0, -1) : messages,
    open: isOpen ? { calls, turn, answered: ended.map(observationOf) } : undefined,
    requested: new Set(
      since.flatMap(event => (event.type === 'tool-call-requested' ? [event.call.callId] : [])),
    ),
    answer: isFollowed ? undefined : response,
    isUnasked: events.every(({ type }) => type !== 'model-call-started'),
    calls: readCalls(events),
    spent: { usage: sumUsage(events), toolCalls: countCalls(events) },
    steps: turn,
    asked: events.flatMap(event => (event.type === 'message-added' ? [event.because] : [])),
    workedMs: sumSittings(events),
  };
}

/** Those that were answered, here and in runs that worked for them. */
export const countCalls = (events: readonly JournalEvent[]): number =>
  events.reduce(
    (sum, event) => (event.type === 'tool-call-ended' ? sum + 1 + (event.spent?.toolCalls ?? 0) : sum),
    0,
  );

function sumSittings(events: readonly JournalEvent[]): number {
  const isStart = ({ type }: JournalEvent): boolean => type === 'run-started' || type === 'run-resumed';
  return events.reduce((sum, { at }, index) => {
    const next = events[index + 1];
    return next === undefined || isStart(next) ? sum : sum + Date.parse(next.at) - Date.parse(at);
  }, 0);
}

function approvalsOf(
  open: readonly OpenCall[],
  decisions: readonly ApprovalDecision[],
  events: readonly JournalEvent[],
): Map<string, RecordedApproval> {
  return new Map(
    open.flatMap(({ callId, turn, approval, decision }) => {
      if (approval === undefined) return [];
      const given = decisions.find(each => each.callId === callId) ?? decision;
      const decidedAt = events.find(event => event === decision)?.at;
      return [[callId, { requested: approval, decision: given, decidedAt, turn }] as const];
    }),
  );
}

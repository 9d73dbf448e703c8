import type { RunContext } from '../context/run-context.js';
import { findRunApprover } from '../execution/run-approver.js';
import type { JsonValue } from '../foundation/json.js';
import type { RunStatus, SpentBelow } from '../journal/events.js';
import type { RecordedRun } from '../journal/run-store.js';
import { FailCall } from '../tool/errors.js';
import type { AgentRunOptions } from './agent-options.js';
import type { AgentRun, ApprovalDecision } from './agent-run.js';
import type { LiveRun, ParentCall } from './live-run.js';
import { countCalls } from './resumed-run.js';

/** An agent, as far as another one can let it work. */
export interface Worker {
  readonly name: string;
  /** Its runs are kept elsewhere than those above. */
  readonly hasOwnStore: boolean;
  readonly runFor: (input: string, options: AgentRunOptions, parent: ParentCall) => Promise<AgentRun>;
  readonly resumeFor: (
    resumed: { readonly runId: string; readonly decisions: readonly ApprovalDecision[] },
    options: AgentRunOptions,
    parent: ParentCall,
  ) => Promise<AgentRun>;
  readonly readRun: (runId: string, parent: ParentCall) => Promise<RecordedRun | undefined>;
}

/** What came of a run, recorded or just now. */
export interface WorkDone {
  readonly status: RunStatus;
  readonly output?: unknown;
  readonly text: string;
  readonly reason?: string | undefined;
}

/** The call that is worked for. */
interface WorkPlace {
  readonly context: RunContext;
  readonly live: LiveRun | undefined;
}

/**
 * Lets an agent work for a call. A call that is made again goes on with the run that it began, whose id follows from the
 * call; what that has ended with is its result.
 */
export async function work(worker: Worker, task: string, { context, live }: WorkPlace): Promise<WorkDone> {
  const { call, runId } = context;
  const parent: ParentCall = {
    runId,
    callId: call.id,
    run: live,
    approver: findRunApprover(context),
    onStep: (progress, message) => call.progress({ progress, message }),
  };
  const options = optionsFor(context, live);
  if (live === undefined) return worker.runFor(task, options, parent);
  const idOf = (attempt: number): string =>
    attempt === 1 ? call.idempotencyKey : `${call.idempotencyKey}/${attempt}`;
  const fresh = { ...options, runId: idOf(call.attempt) };
  if (!live.begun.has(call.id) || call.attempt > 1) return worker.runFor(task, fresh, parent);
  let recorded = await worker.readRun(idOf(1), parent);
  if (recorded === undefined) {
    // What was begun is in the store of the run above, where nobody keeps it elsewhere.
    if (!worker.hasOwnStore) return worker.runFor(task, fresh, parent);
    throw lost(worker);
  }
  // Attempts before the last one were given up.
  for (let attempt = 2; ; attempt++) {
    const later = await worker.readRun(idOf(attempt), parent);
    if (later === undefined) break;
    recorded = later;
  }
  const { done, spent } = readEnd(recorded) ?? {};
  if (done === undefined || spent === undefined)
    return worker.resumeFor({ runId: recorded.runId, decisions: live.decisionsBelow }, options, parent);
  live.spendBelow(call.id, spent);
  return done;
}

function optionsFor(
  { state, conversationId, logger, secrets, call, answerer }: RunContext,
  live: LiveRun | undefined,
): AgentRunOptions {
  const container = live?.parts.container;
  return {
    ...{ state, conversationId, logger, secrets, signal: call.signal },
    ...(container === undefined ? {} : { container }),
    ...(answerer === undefined ? {} : { answerer }),
  };
}

/** What a run ended with; undefined for one that has not. */
function readEnd({ events }: RecordedRun): { done: WorkDone; spent: SpentBelow } | undefined {
  const end = events.find(event => event.type === 'run-ended');
  if (end === undefined) return undefined;
  const { status, text, reason, usage } = end;
  const output: JsonValue | undefined = end.output;
  return { done: { status, text, output, reason }, spent: { usage, toolCalls: countCalls(events) } };
}

const lost = ({ name }: Worker): FailCall =>
  new FailCall(
    `The agent '${name}' had begun before the process ended, and its run is not kept. The outcome is unknown: it may have taken effect. Check before calling it again.`,
  );

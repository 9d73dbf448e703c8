import type { Container } from '../context/container.js';
import type { RunContext } from '../context/run-context.js';
import type { CallObservation } from '../execution/call-observation.js';
import type { Approver } from '../execution/ports.js';
import type { ToolRun } from '../execution/tool-run.js';
import { unlessAborted } from '../foundation/unless-aborted.js';
import type { RunEvent, SpentBelow } from '../journal/events.js';
import type { RunStore } from '../journal/run-store.js';
import type { Model } from '../model/model.js';
import { watchSpending } from '../model/spending.js';
import { addUsage, NO_USAGE, type Usage } from '../model/usage.js';
import type { AgentLimits, AgentOptions, AgentToolChoice } from './agent-options.js';
import type { AgentCall, AgentEvent, ApprovalDecision, PendingApproval } from './agent-run.js';
import type { OfferedTools } from './offered-tools.js';
import type { OutputType } from './output-type.js';
import type { RunJournal } from './run-journal.js';
import type { RunTools } from './run-tools.js';
import { StuckDetector } from './stuck.js';
import type { Transcript } from './transcript.js';

/** The call that an agent works for as a tool. */
export interface ParentCall {
  readonly runId: string;
  readonly callId: string;
  /** The agent's run that made it, if one did. */
  readonly run: LiveRun | undefined;
  /** Who is asked about calls where the run cannot wait for an answer. */
  readonly approver: Approver | undefined;
  /** Told of each step, in a few words. */
  readonly onStep: (step: number, message: string) => void;
}

/** Whether an agent's run can be resumed here: everything above it has to be one too. */
export const canWait = (parent: ParentCall | undefined): boolean =>
  parent === undefined || (parent.run !== undefined && canWait(parent.run.parts.parent));

/** Who decides at once about calls of a run that cannot be resumed. */
export const findApproverAbove = (parent: ParentCall | undefined): Approver | undefined =>
  parent?.run === undefined ? parent?.approver : findApproverAbove(parent.run.parts.parent);

/** What a run works with. */
export interface LiveRunParts {
  readonly agentName: string;
  readonly options: AgentOptions;
  readonly model: Model;
  readonly outputType: OutputType | undefined;
  readonly limits: AgentLimits;
  /** Where the services of this run come from, unless the agent says. */
  readonly container: Container | undefined;
  readonly store: RunStore;
  readonly toolChoice: AgentToolChoice;
  readonly tools: ToolRun;
  readonly runTools: RunTools;
  readonly transcript: Transcript;
  readonly journal: RunJournal;
  /** Ends the run: the caller's signal, a closed agent, the wall clock. */
  readonly stop: AbortController;
  readonly parent: ParentCall | undefined;
  readonly isStreaming: boolean;
  readonly emit: (event: AgentEvent) => void;
}

const liveRuns = new WeakMap<RunContext, LiveRun>();

/** The agent's run that a context belongs to; undefined for a call that no agent makes. */
export const findLiveRun = (run: RunContext): LiveRun | undefined => liveRuns.get(run);

/** A run while it goes on: what it works with, and what came of it so far. */
export class LiveRun {
  readonly stuck: StuckDetector | undefined;
  readonly calls: AgentCall[] = [];
  usage: Usage = NO_USAGE;
  /** In this sitting: no other event has it. */
  spentByGuardrails: Usage = NO_USAGE;
  /** Its own, and those of runs that work for it. */
  toolCalls = 0;
  /** What runs used that work for a call of it. */
  readonly #spentBelow = new Map<string, SpentBelow>();
  /** Ids of open calls that had begun before the run was resumed. */
  begun: ReadonlySet<string> = new Set();
  /** About calls of runs that work for it. */
  decisionsBelow: readonly ApprovalDecision[] = [];
  /** What runs wait for that work for it. */
  readonly pendingBelow: PendingApproval[] = [];
  steps = 0;
  text = '';
  /** Text that a guardrail may still take back, or a middleware change, is not told while it is written. */
  readonly holdsText: boolean;
  /** A guardrail may block answers. */
  readonly isGuarded: boolean;
  pending: readonly PendingApproval[] = [];

  constructor(readonly parts: LiveRunParts) {
    const { stuck, guardrails = [], middleware = [] } = parts.options;
    this.isGuarded = guardrails.some(({ position, blocks = true }) => position === 'output' && blocks);
    this.holdsText = this.isGuarded || middleware.some(({ changesText }) => changesText === true);
    if (stuck !== false) this.stuck = new StuckDetector(stuck);
    liveRuns.set(this.context, this);
    watchSpending(this.context, usage => {
      this.spentByGuardrails = addUsage(this.spentByGuardrails, usage);
      this.spend({ usage });
    });
  }

  /** As they are in this turn. */
  get offered(): OfferedTools {
    return this.parts.runTools.offered;
  }

  get context(): RunContext {
    return this.parts.tools.context;
  }

  /** A call was made that `toolChoice` asked for; then the model is free. */
  get isChoiceMet(): boolean {
    const { toolChoice } = this.parts;
    const { offered } = this;
    const names = typeof toolChoice === 'object' ? [toolChoice.tool] : undefined;
    return this.calls.some(({ toolName }) =>
      names === undefined ? offered.exportedName(toolName) !== undefined : names.includes(toolName),
    );
  }

  /** Writes an event, and does not wait for it once the run is stopped. */
  record(event: RunEvent): Promise<void> {
    return this.whileWanted(this.parts.journal.write(event));
  }

  /** What `work` gives, or a rejection with the reason as soon as the run is stopped: code of others may never end. */
  whileWanted<T>(work: PromiseLike<T> | T): Promise<T> {
    return unlessAborted(Promise.resolve(work), this.parts.stop.signal);
  }

  /** Another answer to a call in place of the one it has, if it has one; whoever watches is told. */
  answer(observation: CallObservation): void {
    const { callId } = observation;
    const index = this.calls.findIndex(call => call.callId === callId);
    const call = this.calls[index];
    if (call !== undefined) this.calls[index] = { ...call, observation };
    this.parts.emit({ type: 'tool-call-end', callId, observation });
  }

  get runId(): string {
    return this.context.runId;
  }

  /** Here or in a run that works for this one. Runs above pay for it at once: one that is cancelled has cost something too. */
  spend({ usage = NO_USAGE, toolCalls = 0 }: Partial<SpentBelow>): void {
    this.usage = addUsage(this.usage, usage);
    this.toolCalls += toolCalls;
    if (usage !== NO_USAGE) this.parts.emit({ type: 'usage', usage: this.usage });
    const { parent } = this.parts;
    parent?.run?.spendBelow(parent.callId, { usage, toolCalls });
  }

  /** By a run that works for a call of this one. */
  spendBelow(callId: string, { usage, toolCalls }: SpentBelow): void {
    const before = this.#spentBelow.get(callId) ?? { usage: NO_USAGE, toolCalls: 0 };
    this.#spentBelow.set(callId, {
      usage: addUsage(before.usage, usage),
      toolCalls: before.toolCalls + toolCalls,
    });
    this.spend({ usage, toolCalls });
  }

  /** What was spent for a call that is answered now. */
  takeSpent(callId: string): { readonly spent?: SpentBelow } {
    const spent = this.#spentBelow.get(callId);
    this.#spentBelow.delete(callId);
    return spent === undefined ? {} : { spent };
  }

  /** Tells whoever watches this run, and those above, of a call that waits. */
  tellOfApproval(approval: PendingApproval): void {
    this.parts.emit({ type: 'approval-needed', approval });
    this.parts.parent?.run?.tellOfApproval(this.#asBelow(approval));
  }

  /** Leaves what it waits for with the run above, which waits as well. */
  handUpPending(): void {
    this.parts.parent?.run?.pendingBelow.push(...this.pending.map(approval => this.#asBelow(approval)));
  }

  #asBelow(approval: PendingApproval): PendingApproval {
    return { runId: this.runId, agent: this.parts.agentName, ...approval };
  }

  /** How many runs this one works for. */
  get depth(): number {
    const { parent } = this.parts;
    return parent?.run === undefined ? 0 : parent.run.depth + 1;
  }

  /** The limit that the run has come to, or one above it; undefined while it may go on. */
  findReachedLimit(): string | undefined {
    const { maxSteps = DEFAULT_MAX_STEPS, maxToolCalls } = this.parts.limits;
    if (this.steps >= maxSteps) return `it came to ${maxSteps} steps (maxSteps)`;
    if (maxToolCalls !== undefined && this.toolCalls > maxToolCalls)
      return `it came to ${maxToolCalls} tool calls (maxToolCalls)`;
    return this.#findSpent();
  }

  /** The limit of tool calls that leaves no further one, here or above; undefined while there is room. */
  findCallLimit(): number | undefined {
    const { limits, parent } = this.parts;
    const { maxToolCalls = Infinity } = limits;
    return this.toolCalls >= maxToolCalls ? maxToolCalls : parent?.run?.findCallLimit();
  }

  #findSpent(): string | undefined {
    const { limits, parent } = this.parts;
    const { maxCostUsd, maxTokens } = limits;
    if (maxCostUsd !== undefined && this.usage.costUsd >= maxCostUsd)
      return `it cost ${this.usage.costUsd.toFixed(4)} of ${maxCostUsd} US dollars (maxCostUsd)`;
    if (maxTokens !== undefined && tokensOf(this.usage) >= maxTokens)
      return `it used ${tokensOf(this.usage)} of ${maxTokens} tokens (maxTokens)`;
    if (parent?.run === undefined) return undefined;
    const above = parent.run.#findSpent();
    return above && `a run that it works for, of '${parent.run.parts.agentName}', came to a limit: ${above}`;
  }
}

export const DEFAULT_MAX_STEPS = 20;

const tokensOf = ({ inputTokens, outputTokens }: Usage): number => inputTokens + outputTokens;

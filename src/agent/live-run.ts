import type { Container } from '../context/container.js';
import type { RunContext } from '../context/run-context.js';
import type { ToolRun } from '../execution/tool-run.js';
import type { RunEvent } from '../journal/events.js';
import type { RunStore } from '../journal/run-store.js';
import type { Model } from '../model/model.js';
import { unlessAborted } from '../model/unless-aborted.js';
import { addUsage, NO_USAGE, type Usage } from '../model/usage.js';
import type { AgentLimits, AgentOptions, AgentToolChoice } from './agent-options.js';
import type { AgentCall, AgentEvent, PendingApproval } from './agent-run.js';
import type { OfferedTools } from './offered-tools.js';
import type { OutputType } from './output-type.js';
import type { RunJournal } from './run-journal.js';
import { StuckDetector } from './stuck.js';
import type { Transcript } from './transcript.js';

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
  readonly offered: OfferedTools;
  readonly transcript: Transcript;
  readonly journal: RunJournal;
  /** Ends the run: the caller's signal, a closed agent, the wall clock. */
  readonly stop: AbortController;
  /** The run that this one works for, as a tool of it. */
  readonly parentRun: LiveRun | undefined;
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
  steps = 0;
  text = '';
  /** Text that an output guardrail may still take back is not told while it is written. */
  readonly holdsText: boolean;
  pending: readonly PendingApproval[] = [];

  constructor(readonly parts: LiveRunParts) {
    const { stuck, guardrails = [] } = parts.options;
    this.holdsText = guardrails.some(({ position, blocks = true }) => position === 'output' && blocks);
    if (stuck !== false) this.stuck = new StuckDetector(stuck);
    liveRuns.set(this.context, this);
  }

  get context(): RunContext {
    return this.parts.tools.context;
  }

  /** A call was made that `toolChoice` asked for; then the model is free. */
  get isChoiceMet(): boolean {
    const { toolChoice, offered } = this.parts;
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

  get runId(): string {
    return this.context.runId;
  }

  /** Of the model, here or in a sub-agent. Runs above pay for it at once: one that is cancelled has cost something too. */
  addUsage(usage: Usage): void {
    this.usage = addUsage(this.usage, usage);
    this.parts.emit({ type: 'usage', usage: this.usage });
    this.parts.parentRun?.addUsage(usage);
  }

  /** How many runs this one works for. */
  get depth(): number {
    const { parentRun } = this.parts;
    return parentRun === undefined ? 0 : parentRun.depth + 1;
  }

  /** The limit that the run has come to, or one above it; undefined while it may go on. */
  findReachedLimit(): string | undefined {
    const { maxSteps = DEFAULT_MAX_STEPS, maxToolCalls } = this.parts.limits;
    if (this.steps >= maxSteps) return `it came to ${maxSteps} steps (maxSteps)`;
    if (maxToolCalls !== undefined && this.calls.length >= maxToolCalls)
      return `it came to ${maxToolCalls} tool calls (maxToolCalls)`;
    return this.#findSpent();
  }

  #findSpent(): string | undefined {
    const { limits, parentRun } = this.parts;
    const { maxCostUsd, maxTokens } = limits;
    if (maxCostUsd !== undefined && this.usage.costUsd >= maxCostUsd)
      return `it cost ${this.usage.costUsd.toFixed(4)} of ${maxCostUsd} US dollars (maxCostUsd)`;
    if (maxTokens !== undefined && tokensOf(this.usage) >= maxTokens)
      return `it used ${tokensOf(this.usage)} of ${maxTokens} tokens (maxTokens)`;
    if (parentRun === undefined) return undefined;
    const above = parentRun.#findSpent();
    return above && `a run that it works for, of '${parentRun.parts.agentName}', came to a limit: ${above}`;
  }
}

export const DEFAULT_MAX_STEPS = 20;

const tokensOf = ({ inputTokens, outputTokens }: Usage): number => inputTokens + outputTokens;

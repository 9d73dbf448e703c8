import type { ModelMessage } from '../model/message.js';
import type { AgentInput, AgentRunOptions } from './agent-options.js';
import type { AgentRun, ApprovalDecision } from './agent-run.js';

/** What a conversation asks of its agent. */
export interface ConversingAgent<TState, TOutput> {
  run(input: AgentInput, options: AgentRunOptions<TState>): Promise<AgentRun<TOutput>>;
  resume(
    runId: string,
    decisions: readonly ApprovalDecision[],
    options: Omit<AgentRunOptions<TState>, 'runId' | 'history'>,
  ): Promise<AgentRun<TOutput>>;
}

/** Runs of an agent that follow one another, each knowing what was said and called before. */
export class Conversation<TState = unknown, TOutput = unknown> {
  readonly #agent: ConversingAgent<TState, TOutput>;
  readonly #options: AgentRunOptions<TState>;
  #messages: readonly ModelMessage[];
  #last: Promise<unknown> = Promise.resolve();

  /** @internal Use `agent.conversation()`. */
  constructor(agent: ConversingAgent<TState, TOutput>, options: AgentRunOptions<TState>) {
    this.#agent = agent;
    this.#options = options;
    this.#messages = options.history ?? [];
  }

  /** All of it so far: tool calls and their results too. */
  get messages(): readonly ModelMessage[] {
    return this.#messages;
  }

  /** One turn of the conversation; a turn waits for the one before. */
  send(input: AgentInput, options: AgentRunOptions<TState> = {}): Promise<AgentRun<TOutput>> {
    return this.#next(() =>
      this.#agent.run(input, { ...this.#options, ...options, history: this.#messages }),
    );
  }

  /** Goes on with a turn that waits for approvals. */
  resume(
    runId: string,
    decisions: readonly ApprovalDecision[],
    options: AgentRunOptions<TState> = {},
  ): Promise<AgentRun<TOutput>> {
    const { history, runId: _ignored, ...own } = { ...this.#options, ...options };
    return this.#next(() => this.#agent.resume(runId, decisions, own));
  }

  #next(start: () => Promise<AgentRun<TOutput>>): Promise<AgentRun<TOutput>> {
    const run = this.#last.then(start).then(ended => {
      // What waits is not said yet; it is told whole once it has been resumed.
      if (ended.status !== 'paused') this.#messages = [...this.#messages, ...ended.messages];
      return ended;
    });
    this.#last = run.catch(() => undefined);
    return run;
  }
}

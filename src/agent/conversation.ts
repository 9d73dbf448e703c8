import { ToolwrightError } from '../foundation/toolwright-error.js';
import type { ModelMessage } from '../model/message.js';
import type { AgentInput, AgentRunOptions } from './agent-options.js';
import type { AgentEvent, AgentRun, ApprovalDecision } from './agent-run.js';
import { AgentStream } from './agent-stream.js';
import { TurnPausedError } from './errors.js';

/** One turn, new or waiting, and who is told what happens in it. */
export interface Turn<TState, TOutput> {
  readonly input?: AgentInput;
  readonly resumed?: { readonly runId: string; readonly decisions: readonly ApprovalDecision[] };
  readonly options: AgentRunOptions<TState>;
  readonly stop: AbortController;
  readonly emit?: (event: AgentEvent<TOutput>) => void;
}

/** Lets an agent work on a turn. */
export type RunTurn<TState, TOutput> = (turn: Turn<TState, TOutput>) => Promise<AgentRun<TOutput>>;

/** Runs of an agent that follow one another, each knowing what was said and called before. */
export class Conversation<TState = unknown, TOutput = unknown> {
  readonly #run: RunTurn<TState, TOutput>;
  readonly #options: AgentRunOptions<TState>;
  #messages: readonly ModelMessage[];
  #last: Promise<unknown> = Promise.resolve();
  /** The run that waits for approvals. */
  #paused: string | undefined;

  /** @internal Use `agent.conversation()`. */
  constructor(run: RunTurn<TState, TOutput>, options: AgentRunOptions<TState>) {
    this.#run = run;
    this.#options = options;
    this.#messages = options.history ?? [];
  }

  /** All of it so far: tool calls and their results too. */
  get messages(): readonly ModelMessage[] {
    return this.#messages;
  }

  /**
   * One turn of the conversation; a turn waits for the one before.
   *
   * @throws `TURN_PAUSED` while the one before waits for approvals, and what `agent.run()` throws.
   */
  send(input: AgentInput, options: AgentRunOptions<TState> = {}): Promise<AgentRun<TOutput>> {
    return this.#next({ input, options: { ...this.#options, ...options }, stop: new AbortController() });
  }

  /** As `send`, with what happens on the way. */
  stream(input: AgentInput, options: AgentRunOptions<TState> = {}): AgentStream<TOutput> {
    return this.#stream({ input, options: { ...this.#options, ...options } });
  }

  /** Goes on with a turn that waits for approvals. */
  resume(
    runId: string,
    decisions: readonly ApprovalDecision[],
    options: AgentRunOptions<TState> = {},
  ): Promise<AgentRun<TOutput>> {
    return this.#next({ ...this.#goOn(runId, decisions, options), stop: new AbortController() });
  }

  /** As `resume`, with what happens on the way. */
  streamResumed(
    runId: string,
    decisions: readonly ApprovalDecision[],
    options: AgentRunOptions<TState> = {},
  ): AgentStream<TOutput> {
    return this.#stream(this.#goOn(runId, decisions, options));
  }

  #goOn(
    runId: string,
    decisions: readonly ApprovalDecision[],
    options: AgentRunOptions<TState>,
  ): Omit<Turn<TState, TOutput>, 'stop'> {
    const { history, runId: _ignored, ...own } = { ...this.#options, ...options };
    return { resumed: { runId, decisions }, options: own };
  }

  #stream(turn: Omit<Turn<TState, TOutput>, 'stop'>): AgentStream<TOutput> {
    const stop = new AbortController();
    return new AgentStream<TOutput>(
      emit => this.#next({ ...turn, stop, emit }),
      reason => stop.abort(reason),
    );
  }

  #next(turn: Turn<TState, TOutput>): Promise<AgentRun<TOutput>> {
    const run = this.#last
      .then(() => (turn.resumed === undefined ? this.#runNew(turn) : this.#run(turn)))
      .then(
        ended => {
          this.#paused = ended.status === 'paused' ? ended.id : undefined;
          // What waits is not said yet; it is told whole once it has been resumed.
          if (ended.status !== 'paused') this.#messages = [...this.#messages, ...ended.messages];
          return ended;
        },
        (error: unknown) => {
          // It went on elsewhere, or is lost.
          if (ToolwrightError.is(error) && error.details['isOver'] === true) this.#paused = undefined;
          throw error;
        },
      );
    this.#last = run.catch(() => undefined);
    return run;
  }

  #runNew(turn: Turn<TState, TOutput>): Promise<AgentRun<TOutput>> {
    if (this.#paused !== undefined) throw new TurnPausedError(this.#paused);
    return this.#run({ ...turn, options: { ...turn.options, history: this.#messages } });
  }
}

import { setMaxListeners } from 'node:events';
import { Secrets } from '../context/secrets.js';
import { createToolRuntime, type ToolRuntime } from '../execution/tool-runtime.js';
import { systemClock } from '../foundation/clock.js';
import { definedMembers } from '../foundation/json.js';
import type { RunStore } from '../journal/run-store.js';
import { MemoryRunStore } from '../journal/stores/memory-run-store.js';
import type { McpTools } from '../mcp/client/mcp-tools.js';
import { asModel } from '../model/ai-sdk/as-model.js';
import type { Model } from '../model/model.js';
import type { PromptDefinition } from '../tool/library/prompt-definition.js';
import type { ToolDefinition } from '../tool/tool-definition.js';
import { checkAgentOptions, checkPrice, checkRunOptions, refuseTools } from './agent-option-check.js';
import type {
  AgentInput,
  AgentOptions,
  AgentRunOptions,
  OptionsFor,
  ResumeArguments,
} from './agent-options.js';
import type { AgentEvent, AgentRun } from './agent-run.js';
import { AgentStream } from './agent-stream.js';
import { answerHistory } from './answer-history.js';
import { agentAsTool, type AgentToolOptions } from './as-tool.js';
import { Conversation, type Turn } from './conversation.js';
import { driveRun } from './drive-run.js';
import { AgentClosedError } from './errors.js';
import { type ExposedAgent, exposeInstructions, type ExposeOptions, exposeTools } from './exposed-parts.js';
import { followSignal } from './follow-signal.js';
import { readInput } from './input-check.js';
import type { ParentCall } from './live-run.js';
import type { OpenAgent } from './open-agent.js';
import { OutputType } from './output-type.js';
import { PausedRuns } from './paused-runs.js';
import { runtimeOptionsOf } from './runtime-options-of.js';

/** A model that works on a task with tools. Every call runs through a `ToolRuntime`. */
export class Agent<TState = unknown, TOutput = unknown> {
  readonly name: string;
  readonly #options: AgentOptions<TState, TOutput>;
  readonly #model: Model;
  readonly #outputType: OutputType | undefined;
  readonly #running = new Map<AbortController, Promise<unknown>>();
  /** Runs that wait, of an agent without a store. */
  readonly #paused: PausedRuns;
  #secrets: Secrets | undefined;
  #runtime: ToolRuntime | undefined;
  #mcp: Promise<McpTools> | undefined;
  #closing: Promise<void> | undefined;

  /** @throws `DEFINITION` with every mistake in the options, `UNKNOWN_MODEL` for a model that is none. */
  constructor(options: AgentOptions<TState, TOutput>) {
    checkAgentOptions(options as AgentOptions);
    this.name = options.name ?? 'agent';
    this.#options = options;
    this.#paused = new PausedRuns(options.clock ?? systemClock);
    this.#model = asModel(options.model);
    checkPrice(options, this.#model, 'agent options');
    if (this.#model.supportsTools === false) refuseTools(options as AgentOptions, this.#model);
    this.#outputType = options.outputType === undefined ? undefined : new OutputType(options.outputType);
  }

  /**
   * For agents whose runs need a state, where its type cannot be told from instructions, tools or policies: the rest is inferred.
   *
   * @example `Agent.for<Tenant>()({ model, tools: [Orders], outputType: Answer })`
   */
  static for<TState>(): <TOutput = unknown>(
    options: AgentOptions<TState, TOutput>,
  ) => Agent<TState, TOutput> {
    return options => new Agent(options);
  }

  /**
   * Compiles the tools and connects to servers, so that mistakes show here and not in the first run. Runs do it by themselves.
   *
   * @throws `DEFINITION` for mistakes in tools and servers, `MCP_SERVER_FAILED` for one that is required, `AGENT_CLOSED`.
   */
  async open(): Promise<this> {
    await this.#open();
    return this;
  }

  /**
   * Works on the input until the run comes to rest.
   *
   * @returns how it went: whatever the model, a tool or a limit does is in there.
   * @throws `DEFINITION` for mistakes in the tools, the input or the options, `RUN_BUSY` for an id that is in use, `AGENT_CLOSED` after `close()`.
   */
  run(
    input: AgentInput,
    ...[options = {}]: OptionsFor<TState, AgentRunOptions<TState>>
  ): Promise<AgentRun<TOutput>> {
    return this.#launch({ input, options, stop: new AbortController() });
  }

  /** As `run`, with what happens on the way. The run goes on whether or not its events are read. */
  stream(
    input: AgentInput,
    ...[options = {}]: OptionsFor<TState, AgentRunOptions<TState>>
  ): AgentStream<TOutput> {
    return this.#stream({ input, options });
  }

  #stream(launch: Omit<Launch<TState, TOutput>, 'stop' | 'emit'>): AgentStream<TOutput> {
    const stop = new AbortController();
    return new AgentStream<TOutput>(
      emit => this.#launch({ ...launch, stop, emit }),
      reason => stop.abort(reason),
    );
  }

  /**
   * Goes on with a run that waits for approvals, or that its process left. Calls that may be repeated and have no result run
   * again; others that were at work when the process ended are not repeated, and the model is told so.
   *
   * @param options - The state is not kept: give it again.
   * @throws `RUN_NOT_RESUMABLE`, `RUN_BUSY`, `AGENT_CLOSED`.
   */
  resume(
    runId: string,
    ...[decisions = [], options = {}]: ResumeArguments<TState>
  ): Promise<AgentRun<TOutput>> {
    return this.#launch({ resumed: { runId, decisions }, options, stop: new AbortController() });
  }

  /** As `resume`, with what happens on the way. */
  streamResumed(
    runId: string,
    ...[decisions = [], options = {}]: ResumeArguments<TState>
  ): AgentStream<TOutput> {
    return this.#stream({ resumed: { runId, decisions }, options });
  }

  /**
   * Runs that remember what was said before.
   *
   * @param options - For every run of it.
   * @throws `DEFINITION` with every mistake in the options.
   */
  conversation(
    ...[options = {}]: OptionsFor<TState, AgentRunOptions<TState>>
  ): Conversation<TState, TOutput> {
    checkRunOptions(options, 'conversation options');
    return new Conversation<TState, TOutput>(turn => this.#launch(turn), options);
  }

  /**
   * This agent as a tool of another one, or of any runtime or server. A run of it shares state, secrets, store and what is
   * left of the limits of the run that calls it, is cancelled with it, and pauses it while it waits for an approval.
   */
  asTool(options: AgentToolOptions = {}): ToolDefinition {
    return agentAsTool(
      {
        name: this.name,
        hasOwnStore: this.#options.store !== undefined,
        description: this.#options.description,
        outputSchema: this.#outputType?.schema,
        runFor: (input, runOptions, parent) => this.#launch({ ...this.#below(runOptions, parent), input }),
        resumeFor: (resumed, runOptions, parent) =>
          this.#launch({ ...this.#below(runOptions, parent), resumed }),
        readRun: (runId, parent) => this.#storeBelow(parent)?.read(runId) ?? Promise.resolve(undefined),
      },
      options,
    );
  }

  /**
   * What a server shows of this agent besides itself: its tools, its instructions. Close the server before the agent.
   *
   * @example `serveMcp(await support.expose({ tools: true, instructions: true }))`
   * @throws `DEFINITION` for tools that are a function, and instructions that are missing; what {@link open} throws.
   */
  async expose(options: ExposeOptions = {}): Promise<(ToolDefinition | PromptDefinition)[]> {
    const { tools = false, instructions = false, ...asTool } = options;
    const exposed: ExposedAgent = {
      options: this.#options as AgentOptions,
      open: () => this.#open(),
      secretsWith: others => this.#ownSecrets().forRunWith(others),
    };
    const tool = this.asTool(asTool);
    return [
      tool,
      ...(tools ? await exposeTools(exposed) : []),
      ...(instructions ? [exposeInstructions(exposed, tool)] : []),
    ];
  }

  /** One object for all runs, so that what one was given is masked in the others. */
  #ownSecrets(): Secrets {
    return (this.#secrets ??= Secrets.from(this.#options.secrets));
  }

  /** A run for the call of another. It knows its own secrets and those of its caller. */
  #below(options: AgentRunOptions, parent: ParentCall): Launch<TState, TOutput> {
    const { secrets = Secrets.from({}) } = options;
    return {
      ...{ stop: new AbortController(), parent, store: this.#storeBelow(parent) },
      options: {
        ...(options as AgentRunOptions<TState>),
        secrets: this.#ownSecrets().forRunWith(secrets),
      },
    };
  }

  #storeBelow({ run }: ParentCall): RunStore | undefined {
    return this.#options.store ?? run?.parts.store;
  }

  /** Cancels what runs, waits for it, and closes the tools. */
  close(): Promise<void> {
    this.#closing ??= this.#closeAll();
    return this.#closing;
  }

  async #closeAll(): Promise<void> {
    for (const stop of this.#running.keys()) stop.abort(new Error('the agent is closing'));
    const servers = await this.#mcp?.catch(() => undefined);
    // Runs wait for them to open, which may take as long as somebody takes to sign in.
    if (servers?.isOpen === false) await servers.close();
    await Promise.allSettled(this.#running.values());
    this.#paused.clear();
    await this.#runtime?.close();
    await servers?.close();
  }

  async #open(): Promise<OpenAgent> {
    if (this.#closing !== undefined) throw new AgentClosedError(this.name);
    const { tools = [] } = this.#options;
    const options = this.#options as AgentOptions;
    this.#runtime ??= createToolRuntime(typeof tools === 'function' ? [] : tools, {
      ...runtimeOptionsOf(options),
      secrets: this.#ownSecrets(),
    });
    return {
      name: this.name,
      options,
      model: this.#model,
      outputType: this.#outputType,
      runtime: this.#runtime,
      mcp: await this.#openMcp(),
    };
  }

  async #openMcp(): Promise<McpTools | undefined> {
    const { mcp, logger, clock } = this.#options;
    if (mcp === undefined) return undefined;
    if ('open' in mcp) return mcp.open();
    this.#mcp ??= import('../mcp/client/mcp-tools.js').then(
      loaded => new loaded.McpTools(mcp, definedMembers({ secrets: this.#ownSecrets(), logger, clock })),
    );
    const servers = await this.#mcp;
    // One that could not be opened may be there by the next run.
    return servers.open().catch((error: unknown) => {
      this.#mcp = undefined;
      throw this.#closing === undefined ? error : new AgentClosedError(this.name);
    });
  }

  async #launch({
    stop,
    options,
    input = '',
    resumed,
    parent,
    store: shared,
    emit,
  }: Launch<TState, TOutput>): Promise<AgentRun<TOutput>> {
    checkRunOptions(options);
    checkPrice(options, this.#model, 'run options');
    const parts = readInput(input, resumed);
    const { history } = options;
    const completed = history === undefined ? options : { ...options, history: answerHistory(history) };
    const opening = this.#open();
    // Every call of a turn listens, and Node warns of more than ten.
    setMaxListeners(0, stop.signal);
    const release = followSignal(options.signal, stop);
    const store =
      this.#options.store ?? shared ?? this.#paused.find(resumed?.runId ?? '') ?? new MemoryRunStore();
    const running = opening.then(agent =>
      driveRun(agent, {
        ...{ store, stop, resumed, parent },
        options: completed,
        input: parts,
        isStreaming: emit !== undefined,
        emit: (emit as ((event: AgentEvent) => void) | undefined) ?? (() => undefined),
      }),
    );
    this.#running.set(stop, running);
    try {
      const run = (await running) as AgentRun<TOutput>;
      if (this.#options.store === undefined && shared === undefined) this.#paused.note(run, store);
      // Whoever is told may resume it at once.
      emit?.({ type: 'final', run });
      return run;
    } finally {
      this.#running.delete(stop);
      release();
    }
  }
}

interface Launch<TState, TOutput> extends Turn<TState, TOutput> {
  readonly parent?: ParentCall;
  readonly store?: RunStore | undefined;
}

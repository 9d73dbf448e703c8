import { asResolver, type Container } from '../context/container.js';
import { checkDependencies } from '../context/dependency-check.js';
import { type Resolver } from '../context/resolver.js';
import { createRunContext, type RunContextOptions } from '../context/run-context.js';
import { openRunScope } from '../context/run-scope.js';
import { Secrets, type SecretSource } from '../context/secrets.js';
import { type Clock, systemClock } from '../foundation/clock.js';
import { DefinitionError } from '../foundation/definition-error.js';
import { type Entropy, systemEntropy } from '../foundation/entropy.js';
import { type Logger, silentLogger } from '../foundation/logger.js';
import { type CallPolicy } from '../tool/call-policy.js';
import { type ExecutionPolicy, findPolicyMistakes } from '../tool/execution-policy.js';
import { type Guardrail } from '../tool/guardrail.js';
import { type ToolDefinition } from '../tool/tool-definition.js';
import { type ToolHost } from '../tool/tool-host.js';
import { type ToolRegistry, type ToolSpec } from '../tool/tool-registry.js';
import { collectDefinitions, type ToolSource } from '../tool/tool-source.js';
import { type CallObservation } from './call-observation.js';
import { type CallLimits, type CallSettings, DEFAULT_LIMITS, DEFAULT_POLICY } from './call-settings.js';
import { type CallJournal, type Recall } from './ports.js';
import { describeThrown } from './thrown.js';
import { type CallOptions, type ToolCall } from './tool-call.js';
import { ToolRun } from './tool-run.js';

/** What all runs of a runtime share. */
export interface RuntimeOptions {
  /**
   * Where services come from: a tsyringe container, or a {@link Resolver} over another one. When given, the
   * dependencies of all tools are checked at once.
   * @defaultValue tsyringe's global container
   */
  readonly container?: Container;
  /** Reach tools through `run.secrets` and are masked in everything that comes back. @defaultValue none */
  readonly secrets?: SecretSource | Secrets;
  /** @defaultValue a logger that drops everything */
  readonly logger?: Logger;
  /** The folder that file and process tools stay inside. */
  readonly workspaceRoot?: string;
  /** Given to tool factories as `host.state`. */
  readonly hostState?: unknown;
  /** Where `toolSpecs` are looked up. */
  readonly registry?: ToolRegistry;
  /** Tools by name from `registry`, after the listed ones. */
  readonly toolSpecs?: readonly ToolSpec[];
  /** @defaultValue none */
  readonly guardrails?: readonly Guardrail[];
  /** @defaultValue none: every call is allowed */
  readonly policies?: readonly CallPolicy[];
  /** @defaultValue none: nothing is kept */
  readonly journal?: CallJournal;
  /** @defaultValue none: every call runs */
  readonly recall?: Recall;
  /** For tools that state none of their own; `maxRetries` never reaches side_effecting tools. */
  readonly defaults?: ExecutionPolicy;
  readonly limits?: Partial<CallLimits>;
  /** @defaultValue the system's */
  readonly clock?: Clock;
  /** @defaultValue the system's */
  readonly entropy?: Entropy;
}

/** What one run adds. */
export interface RunOptions<TState = unknown> extends Pick<
  RunContextOptions<TState>,
  'state' | 'runId' | 'conversationId' | 'logger'
> {
  /** Instead of the runtime's container, for this run. */
  readonly container?: Container;
  /** Cancels every call of the run. */
  readonly signal?: AbortSignal;
}

/**
 * Runs tool calls. Every way to a tool leads through here, so validation, guardrails, policies, time limits and
 * masking hold everywhere.
 *
 * @throws {@link DefinitionError} (`DEFINITION`) with every mistake in the tools and options; `DEPENDENCY_MISSING` and
 * `CAPTIVE_DEPENDENCY` when a container is given.
 */
export function createToolRuntime(tools: readonly ToolSource[], options: RuntimeOptions = {}): ToolRuntime {
  return new ToolRuntime(tools, options);
}

export class ToolRuntime {
  /** The tools by the name a model calls them. */
  readonly toolsMap: ReadonlyMap<string, ToolDefinition>;
  readonly #options: RuntimeOptions;
  readonly #resolver: Resolver;
  readonly #secrets: Secrets;
  readonly #settings: CallSettings;
  readonly #openRuns = new Set<ToolRun>();
  #closing: Promise<void> | undefined;

  /** @internal Use {@link createToolRuntime}. */
  constructor(tools: readonly ToolSource[], options: RuntimeOptions) {
    const mistakes = findPolicyMistakes(options.defaults ?? {});
    if (mistakes.length > 0)
      throw new DefinitionError(mistakes.map(mistake => ({ where: 'runtime defaults', ...mistake })));
    this.#options = options;
    this.#resolver = asResolver(options.container);
    this.#secrets = Secrets.is(options.secrets) ? options.secrets : new Secrets(options.secrets);
    const definitions = collectDefinitions(tools, this.#host(), {
      registry: options.registry,
      specs: options.toolSpecs ?? [],
    });
    this.toolsMap = new Map(definitions.map(definition => [definition.name, definition]));
    this.#settings = settingsOf(this.toolsMap, options);
    if (options.container !== undefined) this.checkDependencies();
  }

  /** The tools in the order they were listed. */
  definitions(): ToolDefinition[] {
    return [...this.toolsMap.values()];
  }

  /**
   * Checks that every tool's class can be built, without building anything.
   *
   * @throws `DEPENDENCY_MISSING`, `CAPTIVE_DEPENDENCY` or `DEPENDENCY_CYCLE`, naming tool, chain and the text to write.
   */
  checkDependencies(): void {
    for (const { name, binding } of this.toolsMap.values()) {
      if (binding?.target !== undefined)
        checkDependencies(this.#resolver, binding.target, name, binding.lifetime);
    }
  }

  /** Answers one call in a run of its own. Never rejects: whatever goes wrong is in the observation. */
  async call(call: ToolCall, options: RunOptions & CallOptions = {}): Promise<CallObservation> {
    const { signal, turn, onProgress, ...runOptions } = options;
    const run = this.openRun(runOptions);
    try {
      return await run.call(call, {
        ...(signal === undefined ? {} : { signal }),
        ...(turn === undefined ? {} : { turn }),
        ...(onProgress === undefined ? {} : { onProgress }),
      });
    } finally {
      await run.close();
    }
  }

  /** Opens a run whose calls share a context and services. Close it. */
  openRun(options: RunOptions = {}): ToolRun {
    const { container, signal, ...contextOptions } = options;
    const { workspaceRoot } = this.#options;
    const context = createRunContext({
      secrets: this.#secrets,
      logger: this.#logger,
      clock: this.#settings.clock,
      entropy: this.#settings.entropy,
      ...(workspaceRoot === undefined ? {} : { workspaceRoot }),
      ...contextOptions,
    });
    const resolver = container === undefined ? this.#resolver : asResolver(container);
    const run: ToolRun = new ToolRun({
      context,
      scope: openRunScope(resolver, context),
      settings: this.#settings,
      signal,
      onClose: () => this.#openRuns.delete(run),
    });
    this.#openRuns.add(run);
    if (this.#closing !== undefined) void run.close();
    return run;
  }

  /** Cancels what is in flight (each call is answered), disposes the services of open runs, and closes executors. */
  close(): Promise<void> {
    this.#closing ??= this.#closeAll();
    return this.#closing;
  }

  async #closeAll(): Promise<void> {
    await Promise.all(
      [...this.#openRuns].map(run => {
        run.cancel(new Error('the runtime is closing'));
        return run.close();
      }),
    );
    // Several tools may share one executor, and with it one binding.
    const nameByBinding = new Map(this.definitions().map(({ name, binding }) => [binding, name]));
    for (const [binding, toolName] of nameByBinding) {
      try {
        await binding?.close?.();
      } catch (error) {
        this.#logger.error('A tool could not be closed.', {
          toolName,
          error: describeThrown(error, this.#secrets),
        });
      }
    }
  }

  get #logger(): Logger {
    return this.#options.logger ?? silentLogger;
  }

  #host(): ToolHost {
    return {
      container: this.#options.container,
      state: this.#options.hostState,
      secrets: this.#secrets,
      logger: this.#logger,
      workspaceRoot: this.#options.workspaceRoot,
    };
  }
}

function settingsOf(tools: CallSettings['tools'], options: RuntimeOptions): CallSettings {
  return {
    tools,
    guardrails: options.guardrails ?? [],
    policies: options.policies ?? [],
    journal: options.journal,
    recall: options.recall,
    defaults: { ...DEFAULT_POLICY, ...options.defaults },
    limits: { ...DEFAULT_LIMITS, ...options.limits },
    clock: options.clock ?? systemClock,
    entropy: options.entropy ?? systemEntropy,
  };
}

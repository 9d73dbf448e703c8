import { CallCancellation } from '../context/call-cancellation.js';
import { asResolver } from '../context/container.js';
import { checkDependencies } from '../context/dependency-check.js';
import { NOTHING_TO_WAIT_FOR } from '../context/disposal.js';
import type { Resolver } from '../context/resolver.js';
import { createRunContext } from '../context/run-context.js';
import { openRunScope } from '../context/run-scope.js';
import { Secrets } from '../context/secrets.js';
import { DefinitionError } from '../foundation/definition-error.js';
import { definedMembers } from '../foundation/json.js';
import { type Logger, silentLogger, tolerant } from '../foundation/logger.js';
import { describeKind } from '../foundation/value-kind.js';
import { withManifest } from '../schema/manifest/current-manifest.js';
import { warnOfUndescribed } from '../tool/compile/undescribed.js';
import type { ToolDefinition } from '../tool/tool-definition.js';
import type { ToolHost } from '../tool/tool-host.js';
import { collectDefinitions, type RegistryChoice, type ToolSource } from '../tool/tool-source.js';
import type { CallObservation } from './call-observation.js';
import type { CallSettings } from './call-settings.js';
import { checkedAnswerer } from './checked-answerer.js';
import { closeExecutors } from './close-executors.js';
import { findOptionProblems } from './option-check.js';
import { type RunOptions, type RuntimeOptions, settingsOf } from './runtime-options.js';
import type { CallOptions, ToolCall } from './tool-call.js';
import { ToolRun } from './tool-run.js';

/**
 * Runs tool calls. Every way to a tool leads through here, so validation, guardrails, policies, time limits and
 * masking hold everywhere.
 *
 * @throws {@link DefinitionError} (`DEFINITION`) with every mistake in the tools and options; `DEPENDENCY_MISSING` and
 * `CAPTIVE_DEPENDENCY` and `DEPENDENCY_CYCLE` when a container is given; `MANIFEST_UNUSABLE` for a manifest that is none.
 */
export function createToolRuntime(
  tools: readonly ToolSource[],
  options?: RuntimeOptions | null,
): ToolRuntime {
  // Callers in JavaScript may send anything.
  if (!Array.isArray(tools)) {
    const seen = `it got ${describeKind(tools)} instead of a list of tools.`;
    throw new DefinitionError([
      { where: 'createToolRuntime', seen, fix: 'write createToolRuntime([Orders]).' },
    ]);
  }
  return new ToolRuntime(tools, options ?? {});
}

/** The tools, and the one pipeline that every call of them passes. Made by {@link createToolRuntime}. */
export class ToolRuntime {
  readonly #tools: ReadonlyMap<string, ToolDefinition>;
  readonly #options: RuntimeOptions;
  readonly #resolver: Resolver;
  readonly #secrets: Secrets;
  readonly #logger: Logger;
  readonly #settings: CallSettings;
  readonly #openRuns = new Set<ToolRun>();
  #closing: Promise<void> | undefined;

  /** @internal Use {@link createToolRuntime}. */
  constructor(tools: readonly ToolSource[], options: RuntimeOptions) {
    const problems = findOptionProblems(options);
    if (problems.length > 0) throw new DefinitionError(problems);
    this.#options = options;
    this.#logger = tolerant(options.logger ?? silentLogger);
    this.#resolver = asResolver(options.container);
    this.#secrets = Secrets.from(options.secrets);
    const choice = {
      registry: options.registry,
      specs: options.toolSpecs ?? [],
      filter: options.toolFilter,
    };
    const definitions = this.#collect(tools, choice);
    this.#tools = new Map(definitions.map(definition => [definition.name, definition]));
    this.#settings = settingsOf(this.#tools, options);
    if (options.container !== undefined) this.checkDependencies();
  }

  /** The tools by the name a model calls them: a copy, so nothing that is done to it reaches the runtime. */
  get toolsMap(): ReadonlyMap<string, ToolDefinition> {
    return new Map(this.#tools);
  }

  /** The tools in the order they were listed. */
  definitions(): ToolDefinition[] {
    return [...this.#tools.values()];
  }

  /**
   * Checks that every tool's class can be built, without building anything.
   *
   * @throws `DEPENDENCY_MISSING`, `CAPTIVE_DEPENDENCY` or `DEPENDENCY_CYCLE`, naming tool, chain and the text to write.
   */
  checkDependencies(): void {
    this.#checkDependencies(this.definitions());
  }

  #collect(tools: readonly ToolSource[], choice: RegistryChoice): ToolDefinition[] {
    const { manifest, logger } = this.#options;
    const definitions = withManifest(manifest, () => collectDefinitions(tools, this.#host(), choice));
    if (logger !== undefined) warnOfUndescribed(definitions, logger);
    return definitions;
  }

  #checkDependencies(definitions: readonly ToolDefinition[]): void {
    for (const { name, binding } of definitions) {
      if (binding?.target !== undefined)
        checkDependencies(this.#resolver, binding.target, name, binding.lifetime);
    }
  }

  /**
   * The definitions of further sources, as if they had been listed: for runs whose tools depend on who they are for.
   *
   * @throws {@link DefinitionError} (`DEFINITION`), and what {@link checkDependencies} throws when a container is given.
   */
  compile(tools: readonly ToolSource[]): ToolDefinition[] {
    const definitions = this.#collect(tools, { registry: undefined, specs: [], filter: undefined });
    if (this.#options.container !== undefined) this.#checkDependencies(definitions);
    return definitions;
  }

  /** Answers one call in a run of its own. Never rejects: whatever goes wrong is in the observation. */
  call(call: ToolCall, options?: RunOptions & CallOptions): Promise<CallObservation> {
    return this.callUntil(undefined, call, options);
  }

  /**
   * As {@link call}, cancelled by what costs less than a signal.
   *
   * @internal
   */
  async callUntil(
    cancellation: CallCancellation | undefined,
    call: ToolCall,
    options?: RunOptions & CallOptions,
  ): Promise<CallObservation> {
    const run = this.#open(options, new CallCancellation(undefined, cancellation));
    try {
      return await run.call(call, options);
    } finally {
      const closing = run.close();
      // A tool that ignores its signal must not keep the caller waiting.
      if (closing !== NOTHING_TO_WAIT_FOR && !run.isLate) await closing;
    }
  }

  /** Opens a run whose calls share a context and services. Close it. */
  openRun(options?: RunOptions): ToolRun {
    return this.#open(options, new CallCancellation(options?.signal));
  }

  #open(options: RunOptions | undefined, cancellation: CallCancellation): ToolRun {
    const {
      container,
      logger,
      state,
      runId,
      conversationId,
      secrets,
      journal,
      recall,
      answerer,
    }: RunOptions = options ?? {};
    const context = createRunContext({
      state,
      runId,
      conversationId,
      secrets: secrets ?? this.#secrets.forRun(),
      logger: logger === undefined ? this.#logger : tolerant(logger),
      clock: this.#settings.clock,
      entropy: this.#settings.entropy,
      workspaceRoot: this.#options.workspaceRoot,
      answerer: answerer && checkedAnswerer(answerer),
    });
    const resolver = container === undefined ? this.#resolver : asResolver(container);
    const run: ToolRun = new ToolRun({
      context,
      scope: openRunScope(resolver, context),
      settings:
        journal === undefined && recall === undefined
          ? this.#settings
          : { ...this.#settings, ...definedMembers({ journal, recall }) },
      cancellation,
      approver: options?.approver,
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
    await closeExecutors(this.definitions(), { logger: this.#logger, secrets: this.#secrets });
  }

  #host(): ToolHost {
    return {
      container: this.#options.container,
      state: this.#options.hostState,
      secrets: this.#secrets,
      logger: this.#options.logger ?? silentLogger,
      workspaceRoot: this.#options.workspaceRoot,
    };
  }
}

import type { Container } from '../context/container.js';
import type { Answerer } from '../context/question.js';
import type { RunContextOptions } from '../context/run-context.js';
import type { Secrets, SecretSource } from '../context/secrets.js';
import { type Clock, systemClock } from '../foundation/clock.js';
import { type Entropy, systemEntropy } from '../foundation/entropy.js';
import { definedMembers } from '../foundation/json.js';
import type { Logger } from '../foundation/logger.js';
import type { ToolManifest } from '../schema/manifest/manifest.js';
import type { CallPolicy } from '../tool/call-policy.js';
import type { AttemptPolicy } from '../tool/execution-policy.js';
import type { Guardrail } from '../tool/guardrail.js';
import type { ToolMiddleware } from '../tool/tool-middleware.js';
import type { ToolRegistry } from '../tool/tool-registry.js';
import type { ToolSpec } from '../tool/tool-spec.js';
import { type CallLimits, type CallSettings, DEFAULT_LIMITS, DEFAULT_POLICY } from './call-settings.js';
import type { Approver, CallJournal, Recall } from './ports.js';

/** What all runs of a runtime share. */
export interface RuntimeOptions {
  /**
   * Where services come from: a tsyringe container, or a `Resolver` over another one. When given, the
   * dependencies of all tools are checked at once.
   * @defaultValue tsyringe's global container
   */
  readonly container?: Container;
  /**
   * What `toolwright schema` learned from the sources: types, defaults and doc comments that decorators cannot see. `false`
   * means none.
   * @defaultValue `toolwright.manifest.json` beside the package.json of the program, when there is one
   */
  readonly manifest?: ToolManifest | false;
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
  /** Of the tools of `toolSpecs` only those whose name it matches; listed ones stay. @defaultValue all of them */
  readonly toolFilter?: RegExp;
  /** @defaultValue none */
  readonly guardrails?: readonly Guardrail[];
  /** @defaultValue none: every call is allowed */
  readonly policies?: readonly CallPolicy[];
  /** Stands around every tool that runs, the first outermost. @defaultValue none */
  readonly middleware?: readonly ToolMiddleware[];
  /** @defaultValue none: nothing is kept */
  readonly journal?: CallJournal;
  /** @defaultValue none: every call runs */
  readonly recall?: Recall;
  /** For tools that state none of their own; `maxRetries` never reaches side_effecting tools. */
  readonly defaults?: AttemptPolicy;
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
  /** Asked about calls for which a policy wants an approval. @defaultValue none: such calls are denied */
  readonly approver?: Approver;
  /** Puts the questions of `run.ask()` to a person. @defaultValue none: nobody can be asked */
  readonly answerer?: Answerer;
  /** Instead of the runtime's, for this run. */
  readonly secrets?: Secrets;
  /** Instead of the runtime's, for this run. */
  readonly journal?: CallJournal;
  /** Instead of the runtime's, for this run. */
  readonly recall?: Recall;
}

/** What the options say, completed by the defaults. */
export function settingsOf(tools: CallSettings['tools'], options: RuntimeOptions): CallSettings {
  return {
    tools,
    guardrails: options.guardrails ?? [],
    policies: options.policies ?? [],
    middleware: options.middleware ?? [],
    isSequential: [...(options.policies ?? []), ...(options.middleware ?? [])].some(
      ({ isSequential }) => isSequential === true,
    ),
    journal: options.journal,
    recall: options.recall,
    defaults: { ...DEFAULT_POLICY, ...definedMembers(options.defaults) },
    limits: { ...DEFAULT_LIMITS, ...definedMembers(options.limits) },
    clock: options.clock ?? systemClock,
    entropy: options.entropy ?? systemEntropy,
  };
}

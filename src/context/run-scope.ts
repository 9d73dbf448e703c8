import type { Constructor } from '../foundation/constructor.js';
import { findCurrentCall } from './current-call.js';
import { checkDependencies, type ToolLifetime } from './dependency-check.js';
import { ScopeClosedError } from './dependency-errors.js';
import { DisposalList } from './disposal.js';
import { InstanceBuilder } from './instance-builder.js';
import type { Resolver } from './resolver.js';
import type { RunContext } from './run-context.js';

/** Builds what lives as long as one call. */
export interface CallScope {
  /** A new object each time. Throws as {@link RunScope.resolve} does. */
  resolve<T>(target: Constructor<T>): T;
  /** Disposes what this scope built; never rejects. */
  close(): Promise<void>;
}

/** Builds the services of one run. */
export interface RunScope {
  /**
   * The service of a tool, the same for the whole run.
   *
   * @throws what {@link checkDependencies} throws; `SCOPE_CLOSED` after `close`; what a constructor throws.
   */
  resolve<T>(target: Constructor<T>): T;
  openCall(): CallScope;
  /**
   * Disposes what this run built, calls first, in reverse order; failures go to the run's logger, never to the caller.
   *
   * @returns `NOTHING_TO_WAIT_FOR` when there is nothing to dispose.
   */
  close(): Promise<void>;
}

export function openRunScope(resolver: Resolver, run: RunContext): RunScope {
  return new OpenRun(resolver, run);
}

class OpenRun implements RunScope {
  readonly #resolver: Resolver;
  readonly #run: RunContext;
  readonly #owned = new DisposalList();
  readonly #builder: InstanceBuilder;
  // Made when they are needed: most runs hold one call, and making them costs as much as answering it.
  #services: Map<Constructor, unknown> | undefined;
  #openCalls: Set<OpenCall> | undefined;
  #isClosed = false;
  #closing: Promise<void> | undefined;

  constructor(resolver: Resolver, run: RunContext) {
    this.#resolver = resolver;
    this.#run = run;
    this.#builder = new InstanceBuilder(resolver, run, this.#owned);
  }

  resolve<T>(target: Constructor<T>): T {
    if (this.#isClosed) throw new ScopeClosedError(this.#run.runId, target.name);
    const services = (this.#services ??= new Map<Constructor, unknown>());
    let service = services.get(target);
    if (service === undefined) {
      try {
        service = this.#builder.buildService(target);
      } catch (error) {
        throw this.#explain(error, target, 'run');
      }
      services.set(target, service);
    }
    return service as T;
  }

  openCall(): CallScope {
    return new OpenCall(this);
  }

  close(): Promise<void> {
    this.#isClosed = true;
    const openCalls = [...(this.#openCalls ?? [])];
    this.#closing ??= openCalls.length === 0 ? this.#dispose(this.#owned) : this.#closeAll(openCalls);
    return this.#closing;
  }

  async #closeAll(openCalls: readonly OpenCall[]): Promise<void> {
    await Promise.all(openCalls.map(call => call.close()));
    await this.#dispose(this.#owned);
  }

  resolveForCall(target: Constructor, call: OpenCall): unknown {
    if (this.#isClosed || call.isClosed) throw new ScopeClosedError(this.#run.runId, target.name);
    try {
      return this.#builder.buildCallTool(target, call);
    } catch (error) {
      throw this.#explain(error, target, 'call');
    } finally {
      if (!call.isEmpty) (this.#openCalls ??= new Set()).add(call);
    }
  }

  closeCall(call: OpenCall): Promise<void> {
    this.#openCalls?.delete(call);
    return this.#dispose(call);
  }

  #dispose(owned: DisposalList): Promise<void> {
    return owned.disposeOnce((className, error) => {
      const reason = error instanceof Error ? error.message : String(error);
      this.#run.logger.error(`${className} failed to dispose.`, {
        runId: this.#run.runId,
        className,
        reason: this.#run.secrets.mask(reason),
      });
    });
  }

  /** Building is fast and says little when it fails; the check then says what is missing, and on which way. */
  #explain(error: unknown, target: Constructor, lifetime: ToolLifetime): unknown {
    try {
      checkDependencies(
        this.#resolver,
        target,
        findCurrentCall(this.#run)?.toolName ?? target.name,
        lifetime,
      );
      return error;
    } catch (explanation) {
      return explanation;
    }
  }
}

class OpenCall extends DisposalList implements CallScope {
  readonly #run: OpenRun;

  constructor(run: OpenRun) {
    super();
    this.#run = run;
  }

  resolve<T>(target: Constructor<T>): T {
    return this.#run.resolveForCall(target, this) as T;
  }

  close(): Promise<void> {
    return this.#run.closeCall(this);
  }
}

import type { CallCancellation } from '../context/call-cancellation.js';
import { findCurrentCall } from '../context/current-call.js';
import { NOTHING_TO_WAIT_FOR } from '../context/disposal.js';
import type { RunContext } from '../context/run-context.js';
import type { RunScope } from '../context/run-scope.js';
import { delay, systemClock } from '../foundation/clock.js';
import type { ToolDefinition } from '../tool/tool-definition.js';
import type { CallObservation } from './call-observation.js';
import type { CallSettings } from './call-settings.js';
import { RunClosedError } from './errors.js';
import { type CallEnvironment, PendingCall } from './pending-call.js';
import { runCall } from './pipeline.js';
import type { Approver } from './ports.js';
import { keepApprover } from './run-approver.js';
import { DEFAULT_CONCURRENCY, runTurn, type TurnOptions } from './run-turn.js';
import type { CallOptions, ToolCall } from './tool-call.js';

/** How long services outlive the answer for a tool that ignores its signal. */
const LATE_MS = 2_000;

interface ToolRunParts {
  readonly context: RunContext;
  readonly scope: RunScope;
  readonly settings: CallSettings;
  readonly cancellation: CallCancellation;
  readonly approver: Approver | undefined;
  readonly onClose: () => void;
}

/** One run: its calls share the run context and the run's services. Close it, or its services are never disposed. */
export class ToolRun {
  #environment: CallEnvironment;
  readonly #onClose: () => void;
  #inFlight = 0;
  #onIdle: (() => void) | undefined;
  /** A number, since a set would keep for ever whatever belongs to a tool that never ends. */
  #lateCount = 0;
  #onCaughtUp: (() => void) | undefined;
  #closing: Promise<void> | undefined;

  /** @internal Use `ToolRuntime.openRun`. */
  constructor({ context, scope, settings, cancellation, approver, onClose }: ToolRunParts) {
    this.#onClose = onClose;
    keepApprover(context, approver);
    this.#environment = {
      run: context,
      scope,
      settings,
      cancellation,
      approver,
      onAnswered: () => {
        if (--this.#inFlight === 0) this.#onIdle?.();
      },
      onLate: work => {
        this.#lateCount++;
        void work.then(() => {
          if (--this.#lateCount === 0) this.#onCaughtUp?.();
        });
      },
    };
  }

  get context(): RunContext {
    return this.#environment.run;
  }

  /**
   * Other tools than the runtime's, for the calls that follow.
   *
   * @internal
   */
  useTools(definitions: readonly ToolDefinition[]): void {
    const tools = new Map(definitions.map(definition => [definition.name, definition]));
    const { settings } = this.#environment;
    this.#environment = { ...this.#environment, settings: { ...settings, tools } };
  }

  /** Answers one call; whatever goes wrong is in the observation. Calls may overlap. */
  call(call: ToolCall, options?: CallOptions): Promise<CallObservation> {
    const pending = new PendingCall(soundCall(call), options ?? {}, this.#environment);
    if (this.#closing !== undefined) {
      return Promise.resolve(pending.answerError(new RunClosedError(pending.toolName)));
    }
    this.#inFlight++;
    return runCall(pending);
  }

  /**
   * Answers the calls of one turn, in their order. Those that only read overlap; the others, and those that share a
   * resource, keep their order; all do when a policy or middleware wants that. Undefined stands for a call that was not
   * begun, since one before it waits for an approval.
   */
  callAll(
    calls: readonly ToolCall[],
    options: TurnOptions = {},
  ): Promise<readonly (CallObservation | undefined)[]> {
    const { tools, isSequential } = this.#environment.settings;
    return runTurn({
      calls,
      options,
      limit: isSequential ? 1 : (options.concurrency ?? DEFAULT_CONCURRENCY),
      findTool: ({ name }) => tools.get(name),
      answer: (call, callOptions) => this.call(call, callOptions),
    });
  }

  /** Cancels the calls in flight; each of them is answered. */
  cancel(reason: unknown): void {
    this.#environment.cancellation.cancel(reason);
  }

  /** True while a tool is at work although its call was answered. */
  get isLate(): boolean {
    return this.#lateCount > 0;
  }

  /**
   * Waits for the calls in flight, and up to two seconds for tools that are at work although their calls were
   * answered, then disposes the services of the run. Called by a tool of the run it does not wait: the run ends once
   * that call is answered.
   */
  close(): Promise<void> {
    this.#closing ??= this.#inFlight === 0 && !this.isLate ? this.#closeScope() : this.#closeAll();
    return findCurrentCall(this.context) === undefined ? this.#closing : NOTHING_TO_WAIT_FOR;
  }

  /** By the system's clock, since the clock of a run may be a recorded or stopped one. */
  async #waitForLate(): Promise<void> {
    const waiting = new AbortController();
    this.#onCaughtUp = () => waiting.abort();
    await delay(systemClock, LATE_MS, waiting.signal);
  }

  async #closeAll(): Promise<void> {
    if (this.#inFlight > 0) await new Promise<void>(resolve => (this.#onIdle = resolve));
    if (this.isLate) await this.#waitForLate();
    await this.#closeScope();
  }

  #closeScope(): Promise<void> {
    const { cancellation, scope } = this.#environment;
    cancellation.release();
    const closing = scope.close();
    if (closing !== NOTHING_TO_WAIT_FOR) return closing.then(this.#onClose);
    this.#onClose();
    return NOTHING_TO_WAIT_FOR;
  }
}

/** Callers in JavaScript may send nothing at all. */
function soundCall(call: ToolCall | null | undefined): ToolCall {
  return call ?? { name: '(nothing)' };
}

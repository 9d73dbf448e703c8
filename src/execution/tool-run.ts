import { CallCancellation } from '../context/call-cancellation.js';
import { type RunContext } from '../context/run-context.js';
import { type RunScope } from '../context/run-scope.js';
import { type CallObservation } from './call-observation.js';
import { type CallSettings } from './call-settings.js';
import { RunClosedError } from './errors.js';
import { type CallEnvironment, PendingCall } from './pending-call.js';
import { runCall } from './pipeline.js';
import { type CallOptions, type ToolCall } from './tool-call.js';

interface ToolRunParts {
  readonly context: RunContext;
  readonly scope: RunScope;
  readonly settings: CallSettings;
  readonly signal: AbortSignal | undefined;
  readonly onClose: () => void;
}

/** One run: its calls share the run context and the run's services. Close it, or its services are never disposed. */
export class ToolRun {
  readonly #environment: CallEnvironment;
  readonly #onClose: () => void;
  #inFlight = 0;
  #onIdle: (() => void) | undefined;
  #closing: Promise<void> | undefined;

  /** @internal Use `ToolRuntime.openRun`. */
  constructor({ context, scope, settings, signal, onClose }: ToolRunParts) {
    this.#onClose = onClose;
    this.#environment = {
      run: context,
      scope,
      settings,
      cancellation: new CallCancellation(signal),
      onAnswered: () => {
        if (--this.#inFlight === 0) this.#onIdle?.();
      },
    };
  }

  get context(): RunContext {
    return this.#environment.run;
  }

  /** Answers one call; whatever goes wrong is in the observation. Calls may overlap. */
  call(call: ToolCall, options: CallOptions = {}): Promise<CallObservation> {
    const pending = new PendingCall(call, options, this.#environment);
    if (this.#closing !== undefined) {
      return Promise.resolve(pending.answerError(new RunClosedError(pending.toolName)));
    }
    this.#inFlight++;
    return runCall(pending);
  }

  /** Cancels the calls in flight; each of them is answered. */
  cancel(reason: unknown): void {
    this.#environment.cancellation.cancel(reason);
  }

  /** Waits for the calls in flight, then disposes the services of the run. */
  close(): Promise<void> {
    this.#closing ??= this.#closeAll();
    return this.#closing;
  }

  async #closeAll(): Promise<void> {
    if (this.#inFlight > 0) await new Promise<void>(resolve => (this.#onIdle = resolve));
    this.#environment.cancellation.release();
    await this.#environment.scope.close();
    this.#onClose();
  }
}

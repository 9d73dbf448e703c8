import { CallCancellation } from '../context/call-cancellation.js';
import { type RunContext } from '../context/run-context.js';
import { type RunScope } from '../context/run-scope.js';
import { type CallObservation } from './call-observation.js';
import { type CallSettings } from './call-settings.js';
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
  readonly #parts: ToolRunParts;
  readonly #cancellation: CallCancellation;
  readonly #pending = new Set<Promise<unknown>>();
  #closing: Promise<void> | undefined;

  /** @internal Use `ToolRuntime.openRun`. */
  constructor(parts: ToolRunParts) {
    this.#parts = parts;
    this.#cancellation = new CallCancellation(parts.signal);
  }

  get context(): RunContext {
    return this.#parts.context;
  }

  /** Answers one call; whatever goes wrong is in the observation. Calls may overlap. */
  call(call: ToolCall, options: CallOptions = {}): Promise<CallObservation> {
    const { context, scope, settings } = this.#parts;
    const answered = runCall(call, options, {
      run: context,
      scope,
      settings,
      cancellation: this.#cancellation,
      isOpen: this.#closing === undefined,
    });
    this.#pending.add(answered);
    void answered.then(() => this.#pending.delete(answered));
    return answered;
  }

  /** Cancels the calls in flight; each of them is answered. */
  cancel(reason: unknown): void {
    this.#cancellation.cancel(reason);
  }

  /** Waits for the calls in flight, then disposes the services of the run. */
  close(): Promise<void> {
    this.#closing ??= this.#closeAll();
    return this.#closing;
  }

  async #closeAll(): Promise<void> {
    await Promise.all(this.#pending);
    this.#cancellation.release();
    await this.#parts.scope.close();
    this.#parts.onClose();
  }
}

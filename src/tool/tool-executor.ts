import type { RunContext } from '../context/run-context.js';

/** Does the work of one tool whose action is a class. An executor may hold state; one call does not wait for another. */
export interface ToolExecutor<TAction = unknown, TObservation = unknown> {
  execute(action: TAction, run: RunContext): TObservation | Promise<TObservation>;
  /** Frees what the executor holds: at the end of the run for one the container built, else when the runtime closes. */
  close?(): void | Promise<void>;
}

/** How the pipeline runs a tool, whatever its shape. */
export interface ToolBinding {
  /** The class the container builds the receiver from; missing when the binding needs none. */
  readonly target?: new (...args: never[]) => unknown;
  /** How long that receiver lives. */
  readonly lifetime: 'run' | 'call';
  /** @param action - The accepted, hydrated arguments. */
  invoke(receiver: unknown, action: unknown, run: RunContext): unknown;
  close?(): void | Promise<void>;
}

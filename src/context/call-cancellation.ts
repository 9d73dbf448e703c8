import { AsyncResource } from 'node:async_hooks';
import { relayAbort } from './abort-relay.js';

/**
 * Whether one call is cancelled, and why. The AbortController is made when a tool first reads {@link signal},
 * since making one and linking it costs more than most calls.
 */
export class CallCancellation {
  readonly #outer: AbortSignal | undefined;
  #cancelled: { readonly reason: unknown } | undefined;
  #controller: AbortController | undefined;
  #abort: ((reason: unknown) => void) | undefined;
  #listeners: Set<(reason: unknown) => void> | undefined;
  #unlink: (() => void) | undefined;
  #released = false;

  /** @param outer - Aborting it cancels the call. Listened to only while somebody waits, and never after {@link release}. */
  constructor(outer?: AbortSignal) {
    this.#outer = outer;
  }

  get isCancelled(): boolean {
    return this.#state() !== undefined;
  }

  /** What `cancel` or the outer signal gave; undefined while not cancelled. */
  get reason(): unknown {
    return this.#state()?.reason;
  }

  /** The signal for the tool; already aborted when the call is. */
  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      const controller = new AbortController();
      this.#controller = controller;
      // Listeners run where the signal was first read, inside the tool call, so that they may read run.call.
      this.#abort = AsyncResource.bind((reason: unknown) => controller.abort(reason));
      const state = this.#state();
      if (state !== undefined) controller.abort(state.reason);
      else this.#link();
    }
    return this.#controller.signal;
  }

  /** Only the first reason counts. */
  cancel(reason: unknown): void {
    if (this.#state() === undefined) this.#fire(reason);
  }

  /**
   * Runs `listener` once when the call is cancelled; at once when it already is.
   *
   * @returns a function that takes the listener back.
   */
  onCancel(listener: (reason: unknown) => void): () => void {
    const state = this.#state();
    if (state !== undefined) {
      listener(state.reason);
      return () => undefined;
    }
    const listeners = (this.#listeners ??= new Set());
    listeners.add(listener);
    this.#link();
    return () => void listeners.delete(listener);
  }

  /** The call is over: the outer signal no longer reaches it. */
  release(): void {
    this.#state();
    this.#released = true;
    this.#listeners = undefined;
    this.#unlink?.();
    this.#unlink = undefined;
  }

  #state(): { readonly reason: unknown } | undefined {
    if (this.#cancelled === undefined && !this.#released && this.#outer?.aborted === true)
      this.#fire(this.#outer.reason);
    return this.#cancelled;
  }

  #link(): void {
    const outer = this.#outer;
    if (outer === undefined || this.#released) return;
    this.#unlink ??= relayAbort(outer, () => this.cancel(outer.reason));
  }

  #fire(reason: unknown): void {
    this.#cancelled = { reason };
    const listeners = this.#listeners;
    this.#listeners = undefined;
    this.#unlink?.();
    this.#unlink = undefined;
    this.#abort?.(reason);
    for (const listener of listeners ?? []) listener(reason);
  }
}

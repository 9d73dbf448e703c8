import { AsyncResource } from 'node:async_hooks';
import { relayAbort } from './abort-relay.js';

/**
 * Whether one call is cancelled, and why. The AbortController is made when a tool first reads {@link signal},
 * since making one and linking it costs more than most calls.
 */
export class CallCancellation {
  readonly #outer: AbortSignal | undefined;
  readonly #parent: CallCancellation | undefined;
  #cancelled: { readonly reason: unknown } | undefined;
  #controller: AbortController | undefined;
  #abort: ((reason: unknown) => void) | undefined;
  #listeners: ((reason: unknown) => void)[] | undefined;
  /** Those of its calls that somebody waits for. */
  #children: Set<CallCancellation> | undefined;
  #unlink: (() => void) | undefined;
  #released = false;

  /**
   * @param outer - Aborting it cancels the call. Listened to only while somebody waits, and never after {@link release}.
   * @param parent - Cancels the call too, for the same time.
   */
  constructor(outer?: AbortSignal, parent?: CallCancellation) {
    this.#outer = outer;
    this.#parent = parent;
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
      const place = new AsyncResource('toolwright.signal');
      this.#abort = reason => place.runInAsyncScope(() => controller.abort(reason));
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

  /** Runs `listener` once when the call is cancelled; at once when it already is; not after {@link release}. */
  onCancel(listener: (reason: unknown) => void): void {
    const state = this.#state();
    if (state !== undefined) {
      listener(state.reason);
      return;
    }
    (this.#listeners ??= []).push(listener);
    this.#link();
  }

  /** The call is over: what happens outside no longer reaches it. */
  release(): void {
    this.#state();
    this.#released = true;
    this.#listeners = undefined;
    this.#detach();
  }

  #state(): { readonly reason: unknown } | undefined {
    if (this.#cancelled === undefined && !this.#released) {
      if (this.#outer?.aborted === true) this.#fire(this.#outer.reason);
      else if (this.#parent?.isCancelled === true) this.#fire(this.#parent.reason);
    }
    return this.#cancelled;
  }

  #link(): void {
    if (this.#released) return;
    const outer = this.#outer;
    if (outer !== undefined) this.#unlink ??= relayAbort(outer, () => this.cancel(outer.reason));
    const parent = this.#parent;
    if (parent === undefined) return;
    (parent.#children ??= new Set()).add(this);
    parent.#link();
  }

  #detach(): void {
    this.#unlink?.();
    this.#unlink = undefined;
    const parent = this.#parent;
    if (parent !== undefined) parent.#children?.delete(this);
  }

  #fire(reason: unknown): void {
    this.#cancelled = { reason };
    const listeners = this.#listeners;
    this.#listeners = undefined;
    this.#detach();
    this.#abort?.(reason);
    for (const listener of listeners ?? []) listener(reason);
    for (const child of this.#children ?? []) child.cancel(reason);
  }
}

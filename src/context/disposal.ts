import { systemClock, within } from '../foundation/clock.js';
import type { Constructor } from '../foundation/constructor.js';
import { isThenable } from '../foundation/thenable.js';

/** What one scope has built and must dispose: in reverse order, each once, whatever fails. */
export class DisposalList {
  #instances: Set<object> | undefined;
  #isClosed = false;
  #closing: Promise<void> | undefined;

  get isClosed(): boolean {
    return this.#isClosed;
  }

  get isEmpty(): boolean {
    return this.#instances === undefined;
  }

  /** Instances without a disposer are not kept. */
  add(instance: object): void {
    if (disposerOf(instance) !== undefined) (this.#instances ??= new Set()).add(instance);
  }

  /** @param reportFailure - Called after everything has been tried, once for each disposer that failed. */
  disposeOnce(reportFailure: (className: string, error: unknown) => void): Promise<void> {
    // Set first: a disposer that asks for something new must not get it.
    this.#isClosed = true;
    this.#closing ??= this.#instances === undefined ? NOTHING_TO_WAIT_FOR : this.#disposeAll(reportFailure);
    return this.#closing;
  }

  async #disposeAll(reportFailure: (className: string, error: unknown) => void): Promise<void> {
    const failures: { readonly className: string; readonly error: unknown }[] = [];
    const lastFirst = [...(this.#instances ?? [])].reverse();
    // Taken before anything runs: a disposer may close its scope again.
    this.#instances = undefined;
    for (const instance of lastFirst) {
      try {
        const disposal = disposerOf(instance)?.call(instance);
        if (isThenable(disposal)) await within(systemClock, DISPOSAL_MS, disposal);
      } catch (error) {
        failures.push({ className: instance.constructor.name, error });
      }
    }
    for (const { className, error } of failures) reportFailure(className, error);
  }
}

/** Given where nothing was built that has to be disposed: whoever knows it need not wait, which costs as much as a short call. */
export const NOTHING_TO_WAIT_FOR: Promise<void> = Promise.resolve();

/** How long one disposer may take; whoever waits for an answer or a shutdown must not wait for ever. */
const DISPOSAL_MS = 5_000;

const named = new WeakMap<object, string>();
/** Asking for a name costs more than building most objects, and most programs give none. */
let isAnyNamed = false;

/** Makes instances of `target` end with the method of this name, where they have no disposer of the usual kinds. */
export function disposeWith(target: Constructor, method: string): void {
  named.set(target, method);
  isAnyNamed = true;
}

/** `dispose` counts only without parameters, as in tsyringe: one with parameters is a method of the domain. */
function disposerOf(instance: object): (() => unknown) | undefined {
  const candidate = instance as Partial<Record<symbol | 'dispose', unknown>>;
  const bySymbol = candidate[Symbol.asyncDispose] ?? candidate[Symbol.dispose];
  if (typeof bySymbol === 'function') return bySymbol as () => unknown;
  const { dispose } = candidate;
  if (typeof dispose === 'function' && dispose.length === 0) return dispose as () => unknown;
  if (!isAnyNamed) return undefined;
  const byName = (instance as Record<string, unknown>)[named.get(instance.constructor) ?? ''];
  return typeof byName === 'function' ? (byName as () => unknown) : undefined;
}

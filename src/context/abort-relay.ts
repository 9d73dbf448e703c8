const relays = new WeakMap<AbortSignal, AbortRelay>();

/**
 * Hands the abort of one outer signal to many calls through one listener, because Node warns from the eleventh
 * listener on and adding one per call is slow. The listener is removed with the last call.
 *
 * @returns a function that ends the link.
 */
export function relayAbort(outer: AbortSignal, listener: () => void): () => void {
  let relay = relays.get(outer);
  if (relay === undefined) {
    relay = new AbortRelay(outer);
    relays.set(outer, relay);
  }
  return relay.add(listener);
}

class AbortRelay {
  readonly #outer: AbortSignal;
  readonly #listeners = new Set<() => void>();

  constructor(outer: AbortSignal) {
    this.#outer = outer;
  }

  add(listener: () => void): () => void {
    if (this.#listeners.size === 0) this.#outer.addEventListener('abort', this.#fire, { once: true });
    this.#listeners.add(listener);
    return () => {
      if (this.#listeners.delete(listener) && this.#listeners.size === 0)
        this.#outer.removeEventListener('abort', this.#fire);
    };
  }

  readonly #fire = (): void => {
    const listeners = [...this.#listeners];
    this.#listeners.clear();
    for (const listener of listeners) listener();
  };
}

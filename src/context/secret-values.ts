import { compileMask } from './secret-forms.js';

/** How many names are remembered, and how many values of one name. */
export interface Remembered {
  readonly names: number;
  readonly valuesOfOne: number;
}

export const EVERYTHING: Remembered = { names: Infinity, valuesOfOne: Infinity };

/** The secret values that somebody was given, the newest last; what goes beyond its limits is forgotten. */
export class SecretValues {
  /** Grows with every change. */
  version = 0;
  readonly #nameByValue = new Map<string, string>();
  readonly #valuesByName = new Map<string, string[]>();
  readonly #limits: Remembered;
  #mask: ((text: string) => string) | undefined;

  constructor(limits: Remembered) {
    this.#limits = limits;
  }

  get nameByValue(): ReadonlyMap<string, string> {
    return this.#nameByValue;
  }

  /** Replaces every one of them in a text. Compiled when first asked for after a change, which costs more than most calls. */
  get mask(): (text: string) => string {
    return (this.#mask ??= compileMask(this.#nameByValue));
  }

  get names(): string[] {
    return [...this.#valuesByName.keys()];
  }

  add(name: string, value: string): void {
    const values = this.#valuesByName.get(name) ?? [];
    // Anew at the end, since the names asked for longest ago are the first to go.
    this.#valuesByName.delete(name);
    this.#valuesByName.set(name, values);
    if (value !== '' && !this.#nameByValue.has(value)) {
      this.#nameByValue.set(value, name);
      this.#changed();
      if (values.push(value) > this.#limits.valuesOfOne) this.#nameByValue.delete(values.shift() ?? '');
    }
    if (this.#valuesByName.size > this.#limits.names) this.#forgetOldest();
  }

  #forgetOldest(): void {
    for (const [name, values] of this.#valuesByName) {
      this.#valuesByName.delete(name);
      for (const value of values) this.#nameByValue.delete(value);
      this.#changed();
      return;
    }
  }

  #changed(): void {
    this.version++;
    this.#mask = undefined;
  }
}

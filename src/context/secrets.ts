import { hasBrand } from '../foundation/brand.js';
import { DefinitionError } from '../foundation/definition-error.js';
import type { JsonObject, JsonValue } from '../foundation/json.js';
import { nearestNames } from '../foundation/names.js';
import { isThenable } from '../foundation/thenable.js';
import { ToolwrightError } from '../foundation/toolwright-error.js';
import { describeKind } from '../foundation/value-kind.js';
import { compileMask } from './secret-forms.js';

/** Secrets by name, or a look-up (environment, vault) asked each time. */
export type SecretSource =
  Readonly<Record<string, string | undefined>> | ((name: string) => string | undefined);

/** A tool asked for a secret that the caller did not supply. */
export class SecretMissingError extends ToolwrightError {
  constructor(name: string, known: readonly string[]) {
    const near = nearestNames(name, known);
    super({
      code: 'SECRET_MISSING',
      fault: 'caller',
      message:
        `There is no secret '${name}'. ` +
        (near.length > 0 ? `Did you mean ${near.map(quote).join(' or ')}? ` : '') +
        `Known secrets: ${known.length > 0 ? known.map(quote).join(', ') : 'none'}. ` +
        'Supply it with the `secrets` option of the runtime.',
      details: { name, known: [...known] },
    });
  }
}

const quote = (name: string): string => `'${name}'`;
const BRAND = Symbol.for('toolwright.secrets');
const INSPECT = Symbol.for('nodejs.util.inspect.custom');

/**
 * The secrets of a run. Tools read them by name; every text that leaves a tool is masked. The values never show
 * when this object is printed, inspected or serialised.
 */
export class Secrets {
  readonly #lookUp: (name: string) => string | undefined;
  readonly #nameByValue = new Map<string, string>();
  readonly #names = new Set<string>();
  #mask: ((text: string) => string) | undefined;

  /**
   * @param source - A record is copied and masked from the start, members without a value left out; what a look-up gives is
   * masked once handed out.
   * @throws {@link DefinitionError} (`DEFINITION`) for a value that is no text.
   */
  constructor(source: SecretSource = {}) {
    if (typeof source === 'function') {
      this.#lookUp = name => source(name);
      return;
    }
    const values = new Map(Object.entries(source));
    this.#lookUp = name => values.get(name);
    for (const [name, value] of values) if (value !== undefined) this.#remember(name, value);
  }

  /** @throws {@link SecretMissingError} (`SECRET_MISSING`) */
  get(name: string): string {
    const value = this.find(name);
    if (value === undefined) throw new SecretMissingError(name, [...this.#names]);
    return value;
  }

  find(name: string): string | undefined {
    const value = this.#lookUp(name);
    if (value !== undefined) this.#remember(name, value);
    return value;
  }

  /** Replaces every known value in `text` by `[secret NAME]`, also where it is JSON-escaped, URL-encoded or base64. */
  mask(text: string): string {
    if (this.#nameByValue.size === 0) return text;
    this.#mask ??= compileMask(this.#nameByValue);
    return this.#mask(text);
  }

  /** Masks every text, member name and whole number of `value`; the same reference comes back when it holds no secret. */
  maskJson(value: JsonValue): JsonValue {
    if (this.#nameByValue.size === 0) return value;
    return maskTree(value, { text: text => this.mask(text), number: number => this.#maskNumber(number) });
  }

  /** True for the secrets of another copy of this package too. */
  static is(value: unknown): value is Secrets {
    return hasBrand(value, BRAND);
  }

  get [BRAND](): boolean {
    return true;
  }

  toJSON(): string {
    return this.toString();
  }

  toString(): string {
    return '[secrets]';
  }

  [INSPECT](): string {
    return this.toString();
  }

  /** Only a number that is a secret as a whole: part of one would make it another number. */
  #maskNumber(value: number): JsonValue {
    const name = this.#nameByValue.get(String(value));
    return name === undefined ? value : this.mask(String(value));
  }

  #remember(name: string, value: unknown): void {
    if (typeof value !== 'string') {
      const seen = `it is ${isThenable(value) ? 'a promise' : describeKind(value)}.`;
      throw new DefinitionError([
        { where: `secret '${name}'`, seen, fix: 'give text; look secrets up before the run.' },
      ]);
    }
    this.#names.add(name);
    if (value === '' || this.#nameByValue.has(value)) return;
    this.#nameByValue.set(value, name);
    this.#mask = undefined;
  }
}

interface Masks {
  text(text: string): string;
  number(value: number): JsonValue;
}

function maskTree(value: JsonValue, mask: Masks): JsonValue {
  if (typeof value === 'string') return mask.text(value);
  if (typeof value === 'number') return mask.number(value);
  if (typeof value !== 'object' || value === null) return value;
  if (isItems(value)) {
    const masked = value.map(item => maskTree(item, mask));
    return masked.some((item, index) => item !== value[index]) ? masked : value;
  }
  return maskMembers(value, mask);
}

function maskMembers(value: JsonObject, mask: Masks): JsonObject {
  const masked = Object.entries(value).map(
    ([key, member]) => [mask.text(key), member === undefined ? undefined : maskTree(member, mask)] as const,
  );
  const isSame = masked.every(([key, member]) => Object.hasOwn(value, key) && value[key] === member);
  return isSame ? value : Object.fromEntries(masked);
}

/** `Array.isArray` does not narrow readonly arrays. */
const isItems = (value: JsonValue): value is readonly JsonValue[] => Array.isArray(value);

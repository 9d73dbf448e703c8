import { hasBrand } from '../foundation/brand.js';
import { DefinitionError } from '../foundation/definition-error.js';
import type { JsonObject, JsonValue } from '../foundation/json.js';
import { nearestNames } from '../foundation/names.js';
import { isThenable } from '../foundation/thenable.js';
import { ToolwrightError } from '../foundation/toolwright-error.js';
import { describeKind } from '../foundation/value-kind.js';
import { compileMask } from './secret-forms.js';
import { EVERYTHING, type Remembered, SecretValues } from './secret-values.js';

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

const FOR_VALUES = 'give text; look secrets up before the run.';
const FOR_PROVIDERS = 'give text, or put providers into a list: secretStore([envSecrets({ names })]).';

const quote = (name: string): string => `'${name}'`;
const BRAND = Symbol.for('toolwright.secrets');
const INSPECT = Symbol.for('nodejs.util.inspect.custom');

/** A look-up may give another value each time: tokens made for one call, a key for each of many tenants. */
const OF_ALL_RUNS: Remembered = { names: 1_000, valuesOfOne: 3 };
const OF_ONE_RUN: Remembered = { names: 1_000, valuesOfOne: 20 };

/**
 * The secrets of a run. Tools read them by name; every text that leaves a tool is masked. The values never show
 * when this object is printed, inspected or serialised.
 */
export class Secrets {
  readonly #lookUp: (name: string) => string | undefined;
  readonly #isLookUp: boolean;
  #values: SecretValues;
  /** What all runs were given, when these are the secrets of one. */
  #shared: SecretValues | undefined;
  #others: Secrets | undefined;
  /** For all of them together, so that a long one wins over a short one inside it; and for the state that they were in. */
  #jointMask: ((text: string) => string) | undefined;
  #jointVersion = 0;

  /**
   * @param source - A record is copied and masked from the start, members without a value left out; what a look-up gives is
   * masked once handed out: always in the run that asked, elsewhere the last three values of the last 1,000 names.
   * @throws {@link DefinitionError} (`DEFINITION`) for a value that is no text.
   */
  constructor(source: SecretSource = {}) {
    this.#isLookUp = typeof source === 'function';
    if (typeof source === 'function') {
      this.#values = new SecretValues(OF_ALL_RUNS);
      this.#lookUp = name => source(name);
      return;
    }
    this.#values = new SecretValues(EVERYTHING);
    const values = new Map(Object.entries(source));
    this.#lookUp = name => values.get(name);
    for (const [name, value] of values) if (value !== undefined) this.#remember(name, value);
  }

  /** As they are, or made of a source. */
  static from(source: SecretSource | Secrets | undefined): Secrets {
    return Secrets.is(source) ? source : new Secrets(source);
  }

  /** @throws {@link SecretMissingError} (`SECRET_MISSING`) */
  get(name: string): string {
    const value = this.find(name);
    if (value === undefined) throw new SecretMissingError(name, this.knownNames);
    return value;
  }

  find(name: string): string | undefined {
    const value = this.#lookUp(name);
    if (value === undefined) return this.#others?.find(name);
    this.#remember(name, value);
    return value;
  }

  /** True while nothing is known that could be masked. */
  get isEmpty(): boolean {
    return this.#known.length === 0;
  }

  /** Replaces every known value in `text` by `[secret NAME]`, also where it is JSON-escaped, URL-encoded or base64. */
  mask(text: string): string {
    const known = this.#known;
    const [first, ...others] = known;
    if (first === undefined) return text;
    // What all runs were given is usually all there is, and its mask is there already.
    if (others.every(({ nameByValue }) => isWithin(nameByValue, first.nameByValue))) return first.mask(text);
    const version = known.reduce((sum, values) => sum + values.version, 0);
    if (this.#jointMask === undefined || this.#jointVersion !== version) {
      this.#jointMask = compileMask(new Map(known.reverse().flatMap(values => [...values.nameByValue])));
      this.#jointVersion = version;
    }
    return this.#jointMask(text);
  }

  /** Masks every text, member name and whole number of `value`; the same reference comes back when it holds no secret. */
  maskJson(value: JsonValue): JsonValue {
    if (this.isEmpty) return value;
    return maskTree(value, { text: text => this.mask(text), number: number => this.#maskNumber(number) });
  }

  /**
   * The same secrets for one run, which masks every value that it has asked for itself, however many others are asked for
   * meanwhile.
   *
   * @internal
   */
  forRun(): Secrets {
    if (!this.#isLookUp) return this;
    const own = new Secrets(this.#lookUp);
    own.#values = new SecretValues(OF_ONE_RUN);
    own.#shared = this.#values;
    return own;
  }

  /**
   * These for one run, and those of others for names that are not among them; the values of both are masked.
   *
   * @internal
   */
  forRunWith(others: Secrets): Secrets {
    const joined = this.forRun().#copy();
    joined.#others = others;
    return joined;
  }

  #copy(): Secrets {
    const copy = new Secrets(this.#lookUp);
    copy.#values = this.#values;
    copy.#shared = this.#shared;
    return copy;
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

  /** All that have values, those of all runs first, then its own, then those of others. */
  get #known(): SecretValues[] {
    const own = this.#shared === undefined ? [this.#values] : [this.#shared, this.#values];
    const known = own.filter(({ nameByValue }) => nameByValue.size > 0);
    return this.#others === undefined ? known : [...known, ...this.#others.#known];
  }

  /** Only a number that is a secret as a whole: part of one would make it another number. */
  #maskNumber(value: number): JsonValue {
    const text = String(value);
    const isOwn = this.#values.nameByValue.has(text) || this.#shared?.nameByValue.has(text) === true;
    return isOwn ? this.mask(text) : (this.#others?.maskJson(value) ?? value);
  }

  #remember(name: string, value: unknown): void {
    if (typeof value !== 'string') {
      const seen = `it is ${isThenable(value) ? 'a promise' : describeKind(value)}.`;
      throw new DefinitionError([
        { where: `secret '${name}'`, seen, fix: typeof value === 'function' ? FOR_PROVIDERS : FOR_VALUES },
      ]);
    }
    this.#values.add(name, value);
    this.#shared?.add(name, value);
  }

  /** @internal */
  get knownNames(): readonly string[] {
    const others = this.#others?.knownNames ?? [];
    return [...new Set([...(this.#shared?.names ?? []), ...this.#values.names, ...others])];
  }
}

/** Whether one has nothing that the other one has not. */
function isWithin(one: ReadonlyMap<string, string>, other: ReadonlyMap<string, string>): boolean {
  for (const value of one.keys()) if (!other.has(value)) return false;
  return true;
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

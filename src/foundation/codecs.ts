import { types } from 'node:util';
import { cutText } from './cut-text.js';
import { isPlainObject, type JsonValue } from './json.js';
import { nameOpaque } from './opaque-object.js';
import { isThenable } from './thenable.js';
import { ToolwrightError } from './toolwright-error.js';

/** A value holds something JSON cannot express: a cycle, endless nesting, an invalid Date, what shows nothing of itself. */
export class UnserializableValueError extends ToolwrightError {
  constructor(path: string, reason: string) {
    super({
      code: 'UNSERIALIZABLE_VALUE',
      fault: 'author',
      message: `The value has ${reason} at ${path === '' ? 'its top level' : cutText(path, MAX_PATH)}. Return plain data without it.`,
      details: { path: cutText(path, MAX_PATH) },
    });
  }
}

const MAX_DEPTH = 256;
/** A small value that holds the same parts many times over may stand for more than there is memory for. */
export const MAX_VALUES = 5_000_000;
const MAX_PATH = 200;

/**
 * Turns any result into JSON: Date → ISO 8601 text, bigint → decimal text, Set → array, Map → object (array of
 * pairs when a key is not a string), bytes → base64, any other object → its `toJSON()` or own enumerable fields.
 * Undefined members, functions and symbols are left out; NaN and the infinities become null, as in `JSON.stringify`.
 *
 * @throws {@link UnserializableValueError} (`UNSERIALIZABLE_VALUE`) on a cycle, more than 256 levels or 5,000,000 values,
 * an invalid Date, a promise, an iterator, and an object that shows nothing of what it holds (`Response`, `WeakMap`, `RegExp`).
 */
export function toJson(value: unknown): JsonValue {
  return encode(value, new Walk()) ?? null;
}

/** Where the encoder is. Two stacks that are written in place: closures and sets made for each member cost more than the members. */
class Walk {
  depth = 0;
  private values = 0;
  private readonly objects: object[] = [];
  private readonly steps: (string | number | undefined)[] = [];

  enter(value: object): void {
    for (let level = 0; level < this.depth; level++) {
      if (this.objects[level] === value) throw this.refuse('a cycle');
    }
    // Counts objects, not steps: a toJSON() that gives a new object each time takes no step.
    if (this.depth >= MAX_DEPTH) throw this.refuse(`more than ${MAX_DEPTH} levels`);
    this.objects[this.depth] = value;
    this.steps[this.depth] = undefined;
    this.depth++;
  }

  leave(): void {
    this.depth--;
  }

  /** The number of values that the innermost object holds. */
  count(values: number): void {
    this.values += values;
    if (this.values > MAX_VALUES) throw this.refuse(`more than ${MAX_VALUES} values`);
  }

  /** The member or item of the innermost object that comes next. */
  step(step: string | number): void {
    this.steps[this.depth - 1] = step;
  }

  refuse(reason: string): UnserializableValueError {
    const steps = this.steps.slice(0, this.depth).filter(step => step !== undefined);
    return new UnserializableValueError(steps.map(step => `/${step}`).join(''), reason);
  }
}

function encode(value: unknown, walk: Walk): JsonValue | undefined {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return value;
    case 'number':
      // JSON has one zero only.
      return Number.isFinite(value) ? value + 0 : null;
    case 'bigint':
      return value.toString();
    case 'object':
      return value === null ? null : encodeObject(value, walk);
    default:
      return undefined;
  }
}

function encodeObject(value: object, walk: Walk): JsonValue | undefined {
  const own = (value as { toJSON?: unknown }).toJSON;
  const isPlain = isPlainObject(value);
  if (!isPlain && !Array.isArray(value)) {
    const scalar = encodeScalarObject(value, walk);
    if (scalar !== undefined) return scalar;
  }
  const pending = findPending(value);
  if (pending !== undefined) throw walk.refuse(pending);
  walk.enter(value);
  const told: unknown = typeof own === 'function' ? (own as () => unknown).call(value) : value;
  const encoded =
    told !== value ? encode(told, walk) : isPlain ? encodeEntries(value, walk) : encodeContainer(value, walk);
  walk.leave();
  return encoded;
}

/** Kinds are told by what the engine made, not by class: a value may come from another realm, as under jest. */
function encodeScalarObject(value: object, walk: Walk): JsonValue | undefined {
  if (types.isDate(value)) return encodeDate(value, walk);
  if (types.isUint8Array(value) || types.isDataView(value)) return bytesToBase64(value);
  if (types.isAnyArrayBuffer(value)) return bytesToBase64(new Uint8Array(value));
  if (types.isNumberObject(value) || types.isStringObject(value) || types.isBooleanObject(value)) {
    return encode(value.valueOf(), walk);
  }
  return undefined;
}

function encodeDate(date: Date, walk: Walk): string {
  if (Number.isNaN(date.getTime())) throw walk.refuse('an invalid Date');
  return date.toISOString();
}

function encodeContainer(value: object, walk: Walk): JsonValue | undefined {
  if (Array.isArray(value)) return encodeItems(value, walk);
  if (types.isSet(value)) return encodeItems([...value], walk);
  if (types.isMap(value)) return encodeMap(value, walk);
  if (ArrayBuffer.isView(value)) return encodeItems(Array.from(value as unknown as ArrayLike<unknown>), walk);
  if (types.isNativeError(value) || value instanceof Error)
    return encodeEntries({ name: value.name, message: value.message }, walk);
  const opaque = nameOpaque(value);
  if (opaque !== undefined) throw walk.refuse(opaque);
  return encodeEntries(value, walk);
}

/** What is still to come would be lost without a word: `JSON.stringify` makes `{}` of it. */
function findPending(value: object): string | undefined {
  if (isThenable(value)) return 'a promise';
  if (Symbol.asyncIterator in value) return 'an asynchronous iterator';
  const isIterator = Symbol.iterator in value && typeof (value as { next?: unknown }).next === 'function';
  return isIterator ? 'an iterator' : undefined;
}

function encodeItems(items: readonly unknown[], walk: Walk): JsonValue[] {
  walk.count(items.length);
  const target = new Array<JsonValue>(items.length);
  for (let index = 0; index < items.length; index++) {
    walk.step(index);
    target[index] = encode(items[index], walk) ?? null;
  }
  return target;
}

function encodeMap(map: ReadonlyMap<unknown, unknown>, walk: Walk): JsonValue {
  const entries = [...map];
  if (entries.every(([key]) => typeof key === 'string'))
    return encodeEntries(Object.fromEntries(entries) as object, walk);
  return encodeItems(entries, walk);
}

function encodeEntries(source: object, walk: Walk): JsonValue {
  const target: Record<string, JsonValue> = {};
  const keys = Object.keys(source);
  walk.count(keys.length);
  for (const key of keys) {
    walk.step(key);
    const encoded = encode((source as Record<string, unknown>)[key], walk);
    if (encoded === undefined) continue;
    if (key === '__proto__') Object.defineProperty(target, key, { value: encoded, enumerable: true });
    else target[key] = encoded;
  }
  return target;
}

function bytesToBase64(bytes: ArrayBufferView): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');
}

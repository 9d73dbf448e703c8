import { isPlainObject, type JsonValue } from './json.js';
import { isThenable } from './thenable.js';
import { ToolwrightError } from './toolwright-error.js';

/** A value holds something JSON cannot express: a cycle, endless nesting or an invalid Date. */
export class UnserializableValueError extends ToolwrightError {
  constructor(path: string, reason: string) {
    super({
      code: 'UNSERIALIZABLE_VALUE',
      fault: 'author',
      message: `The value has ${reason} at ${path === '' ? 'its top level' : path}. Return plain data without it.`,
      details: { path },
    });
  }
}

const MAX_DEPTH = 256;

/**
 * Turns any result into JSON: Date → ISO 8601 text, bigint → decimal text, Set → array, Map → object (array of
 * pairs when a key is not a string), bytes → base64, a class instance → its `toJSON()` or own enumerable fields.
 * Undefined members, functions and symbols are left out; NaN and the infinities become null, as in `JSON.stringify`.
 *
 * @throws {@link UnserializableValueError} (`UNSERIALIZABLE_VALUE`) on a cycle, more than 256 levels, an invalid Date, a
 * promise and an iterator.
 */
export function toJson(value: unknown): JsonValue {
  return encode(value, { path: [], open: new Set() }) ?? null;
}

interface Walk {
  readonly path: (string | number)[];
  readonly open: Set<object>;
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
  const scalar = encodeScalarObject(value, walk);
  if (scalar !== undefined) return scalar;
  if (walk.open.has(value)) throw new UnserializableValueError(pointer(walk), 'a cycle');
  // Counts objects, not steps: a toJSON() that gives a new object each time takes no step.
  if (walk.open.size >= MAX_DEPTH)
    throw new UnserializableValueError(pointer(walk), `more than ${MAX_DEPTH} levels`);
  walk.open.add(value);
  try {
    return encodeContainer(value, walk);
  } finally {
    walk.open.delete(value);
  }
}

function encodeScalarObject(value: object, walk: Walk): JsonValue | undefined {
  if (value instanceof Date) {
    if (Number.isNaN(value.getTime())) throw new UnserializableValueError(pointer(walk), 'an invalid Date');
    return value.toISOString();
  }
  if (value instanceof Uint8Array) return bytesToBase64(value);
  if (value instanceof ArrayBuffer) return bytesToBase64(new Uint8Array(value));
  if (value instanceof Number || value instanceof String || value instanceof Boolean) {
    return encode(value.valueOf(), walk);
  }
  return undefined;
}

function encodeContainer(value: object, walk: Walk): JsonValue | undefined {
  const pending = findPending(value);
  if (pending !== undefined) throw new UnserializableValueError(pointer(walk), pending);
  if (Array.isArray(value)) return encodeItems(value, walk);
  if (value instanceof Set) return encodeItems([...value], walk);
  if (value instanceof Map) return encodeMap(value, walk);
  if (ArrayBuffer.isView(value)) return encodeItems(Array.from(value as unknown as ArrayLike<unknown>), walk);
  if (!isPlainObject(value)) {
    const own = (value as { toJSON?: unknown }).toJSON;
    if (typeof own === 'function') return encode((own as () => unknown).call(value), walk);
    if (value instanceof Error) return encodeEntries({ name: value.name, message: value.message }, walk);
  }
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
  return items.map((item, index) => within(walk, index, () => encode(item, walk)) ?? null);
}

function encodeMap(map: ReadonlyMap<unknown, unknown>, walk: Walk): JsonValue {
  const entries = [...map];
  if (entries.every(([key]) => typeof key === 'string'))
    return encodeEntries(Object.fromEntries(entries) as object, walk);
  return encodeItems(entries, walk);
}

function encodeEntries(source: object, walk: Walk): JsonValue {
  const target: Record<string, JsonValue> = {};
  for (const key of Object.keys(source)) {
    const encoded = within(walk, key, () => encode((source as Record<string, unknown>)[key], walk));
    if (encoded === undefined) continue;
    if (key === '__proto__') Object.defineProperty(target, key, { value: encoded, enumerable: true });
    else target[key] = encoded;
  }
  return target;
}

function within<T>(walk: Walk, step: string | number, body: () => T): T {
  walk.path.push(step);
  try {
    return body();
  } finally {
    walk.path.pop();
  }
}

function pointer(walk: Walk): string {
  return walk.path.map(step => `/${step}`).join('');
}

function bytesToBase64(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');
}

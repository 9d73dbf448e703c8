import { MAX_VALUES, toJson } from './codecs.js';
import { isPlainObject } from './json.js';

/** Beyond this {@link toJson} has the word: it knows a cycle from depth, and says where. */
const SHALLOW = 32;

/**
 * The compact JSON text of what `toJson` makes of a value. Most results are JSON already, and looking costs less than
 * copying.
 *
 * @throws what {@link toJson} throws.
 */
export function toJsonText(value: unknown): string {
  visits = 0;
  return JSON.stringify(isJson(value, 0) ? value : toJson(value));
}

/** Of the look at one value; a counter that is handed on would cost more than the look. */
let visits = 0;

/** True only when `JSON.stringify` and `toJson` agree on the value. */
function isJson(value: unknown, depth: number): boolean {
  switch (typeof value) {
    case 'string':
    case 'number':
    case 'boolean':
      return true;
    case 'object':
      return value === null || (depth < SHALLOW && isJsonContainer(value, depth + 1));
    default:
      return false;
  }
}

function isJsonContainer(value: object, depth: number): boolean {
  // Loads, since `in` costs as much as all the rest.
  const { toJSON, [Symbol.iterator]: iterate, [Symbol.asyncIterator]: iterateLater } = value as Unusual;
  if (toJSON !== undefined || iterateLater !== undefined) return false;
  if (Array.isArray(value)) return areJson(value, depth);
  if (!isPlainObject(value) || iterate !== undefined) return false;
  for (const key in value) if (++visits > MAX_VALUES || !isJson(value[key], depth)) return false;
  return true;
}

function areJson(items: readonly unknown[], depth: number): boolean {
  if (Object.getPrototypeOf(items) !== Array.prototype) return false;
  if ((visits += items.length) > MAX_VALUES) return false;
  for (let index = 0; index < items.length; index++) if (!isJson(items[index], depth)) return false;
  return true;
}

/** What makes an object something else than its members. */
interface Unusual {
  readonly toJSON?: unknown;
  readonly [Symbol.iterator]?: unknown;
  readonly [Symbol.asyncIterator]?: unknown;
}

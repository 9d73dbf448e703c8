import { canonicalJson } from '../../foundation/canonical-json.js';
import { isPlainObject, type JsonObject, type JsonValue } from '../../foundation/json.js';
import { align } from './align.js';
import type { Difference } from './run-comparison.js';

/** Where two JSON values differ. */
export type JsonDifference = Pick<Difference, 'kind' | 'path' | 'a' | 'b'>;

/** The innermost differences of two values; a value that is undefined is not there. */
export function diffJson(a: JsonValue | undefined, b: JsonValue | undefined, path = ''): JsonDifference[] {
  if (a === undefined) return b === undefined ? [] : [{ kind: 'added', path, b }];
  if (b === undefined) return [{ kind: 'removed', path, a }];
  if (isItems(a) && isItems(b)) return diffItems(a, b, path);
  if (isObject(a) && isObject(b)) return diffMembers(a, b, path);
  return Object.is(a, b) ? [] : [{ kind: 'changed', path, a, b }];
}

function diffMembers(a: JsonObject, b: JsonObject, path: string): JsonDifference[] {
  const names = new Set([...Object.keys(a), ...Object.keys(b)]);
  return [...names].flatMap(name => diffJson(own(a, name), own(b, name), `${path}/${toSegment(name)}`));
}

/** Items that are equal stay beside each other when others come or go. */
function diffItems(a: readonly JsonValue[], b: readonly JsonValue[], path: string): JsonDifference[] {
  return align(a, b, [canonicalJson]).flatMap(({ a: x, b: y }) =>
    diffJson(
      x === undefined ? undefined : a[x],
      y === undefined ? undefined : b[y],
      `${path}/${x ?? y ?? 0}`,
    ),
  );
}

const own = (object: JsonObject, name: string): JsonValue | undefined =>
  Object.hasOwn(object, name) ? object[name] : undefined;

/** @see RFC 6901 */
const toSegment = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1');

/** `Array.isArray` does not narrow readonly arrays. */
const isItems = (value: JsonValue): value is readonly JsonValue[] => Array.isArray(value);
const isObject = (value: JsonValue): value is JsonObject => isPlainObject(value);

import { canonicalJson } from '../../foundation/canonical-json.js';
import { contentHash } from '../../foundation/content-hash.js';
import { isPlainObject, type JsonValue } from '../../foundation/json.js';
import { isFreeForm, isKept } from './kept-members.js';

/**
 * The event with a hash and a length in place of each text, of arguments and of data: whether two are the same can still be seen.
 * Short texts can be guessed from their hash.
 */
export const withoutContent = <T>(event: T): T => walk(event as JsonValue, '') as T;

function walk(value: JsonValue, name: string): JsonValue {
  if (isFreeForm(name)) return standIn(value);
  if (typeof value === 'string') return isKept(name) || value === '' ? value : describe(value);
  if (Array.isArray(value)) return (value as readonly JsonValue[]).map(item => walk(item, name));
  if (!isPlainObject(value)) return value;
  const members = Object.entries(value).flatMap(([key, member]) =>
    member === undefined ? [] : [[key, walk(member, key)] as const],
  );
  return Object.fromEntries(members);
}

/** An object stays one: readers take its members, not its text. */
function standIn(value: JsonValue): JsonValue {
  if (typeof value === 'string') return describe(value);
  const described = describe(canonicalJson(value));
  return isPlainObject(value) ? { removed: described } : described;
}

const describe = (text: string): string =>
  `[removed: ${text.length} characters, sha256 ${contentHash(text)}]`;

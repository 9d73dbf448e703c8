import { contentHash } from './content-hash.js';
import type { JsonValue } from './json.js';

/**
 * The one text of a JSON value, whoever wrote it: no blanks, members in the order of their names' UTF-16 code units,
 * numbers and texts as JSON.stringify writes them, members that are undefined left out.
 *
 * @see RFC 8785
 */
export function canonicalJson(value: JsonValue): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (isItems(value)) return `[${value.map(canonicalJson).join(',')}]`;
  const members = Object.keys(value)
    .sort()
    .flatMap(name => {
      const member = value[name];
      return member === undefined ? [] : [`${JSON.stringify(name)}:${canonicalJson(member)}`];
    });
  return `{${members.join(',')}}`;
}

/** SHA-256 of the canonical text, hexadecimal. */
export const canonicalHash = (value: JsonValue): string => contentHash(canonicalJson(value));

/** `Array.isArray` does not narrow readonly arrays. */
const isItems = (value: JsonValue): value is readonly JsonValue[] => Array.isArray(value);

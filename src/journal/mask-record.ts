import type { Secrets } from '../context/secrets.js';
import { isPlainObject, type JsonValue } from '../foundation/json.js';
import { FREE_FORM, STRUCTURE } from './record-members.js';

/** In bytes no text could be found. */
const BYTES = new Set(['data', 'blob']);

/**
 * Masks what users, models and tools wrote in an event, a message or a part, and leaves alone what makes it one: a secret may be
 * a word that we use as well. What holds none comes back as it is.
 *
 * @param isOwnName - Whether a tool has this name: a model may write anything as one. @defaultValue each is
 */
export function maskRecord<T>(
  record: T,
  secrets: Secrets,
  isOwnName: (name: string) => boolean = () => true,
): T {
  if (secrets.isEmpty) return record;
  const maskText = (text: string, key: string): string => {
    if (STRUCTURE.has(key) || BYTES.has(key)) return text;
    const masked = secrets.mask(text);
    return key === 'toolName' && masked !== text && isOwnName(text) ? text : masked;
  };
  const walk = (value: JsonValue, key: string): JsonValue => {
    if (FREE_FORM.has(key)) return secrets.maskJson(value);
    if (key === 'arguments') return maskArguments(value, secrets);
    if (typeof value === 'string') return maskText(value, key);
    if (Array.isArray(value)) {
      const items = (value as readonly JsonValue[]).map(item => walk(item, key));
      return items.some((item, index) => item !== value[index]) ? items : (value as readonly JsonValue[]);
    }
    if (!isPlainObject(value)) return value;
    const members = Object.entries(value).map(
      ([name, member]) => [name, walk(member as JsonValue, name)] as const,
    );
    return members.some(([name, member]) => member !== value[name]) ? Object.fromEntries(members) : value;
  };
  return walk(record as JsonValue, '') as T;
}

/** The JSON text that a model wrote stays JSON text. */
function maskArguments(value: JsonValue, secrets: Secrets): JsonValue {
  if (typeof value !== 'string') return secrets.maskJson(value);
  const masked = secrets.mask(value);
  if (masked === value) return value;
  try {
    return JSON.stringify(secrets.maskJson(JSON.parse(value) as JsonValue));
  } catch {
    return masked;
  }
}

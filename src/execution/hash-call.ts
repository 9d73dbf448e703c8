import { canonicalHash } from '../foundation/canonical-json.js';
import { toJson } from '../foundation/codecs.js';
import { isPlainObject, type JsonValue } from '../foundation/json.js';
import type { CheckedCall } from '../tool/call-policy.js';

/**
 * Of what would run: the tool, and its accepted arguments with their defaults. What a class computes for itself, such as the time,
 * is another value each time that the same call is made, and left out.
 *
 * @param sent - The arguments as they came.
 */
export function hashCall({ tool, action }: CheckedCall, sent: unknown): string {
  const { properties = {} } = tool.inputSchema;
  const stated = Object.keys(properties).filter(name => {
    const property: unknown = properties[name];
    return isPlainObject(property) && Object.hasOwn(property, 'default');
  });
  return canonicalHash([tool.name, restrict(toJson(action), sent, stated)]);
}

function restrict(accepted: JsonValue, sent: unknown, stated: readonly string[] = []): JsonValue {
  if (Array.isArray(accepted) && Array.isArray(sent))
    return accepted.map((item: JsonValue, index) => restrict(item, sent[index]));
  if (!isPlainObject(accepted) || !isPlainObject(sent)) return accepted;
  const kept = Object.entries(accepted).filter(
    ([name]) => Object.hasOwn(sent, name) || stated.includes(name),
  );
  return Object.fromEntries(kept.map(([name, value]) => [name, restrict(value as JsonValue, sent[name])]));
}

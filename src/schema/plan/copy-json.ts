/**
 * A copy all the way down, of a value whose depth is bounded: a tool may change what it gets, and neither its caller
 * nor the next attempt must see that. Objects become plain ones, as everywhere in a plan; only what JSON text stands
 * for elsewhere keeps its class.
 */
export function copyJson(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(copyJson);
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof Date) return new Date(value);
  if (value instanceof Uint8Array) return new Uint8Array(value);
  if (value instanceof Map)
    return new Map(Array.from(value, pair => pair.map(copyJson) as [unknown, unknown]));
  if (value instanceof Set) return new Set(Array.from(value, copyJson));
  if (ArrayBuffer.isView(value)) return structuredClone(value);
  const copy: Record<string, unknown> = {};
  for (const key of Object.keys(value)) copy[key] = copyJson((value as Record<string, unknown>)[key]);
  return copy;
}

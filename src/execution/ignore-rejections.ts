import { types } from 'node:util';
import { ignoreRejection } from '../foundation/thenable.js';

const MAX_OBJECTS = 2_000_000;

/** Keeps the promises inside a refused result, such as a list of them, from ending the process when they reject. */
export function ignoreRejections(result: unknown): void {
  const seen = new Set<object>();
  const waiting: unknown[] = [result];
  while (waiting.length > 0 && seen.size < MAX_OBJECTS) {
    const value = waiting.pop();
    if (typeof value !== 'object' || value === null || seen.has(value)) continue;
    seen.add(value);
    ignoreRejection(value);
    // What reading it would do is not known.
    if (types.isProxy(value)) continue;
    for (const child of childrenOf(value))
      if (typeof child === 'object' && child !== null) waiting.push(child);
  }
}

/** Getters are not asked: they may do or throw anything. */
function childrenOf(value: object): Iterable<unknown> {
  if (types.isMap(value)) return Map.prototype.values.call(value) as Iterable<unknown>;
  if (types.isSet(value)) return Set.prototype.values.call(value) as Iterable<unknown>;
  if (ArrayBuffer.isView(value)) return [];
  // The length of a list says nothing about how much it holds.
  if (Array.isArray(value)) return value.length > MAX_OBJECTS ? [] : (value as unknown[]);
  return Object.keys(value).map(key => Object.getOwnPropertyDescriptor(value, key)?.value as unknown);
}

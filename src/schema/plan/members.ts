import { isPlainObject } from '../../foundation/json.js';
import { nameOpaque } from '../../foundation/opaque-object.js';

/** Reads a member only when it is the object's own: names such as `constructor` exist on every prototype. */
export function ownMember(source: object, key: string): unknown {
  return Object.hasOwn(source, key) ? (source as Record<string, unknown>)[key] : undefined;
}

/** True for what a plan reads as a JSON object. What a `Map` holds, no member shows: it would be lost. */
export function isObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  return isPlainObject(value) || nameOpaque(value) === undefined;
}

/** A JSON value without members. */
export type JsonPrimitive = string | number | boolean | null;
/** Any JSON value. */
export type JsonValue = JsonPrimitive | readonly JsonValue[] | JsonObject;
/** A JSON object; a member that is undefined counts as left out. */
export interface JsonObject {
  readonly [key: string]: JsonValue | undefined;
}

/** True for objects written as `{…}` or made by `JSON.parse`; false for class instances, arrays and null. */
export function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/** Freezes a value made of plain objects and arrays, all the way down; class instances stay as they are. */
export function deepFreeze<T>(value: T): T {
  if ((isPlainObject(value) || Array.isArray(value)) && !Object.isFrozen(value)) {
    Object.freeze(value);
    // Most members are no objects, and a call for each would cost more than the freezing.
    for (const child of Object.values(value)) if (typeof child === 'object') deepFreeze(child);
  }
  return value;
}

/** A frozen copy of a value made of plain objects and arrays, all the way down; everything else is shared. */
export function frozenCopy<T>(value: T): T {
  if (Array.isArray(value)) return Object.freeze(value.map(frozenCopy)) as T;
  if (!isPlainObject(value)) return value;
  const members = Object.entries(value).map(([name, member]) => [name, frozenCopy(member)] as const);
  return Object.freeze(Object.fromEntries(members)) as T;
}

/** The members that are there: to callers without exact optional types, undefined means left out. */
export function definedMembers<T extends object>(members: T | undefined): Partial<T> {
  return Object.fromEntries(
    Object.entries(members ?? {}).filter(([, value]) => value !== undefined),
  ) as Partial<T>;
}

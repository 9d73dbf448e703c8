const OPAQUE = ['Map', 'Set', 'WeakMap', 'WeakSet', 'Date', 'RegExp', 'Promise', 'ArrayBuffer'];

/** The kind of an object that keeps its content where no member shows it, e.g. `Map`; undefined for others. */
export function nameOpaqueObject(value: unknown): string | undefined {
  const name = Object.prototype.toString.call(value).slice('[object '.length, -1);
  return OPAQUE.includes(name) ? name : undefined;
}

/**
 * A copy all the way down, of a value without cycles: a tool may change what it gets, and neither its caller nor the
 * next attempt must see that. Objects become plain ones, as everywhere in a plan; only what JSON text stands for
 * elsewhere keeps its class. Works without recursion, so that no depth can overflow the stack.
 */
export function copyJson(value: unknown): unknown {
  const begun: Copy[] = [];
  const copied = begin(value, begun);
  for (const copy of begun) fill(copy, begun);
  return copied;
}

type Copy = readonly [source: object, target: object];

/** The copy of a value; what it holds is added later where it is listed in `begun`. */
function begin(value: unknown, begun: Copy[]): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof Date) return new Date(value);
  if (value instanceof Uint8Array) return new Uint8Array(value);
  if (ArrayBuffer.isView(value)) return structuredClone(value);
  const target = emptyLike(value);
  begun.push([value, target]);
  return target;
}

function emptyLike(value: object): object {
  if (Array.isArray(value)) return [];
  if (value instanceof Map) return new Map();
  return value instanceof Set ? new Set() : {};
}

function fill([source, target]: Copy, begun: Copy[]): void {
  if (Array.isArray(source)) for (const item of source) (target as unknown[]).push(begin(item, begun));
  else if (source instanceof Map) {
    const map = target as Map<unknown, unknown>;
    for (const [key, member] of source) map.set(begin(key, begun), begin(member, begun));
  } else if (source instanceof Set) {
    for (const item of source) (target as Set<unknown>).add(begin(item, begun));
  } else {
    const members = target as Record<string, unknown>;
    for (const [key, member] of Object.entries(source)) members[key] = begin(member, begun);
  }
}

import { canonicalJson } from '../../foundation/canonical-json.js';
import type { Pair } from './align.js';
import type { CallOutline } from './outline-run.js';

type Key = (call: CallOutline, index: number) => string;

/** The same question to the same tool, the same tool, the same place: the first that holds makes two calls one. */
const KEYS: readonly Key[] = [
  ({ toolName, asked }) => canonicalJson([toolName, asked ?? null]),
  ({ toolName }) => toolName,
  (_call, index) => String(index),
];

/** The calls of two steps beside each other, in the order of the first one and whatever the order in the second. */
export function pairCalls(a: readonly CallOutline[], b: readonly CallOutline[]): readonly Pair[] {
  const partners = new Map<number, number>();
  const taken = new Set<number>();
  for (const key of KEYS) {
    const free = groupFree(b, taken, key);
    for (const [x, call] of a.entries()) {
      const y = partners.has(x) ? undefined : free.get(key(call, x))?.next().value;
      if (y === undefined) continue;
      partners.set(x, y);
      taken.add(y);
    }
  }
  const added = b.flatMap((_call, at): Pair[] => (taken.has(at) ? [] : [{ b: at }]));
  return [...a.map((_call, x): Pair => ({ a: x, ...withPartner(partners.get(x)) })), ...added];
}

/** The calls that have no partner yet, by key, each group in order. */
function groupFree(
  calls: readonly CallOutline[],
  taken: ReadonlySet<number>,
  key: Key,
): ReadonlyMap<string, Iterator<number, undefined>> {
  const groups = new Map<string, number[]>();
  for (const [at, call] of calls.entries()) {
    if (taken.has(at)) continue;
    const group = groups.get(key(call, at));
    if (group === undefined) groups.set(key(call, at), [at]);
    else group.push(at);
  }
  return new Map([...groups].map(([name, group]) => [name, group.values()]));
}

const withPartner = (b: number | undefined): Pair => (b === undefined ? {} : { b });

/** Whether the calls of both sides came in one order. */
export function keepsOrder(pairs: readonly Pair[]): boolean {
  const places = pairs.flatMap(({ a, b }) => (a === undefined || b === undefined ? [] : [b]));
  return places.every((place, index) => index === 0 || place > (places[index - 1] ?? 0));
}

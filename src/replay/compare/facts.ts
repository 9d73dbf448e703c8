import { canonicalJson } from '../../foundation/canonical-json.js';
import type { JsonValue } from '../../foundation/json.js';
import { diffJson } from './diff-json.js';
import type { Difference, Section } from './run-comparison.js';

/** Something that an event says and that is compared. */
export interface Fact {
  readonly section: Section;
  readonly what: string;
  readonly value: JsonValue;
}

/** The facts whose value is there. */
export function factsOf(...facts: readonly (readonly [Section, string, unknown])[]): Fact[] {
  return facts.flatMap(([section, what, value]) =>
    value === undefined ? [] : [{ section, what, value: value as JsonValue }],
  );
}

/** What differs between the facts of one place in both runs: the first of a name is compared with the first, and so on. */
export function diffFacts(a: readonly Fact[], b: readonly Fact[]): Difference[] {
  const ofA = byName(a);
  const ofB = byName(b);
  const differences = [...new Set([...ofA.keys(), ...ofB.keys()])].flatMap(name => {
    const [x, y] = [ofA.get(name), ofB.get(name)];
    const { section, what } = (x ?? y) as Fact;
    return diffJson(x?.value, y?.value).map(difference => ({ section, what, ...difference }));
  });
  return withoutEchoes(differences);
}

function byName(facts: readonly Fact[]): Map<string, Fact> {
  const named = new Map<string, Fact>();
  const counts = new Map<string, number>();
  for (const fact of facts) {
    const name = `${fact.section}\0${fact.what}`;
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    named.set(`${name}\0${count}`, fact);
  }
  return named;
}

/** Arguments are written, accepted and decided about: what differs in all of these is told once. */
function withoutEchoes(differences: readonly Difference[]): Difference[] {
  const told = new Set<string>();
  return differences.filter(({ section, path, a, b }) => {
    if (section !== 'arguments') return true;
    const key = canonicalJson([path, a === undefined ? [] : [a], b === undefined ? [] : [b]]);
    return !told.has(key) && told.add(key);
  });
}

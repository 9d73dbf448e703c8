import type { Issue, Repair } from '../issue.js';
import type { Kind } from './kind.js';
import { describeReceived } from './words.js';

/** What `accept` returns for a value that does not fit: no accepted value can be mistaken for it. */
export const INVALID: unique symbol = Symbol('invalid');

/** One schema node, compiled: the check, the explanation and the repair of one kind side by side. */
export interface PlanNode {
  /** Values that are accepted as they are. Whoever holds one need not ask, and asking costs more than looking. */
  readonly sure?: SureFit;
  /** Whether some value of this kind may fit. */
  admits(kind: Kind): boolean;
  /** What fits, in words, to follow "expected". */
  describe(): string;
  /**
   * The typed value, or {@link INVALID}. Neither coerces nor explains.
   *
   * @param owner - The JSON object that the value is a member of, when there is one.
   */
  accept(value: unknown, owner: object | undefined): unknown;
  /** Adds at least one issue for every value that `accept` refuses, and none for others. */
  explain(value: unknown, owner: object | undefined, path: string, issues: Issue[]): void;
  /** The value with what can be repaired repaired; the same value when nothing was. Never changes its input. */
  repair(value: unknown, path: string, repairs: Repair[]): unknown;
}

/** Values of one kind; of a text its length counts, in code units. */
export interface SureFit {
  readonly kind: 'string' | 'number' | 'integer' | 'boolean' | 'none';
  readonly least: number;
  readonly most: number;
}

export const NOTHING_SURE: SureFit = { kind: 'none', least: 0, most: 0 };

export function fitsSurely(value: unknown, { kind, least, most }: SureFit): boolean {
  switch (kind) {
    case 'string':
      return typeof value === 'string' && value.length >= least && value.length <= most;
    case 'number':
      return Number.isFinite(value) && (value as number) >= least && (value as number) <= most;
    case 'integer':
      return Number.isInteger(value) && (value as number) >= least && (value as number) <= most;
    case 'boolean':
      return typeof value === 'boolean';
    case 'none':
      return false;
  }
}

/** One keyword of a schema node: checked on the fast path, worded on the slow one. */
export interface Rule<T> {
  /** Follows the noun of its node, e.g. `from 1 to 10`; empty when the noun says it. */
  readonly expected: string;
  test(value: T): boolean;
}

/** The rules of one node. */
export interface SureRules<T> {
  readonly rules: readonly Rule<T>[];
  /** Values that pass all of them. */
  readonly sure: SureFit;
}

export function passesAll<T>(rules: readonly Rule<T>[], value: T): boolean {
  for (let i = 0; i < rules.length; i++) {
    if (!(rules[i] as Rule<T>).test(value)) return false;
  }
  return true;
}

/** `an integer` and its rules → `an integer from 1 to 10`. */
export function describeRules<T>(noun: string, rules: readonly Rule<T>[]): string {
  return [noun, ...rules.map(rule => rule.expected)].filter(part => part !== '').join(' ');
}

/** The issue that names only the rules `value` breaks; undefined when it breaks none. */
export function findBrokenRules<T>(
  noun: string,
  rules: readonly Rule<T>[],
  value: T,
  path: string,
): Issue | undefined {
  const broken = rules.filter(rule => !rule.test(value));
  return broken.length === 0 ? undefined : buildIssue(path, describeRules(noun, broken), value);
}

export function buildIssue(path: string, expected: string, value: unknown, hint?: string): Issue {
  const issue = { path, expected, received: describeReceived(value) };
  return hint === undefined ? issue : { ...issue, hint };
}

/** Explaining stops here: more would help nobody and a hostile value could ask for millions. */
export const MAX_ISSUES = 1_000;

/** What is expected of a member that may not be there at all. */
export const NO_MEMBER = 'no member of this name';

/** What is expected in the place of a value that nothing can judge in reasonable time and space. */
export const SIMPLER = 'a simpler value: this one is too complex to check';

import type { ValidationError } from 'class-validator';
import type { Constructor } from '../../foundation/constructor.js';
import type { Repair } from '../issue.js';
import { resetPatternBudget } from './pattern-guard.js';

/** An instance that class-validator still has to judge, and the JSON it was made from. */
export interface Deferred {
  readonly source: unknown;
  readonly instance: object;
  readonly target: Constructor;
  /** The schema already refused members without a name in it. */
  readonly isClosed: boolean;
}

/** What class-validator found, by the JSON that an instance was made from. */
export type Failures = ReadonlyMap<unknown, readonly ValidationError[]>;

/** What the nodes of one plan share while they walk one value; every walk is synchronous, so there is one at a time. */
export interface Pass {
  /** How many recursive references are open. */
  depth: number;
  deferred: Deferred[];
  /** Read while explaining. */
  failures: Failures | undefined;
  /** Made by the first node that needs it. */
  memory: Memory | undefined;
}

/**
 * Outcomes on objects that several branches of a recursive union lead to, by the node that asks and the value it asks
 * about: without them the work doubles at every level.
 */
export interface Memory {
  readonly accepted: Map<object, Map<object, Outcome>>;
  readonly repaired: Map<object, Map<object, Mended>>;
}

export interface Outcome {
  readonly owner: object | undefined;
  readonly value: unknown;
  /** What the value left for class-validator. */
  readonly deferred: readonly Deferred[];
}

export interface Mended {
  readonly path: string;
  readonly value: unknown;
  readonly repairs: readonly Repair[];
}

export function newPass(): Pass {
  return { depth: 0, deferred: [], failures: undefined, memory: undefined };
}

/** Begins a walk: nothing is left of the last one. */
export function resetPass(pass: Pass, failures?: Failures): void {
  pass.depth = 0;
  pass.failures = failures;
  pass.memory = undefined;
  resetPatternBudget();
  if (pass.deferred.length > 0) pass.deferred = [];
}

/** What `accept` of a node gave in this walk, by value. */
export function acceptedBy(node: object, pass: Pass): Map<object, Outcome> {
  return entryOf((pass.memory ??= newMemory()).accepted, node);
}

/** What `repair` of a node gave in this walk, by value. */
export function repairedBy(node: object, pass: Pass): Map<object, Mended> {
  return entryOf((pass.memory ??= newMemory()).repaired, node);
}

const newMemory = (): Memory => ({ accepted: new Map(), repaired: new Map() });

function entryOf<T>(memory: Map<object, Map<object, T>>, node: object): Map<object, T> {
  const known = memory.get(node) ?? new Map<object, T>();
  memory.set(node, known);
  return known;
}

/** Recursive schemas follow a value this deep and no deeper, so that no value can overflow the stack. */
export const MAX_RECURSION = 512;

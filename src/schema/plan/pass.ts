import { type ValidationError } from 'class-validator';
import { type Constructor } from '../../foundation/constructor.js';

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
}

/** Recursive schemas follow a value this deep and no deeper, so that no value can overflow the stack. */
export const MAX_RECURSION = 512;

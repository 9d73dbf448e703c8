import type { JsonValue } from '../foundation/json.js';

/** Why a value was refused, in words a model can act on. */
export interface Issue {
  /** JSON Pointer to the value; empty for the whole. Its names are as the caller wrote them. */
  readonly path: string;
  /** What would be accepted, to follow "expected", e.g. `an integer from 1 to 10`. */
  readonly expected: string;
  /** What came: text whole, objects and arrays by kind and size only. `renderIssues` masks and cuts it. */
  readonly received: string;
  /** More help, e.g. the nearest known name. */
  readonly hint?: string;
}

/** The ways in which arguments may be changed so that they fit. */
export type RepairRule =
  | 'text-to-number'
  | 'text-to-boolean'
  | 'integer-to-text'
  | 'text-to-json'
  | 'null-to-absent'
  | 'absent-to-object';

/** One change that was made so that the value fits its schema. */
export interface Repair {
  readonly path: string;
  readonly rule: RepairRule;
  readonly from: JsonValue;
  /** Missing when the value was removed. */
  readonly to?: JsonValue;
}

import { isPlainObject } from '../../foundation/json.js';
import { type Report, show } from './report.js';

export interface Draft {
  /** The keyword that names a node. */
  readonly id: '$id' | 'id';
  /** What stands beside a `$ref` does not count; so says every draft up to 07. */
  readonly ignoresSiblings: boolean;
}

const MODERN: Draft = { id: '$id', ignoresSiblings: false };
const MIDDLE: Draft = { id: '$id', ignoresSiblings: true };
const OLD: Draft = { id: 'id', ignoresSiblings: true };

const KNOWN: readonly (readonly [RegExp, Draft])[] = [
  [/draft-0[34]\/(hyper-)?schema/, OLD],
  [/draft-0[67]\/(hyper-)?schema/, MIDDLE],
  [/\/draft\/(2019-09|2020-12|next)\//, MODERN],
  [/^https?:\/\/json-schema\.org\/schema/, MODERN],
];

/** What the schema says itself; one that says nothing is read as 2020-12, in which older keywords still count. */
export function readDraft(root: unknown, report: Report): Draft {
  const named = isPlainObject(root) ? root['$schema'] : undefined;
  if (typeof named !== 'string') return MODERN;
  const known = KNOWN.find(([expression]) => expression.test(named))?.[1];
  if (known === undefined) report.note('', `its dialect ${show(named)} is unknown: it is read as 2020-12.`);
  return known ?? MODERN;
}

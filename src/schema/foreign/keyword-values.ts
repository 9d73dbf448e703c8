import { LONG_LIST } from '../long-list.js';
import { compilePattern } from '../plan/pattern.js';
import type { Report } from './report.js';
import { show } from './report.js';

/** Where a keyword stands, and who wants to know what was wrong with it. */
export interface KeywordSite {
  readonly keyword: string;
  /** Of its node. */
  readonly pointer: string;
  readonly report: Report;
}

/** The value of a keyword, mended where it can only have meant one thing; undefined removes the keyword. */
export type ReadValue = (value: unknown, site: KeywordSite) => unknown;

const LIMITS = ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'];
const COUNTS = [
  ...['minLength', 'maxLength', 'minItems', 'maxItems', 'minProperties', 'maxProperties'],
  ...['minContains', 'maxContains'],
];
const FLAGS = ['uniqueItems', 'deprecated', 'readOnly', 'writeOnly'];
const WORDS = ['title', 'description', 'format', 'contentEncoding', 'contentMediaType'];

/** Keywords whose value is no schema. What is not listed is kept as it is. */
export const VALUE_KEYWORDS: ReadonlyMap<string, ReadValue> = new Map<string, ReadValue>([
  ...LIMITS.map(keyword => [keyword, readNumber] as const),
  ...COUNTS.map(keyword => [keyword, readCount] as const),
  ...FLAGS.map(keyword => [keyword, readFlag] as const),
  ...WORDS.map(keyword => [keyword, readWords] as const),
  ['multipleOf', readStep],
  ['pattern', readPattern],
  ['required', readNames],
  ['enum', readValues],
  [
    'examples',
    (value, site) => (Array.isArray(value) ? (value as unknown[]) : noted(site, [value], 'became a list')),
  ],
  ['dependentRequired', readNameLists],
]);

export function refuseValue<T>(
  { keyword, pointer, report }: KeywordSite,
  value: unknown,
  fix: string,
): T | undefined {
  report.refuse(pointer, `Its '${keyword}' is ${show(value)}.`, fix);
  return undefined;
}

export function noted<T>({ keyword, pointer, report }: KeywordSite, value: T, fact: string): T {
  report.note(pointer, `'${keyword}' ${fact}.`);
  return value;
}

/** Undefined, which takes the keyword out. */
export function removed<T>(site: KeywordSite, fact: string): T | undefined {
  return noted<T | undefined>(site, undefined, fact);
}

function readNumber(value: unknown, site: KeywordSite): unknown {
  if (typeof value === 'number') return value;
  if (typeof value === 'string' && value.trim() !== '' && Number.isFinite(Number(value)))
    return noted(site, Number(value), 'was text and became a number');
  return refuseValue(site, value, 'Write a number.');
}

function readStep(value: unknown, site: KeywordSite): unknown {
  const step = readNumber(value, site);
  return step === undefined || (step as number) > 0
    ? step
    : refuseValue(site, value, 'Write a number above 0.');
}

function readCount(value: unknown, site: KeywordSite): unknown {
  const count = readNumber(value, site);
  const isCount = count === undefined || (Number.isInteger(count) && (count as number) >= 0);
  return isCount ? count : refuseValue(site, value, 'Write a whole number from 0.');
}

function readFlag(value: unknown, site: KeywordSite): unknown {
  if (typeof value === 'boolean') return value;
  if (value === 'true' || value === 'false')
    return noted(site, value === 'true', 'was text and became a boolean');
  if (site.keyword !== 'uniqueItems') return removed(site, 'is no boolean and was removed');
  return refuseValue(site, value, 'Write true or false.');
}

/** An annotation of another kind says nothing that could be shown; it constrains nothing either. */
function readWords(value: unknown, site: KeywordSite): unknown {
  return typeof value === 'string' ? value : removed(site, 'is no text and was removed');
}

function readPattern(value: unknown, site: KeywordSite): unknown {
  if (typeof value !== 'string') return refuseValue(site, value, 'Write a regular expression as text.');
  return checkPattern(value, site) ? value : undefined;
}

export function checkPattern(pattern: string, { keyword, pointer, report }: KeywordSite): boolean {
  try {
    compilePattern(pattern);
    return true;
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    report.refuse(
      pointer,
      `Its '${keyword}' cannot be compiled: ${show(reason)}.`,
      'Write a regular expression of JavaScript.',
    );
    return false;
  }
}

const isName = (name: unknown): name is string => typeof name === 'string';

/** PHP writes an empty map as an empty list, and the other way round. */
const isEmpty = (value: unknown): boolean =>
  typeof value === 'object' && Object.keys(value ?? {}).length === 0;

function readNames(value: unknown, site: KeywordSite): unknown {
  if ([value].flat().includes('__proto__'))
    return refuseValue(
      site,
      value,
      'Give that property another name: a member `__proto__` is never accepted.',
    );
  if (Array.isArray(value) && value.every(isName)) {
    const names = [...new Set(value)];
    return names.length === value.length ? value : noted(site, names, 'named something twice');
  }
  if (isName(value)) return noted(site, [value], 'was text and became a list');
  if (isEmpty(value)) return noted(site, [], 'was empty and became a list');
  return refuseValue(site, value, 'Write the list of the names of required properties.');
}

function readNameLists(value: unknown, site: KeywordSite): unknown {
  if (typeof value !== 'object' || value === null || (Array.isArray(value) && value.length > 0))
    return refuseValue(site, value, 'Write an object of lists of names.');
  return Object.fromEntries(
    Object.entries(value).map(([name, names]) => [name, readNames(names, site) ?? []]),
  );
}

function readValues(value: unknown, site: KeywordSite): unknown {
  if (!Array.isArray(value)) return refuseValue(site, value, 'Write the list of allowed values.');
  if (value.length === 0) return refuseValue(site, value, 'List at least one value, or leave it out.');
  const isLong = value.length > LONG_LIST;
  return isLong
    ? noted(site, value, `lists ${value.length} values, all of which are sent to the model`)
    : value;
}

import type { Constraints, RuleTable, ValidatorRule } from './validator-rule.js';

const dateTime = { format: 'date-time' };
const either = {
  anyOf: [
    { type: 'string', format: 'date' },
    { type: 'string', format: 'date-time' },
  ],
} as const;
const isoText: ValidatorRule = {
  enforcedBy: 'check',
  looser: 'schema',
  type: 'string',
  keywords: () => either,
  expected: 'an ISO 8601 date or date-time such as 2026-01-31 or 2026-01-31T09:30:00Z',
  described: true,
};

const limit = (words: string): ValidatorRule => ({
  enforcedBy: 'check',
  looser: 'schema',
  type: 'string',
  isDate: true,
  runsAuthorCode: true,
  keywords: () => dateTime,
  expected: constraints => `a date-time ${words} ${limitText(constraints)}`,
  described: true,
});

/** The limit may be a function, which class-validator calls for every value. */
const limitText = ([date]: Constraints): string =>
  date instanceof Date ? date.toISOString() : 'a moving limit';

/** Rules about dates; all of them read text, since JSON has no dates. */
export const dateRules: RuleTable = {
  isDate: { enforcedBy: 'keywords', type: 'string', isDate: true, keywords: () => dateTime },
  minDate: limit('not before'),
  maxDate: limit('not after'),
  isIso8601: isoText,
  isDateString: isoText,
  isRFC3339: {
    enforcedBy: 'check',
    looser: 'schema',
    type: 'string',
    keywords: () => dateTime,
    expected: 'an RFC 3339 date-time',
  },
};

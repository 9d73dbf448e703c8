import type { JsonSchema } from '../json-schema.js';
import { expressionOf, matchesKeywords, matchesText, patternOfText } from './pattern-text.js';
import {
  checkedText,
  type Constraints,
  exactText,
  type RuleTable,
  type ValidatorRule,
} from './validator-rule.js';

const length = (minLength: unknown, maxLength: unknown): JsonSchema => ({
  ...(typeof minLength === 'number' ? { minLength } : {}),
  ...(typeof maxLength === 'number' ? { maxLength } : {}),
});

const isForeign = ([locale]: Constraints): boolean => locale !== undefined && locale !== 'en-US';

const letters = (expected: string, pattern: string): ValidatorRule => ({
  enforcedBy: 'check',
  looser: 'schema',
  type: 'string',
  keywords: constraints => (isForeign(constraints) ? {} : { pattern }),
  checkedWhen: isForeign,
  expected: ([locale]) => `${expected} (${String(locale)})`,
  described: true,
});

const HASH_DIGITS: Readonly<Record<string, number>> = {
  md5: 32,
  md4: 32,
  sha1: 40,
  sha256: 64,
  sha384: 96,
  sha512: 128,
  ripemd128: 32,
  ripemd160: 40,
  tiger128: 32,
  tiger160: 40,
  tiger192: 48,
  crc32: 8,
  crc32b: 8,
};

/**
 * JSON Schema counts every code point, class-validator leaves out variation selectors: `❤️` has two characters for the
 * one and a single character for the other.
 */
const isCountedOtherwise = (value: unknown): boolean =>
  typeof value === 'string' && /[\uFE0E\uFE0F]/.test(value);

/** Rules about text that a length or a pattern states. */
export const patternRules: RuleTable = {
  isLength: {
    enforcedBy: 'check',
    looser: 'both',
    type: 'string',
    keywords: ([min, max]) => length(min, max),
    checkedFor: isCountedOtherwise,
    expected: ([min]) => visibleCharacters(min),
  },
  minLength: {
    enforcedBy: 'check',
    looser: 'schema',
    type: 'string',
    keywords: ([min]) => length(min, undefined),
    checkedFor: isCountedOtherwise,
    expected: ([min]) => visibleCharacters(min),
  },
  maxLength: {
    enforcedBy: 'keywords',
    looser: 'validator',
    type: 'string',
    keywords: ([max]) => length(undefined, max),
  },
  matches: {
    // JSON Schema reads a pattern by code points, an expression without the `u` flag goes by code units.
    enforcedBy: 'check',
    looser: 'both',
    type: 'string',
    keywords: matchesKeywords,
    runsPattern: expressionOf,
    expected: constraints => `text that matches ${matchesText(constraints)}`,
  },
  contains: {
    enforcedBy: 'keywords',
    type: 'string',
    keywords: ([part]) => ({ pattern: patternOfText(String(part)) }),
  },
  notContains: {
    enforcedBy: 'keywords',
    type: 'string',
    keywords: ([part]) => ({ not: { pattern: patternOfText(String(part)) } }),
  },
  isAlpha: letters('letters only', '^[A-Za-z]+$'),
  isAlphanumeric: letters('letters and digits only', '^[0-9A-Za-z]+$'),
  isAscii: exactText('^[\\u0000-\\u007F]+$'),
  isMultibyte: exactText('[^\\u0000-\\u007F]'),
  isHexColor: exactText('^#?([0-9A-Fa-f]{3}|[0-9A-Fa-f]{4}|[0-9A-Fa-f]{6}|[0-9A-Fa-f]{8})$'),
  isHexadecimal: exactText('^(0[xXhH])?[0-9A-Fa-f]+$'),
  isOctal: exactText('^(0[oO])?[0-7]+$'),
  isMongoId: exactText('^([0-9A-Fa-f]{24}|0[xXhH][0-9A-Fa-f]{22})$'),
  isMilitaryTime: exactText('^([01]\\d|2[0-3]):?([0-5]\\d)$'),
  isPort: exactText(
    '^([-+]?0|\\+?([1-9]\\d{0,3}|[1-5]\\d{4}|6[0-4]\\d{3}|65[0-4]\\d{2}|655[0-2]\\d|6553[0-5]))$',
  ),
  isBase58: exactText('^[A-HJ-NP-Za-km-z1-9]*$'),
  isEthereumAddress: exactText('^0[xX][0-9A-Fa-f]{40}$'),
  IsFirebasePushId: exactText('^[0-9A-Za-z_-]{20}$'),
  isBooleanString: {
    enforcedBy: 'keywords',
    type: 'string',
    keywords: () => ({ enum: ['true', 'false', '1', '0'] }),
  },
  isNumberString: {
    ...checkedText('a number written as text', {}),
    keywords: ([options]) => numberPattern(options ?? {}),
    checkedWhen: ([options]) => numberPattern(options ?? {}).pattern === undefined,
    described: ([options]) => numberPattern(options ?? {}).pattern === undefined,
  },
  isHash: {
    ...checkedText('a hash', {}),
    keywords: ([algorithm]) => hashPattern(String(algorithm)),
    checkedWhen: ([algorithm]) => HASH_DIGITS[String(algorithm)] === undefined,
    expected: ([algorithm]) => `the hexadecimal digits of a hash (${String(algorithm)})`,
  },
};

const visibleCharacters = (min: unknown): string =>
  `text of at least ${String(min)} characters, variation selectors not counted`;

function numberPattern(options: { no_symbols?: boolean; locale?: string }): JsonSchema {
  if (options.no_symbols === true) return { pattern: '^[0-9]+$' };
  return options.locale === undefined ? { pattern: '^[+-]?([0-9]*\\.)?[0-9]+$' } : {};
}

function hashPattern(algorithm: string): JsonSchema {
  const digits = HASH_DIGITS[algorithm];
  return digits === undefined ? {} : { pattern: `^[0-9A-Fa-f]{${String(digits)}}$` };
}

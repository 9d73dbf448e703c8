import type { JsonSchema } from '../json-schema.js';
import type { RuleTable } from './validator-rule.js';

const bound =
  (keyword: string) =>
  ([limit]: readonly unknown[]): JsonSchema =>
    typeof limit === 'number' ? { [keyword]: limit } : {};

const decimals = (options: unknown): number | undefined =>
  (options as { maxDecimalPlaces?: number } | undefined)?.maxDecimalPlaces;

/** class-validator cuts a divisor's fraction off before it divides. */
const wholePart = (divisor: unknown): number => Number.parseInt(String(divisor), 10);

/** Rules about numbers. */
export const numberRules: RuleTable = {
  isInt: { enforcedBy: 'keywords', type: 'integer' },
  isNumber: {
    // Fractions such as 0.1 have no exact binary form, so `multipleOf: 0.01` would refuse valid values.
    enforcedBy: 'check',
    looser: 'schema',
    type: 'number',
    checkedWhen: ([options]) => decimals(options) !== undefined,
    expected: ([options]) => `a number with at most ${String(decimals(options))} decimal places`,
    described: true,
  },
  min: { enforcedBy: 'keywords', type: 'number', keywords: bound('minimum') },
  max: { enforcedBy: 'keywords', type: 'number', keywords: bound('maximum') },
  isPositive: { enforcedBy: 'keywords', type: 'number', keywords: () => ({ exclusiveMinimum: 0 }) },
  isNegative: { enforcedBy: 'keywords', type: 'number', keywords: () => ({ exclusiveMaximum: 0 }) },
  isDivisibleBy: {
    enforcedBy: 'check',
    // Both divide, in ways that differ where a number cannot hold the quotient.
    looser: 'both',
    type: 'number',
    keywords: ([divisor]) => (wholePart(divisor) > 0 ? { multipleOf: wholePart(divisor) } : {}),
    expected: ([divisor]) => `a multiple of ${wholePart(divisor)}`,
    described: ([divisor]) => !(wholePart(divisor) > 0),
  },
  isLatitude: {
    enforcedBy: 'check',
    // class-validator reads text as well, and no number that is written with an exponent.
    looser: 'both',
    assumedType: 'number',
    keywords: () => ({ minimum: -90, maximum: 90 }),
    expected: 'a latitude from -90 to 90',
    described: true,
  },
  isLongitude: {
    enforcedBy: 'check',
    looser: 'both',
    assumedType: 'number',
    keywords: () => ({ minimum: -180, maximum: 180 }),
    expected: 'a longitude from -180 to 180',
    described: true,
  },
};

import { isJsonScalar } from './allowed-values.js';
import type { RuleTable } from './validator-rule.js';

const values = (constraint: unknown): unknown[] =>
  Array.isArray(constraint) ? constraint.filter(isJsonScalar) : [];

/** Rules about arrays as a whole. */
export const arrayRules: RuleTable = {
  arrayMinSize: {
    enforcedBy: 'keywords',
    type: 'array',
    keywords: ([size]) => ({ minItems: size as number }),
  },
  arrayMaxSize: {
    enforcedBy: 'keywords',
    type: 'array',
    keywords: ([size]) => ({ maxItems: size as number }),
  },
  arrayNotEmpty: { enforcedBy: 'keywords', type: 'array', keywords: () => ({ minItems: 1 }) },
  arrayUnique: {
    // The identifier function of @ArrayUnique is not in the metadata, only in the validator.
    // Without one, class-validator compares identities: two equal objects differ for it alone.
    enforcedBy: 'check',
    looser: 'both',
    type: 'array',
    runsAuthorCode: true,
    keywords: () => ({ uniqueItems: true }),
    expected: 'an array without duplicates',
  },
  arrayContains: {
    enforcedBy: 'keywords',
    type: 'array',
    keywords: ([wanted]) => ({ allOf: values(wanted).map(value => ({ contains: { const: value } })) }),
  },
  arrayNotContains: {
    enforcedBy: 'keywords',
    type: 'array',
    keywords: ([unwanted]) => ({ not: { contains: { enum: values(unwanted) } } }),
  },
};

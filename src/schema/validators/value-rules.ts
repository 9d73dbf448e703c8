import type { JsonSchema } from '../json-schema.js';
import { allowedValues, isJsonScalar, numberNames } from './allowed-values.js';
import { typesOf } from './json-type.js';
import type { RuleTable } from './validator-rule.js';

/** Rules about the kind of value and about which values are allowed. */
export const valueRules: RuleTable = {
  isDefined: { enforcedBy: 'keywords', refusesNull: true },
  isNotEmpty: { enforcedBy: 'keywords', refusesNull: true, keywords: () => ({ minLength: 1 }) },
  // On a property of one type only the values of that type remain.
  isEmpty: {
    enforcedBy: 'keywords',
    type: () => ['string', 'null'],
    keywords: () => ({ enum: ['', null] }),
    optional: true,
  },
  isString: { enforcedBy: 'keywords', type: 'string' },
  isBoolean: { enforcedBy: 'keywords', type: 'boolean' },
  isObject: { enforcedBy: 'keywords', type: 'object' },
  isArray: { enforcedBy: 'keywords', type: 'array' },
  isNotEmptyObject: {
    enforcedBy: 'check',
    looser: 'schema',
    type: 'object',
    keywords: () => ({ minProperties: 1 }),
    checkedWhen: ([options]) => (options as { nullable?: boolean } | undefined)?.nullable === false,
    expected: 'an object with at least one member that has a value',
    described: true,
  },
  isInstance: { enforcedBy: 'keywords', type: 'object', instanceOf: ([target]) => target },
  isEnum: {
    // class-validator takes the reverse names of a numeric enum for values.
    enforcedBy: 'keywords',
    looser: 'validator',
    type: ([source]) => typesOf(enumScalars(source)),
    keywords: ([source]) => ({ enum: enumScalars(source), ...numberNames(source) }),
  },
  isIn: {
    enforcedBy: 'keywords',
    type: ([values]) => typesOf(scalars(values)),
    keywords: ([values]) => ({ enum: scalars(values) }),
  },
  isNotIn: { enforcedBy: 'keywords', keywords: ([values]) => refused(scalars(values)) },
  equals: {
    enforcedBy: 'keywords',
    type: constraints => typesOf(constraints.filter(isJsonScalar)),
    keywords: ([value]) => (isJsonScalar(value) ? { const: value } : { enum: [] }),
  },
  notEquals: { enforcedBy: 'keywords', keywords: constraints => refused(constraints.filter(isJsonScalar)) },
};

const scalars = (values: unknown): unknown[] =>
  Array.isArray(values) ? [...new Set(values)].filter(isJsonScalar) : [];

const enumScalars = (source: unknown): unknown[] =>
  typeof source === 'object' && source !== null ? allowedValues(source).filter(isJsonScalar) : [];

const refused = (values: readonly unknown[]): JsonSchema =>
  values.length === 0 ? {} : { not: { enum: values } };

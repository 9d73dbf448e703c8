import type { JsonSchemaType } from '../json-schema.js';

/** What a keyword may be written on, and what its value must be. */
export interface KeywordFacts {
  /** Types the keyword says something about; every type when missing. */
  readonly appliesTo?: readonly JsonSchemaType[];
  readonly holds: 'number' | 'positive' | 'count' | 'text' | 'pattern' | 'flag' | 'list' | 'any';
  /** With `each`, the keyword describes the array and not its items. */
  readonly staysOnArray?: boolean;
}

const numbers: readonly JsonSchemaType[] = ['number', 'integer'];
const number: KeywordFacts = { appliesTo: numbers, holds: 'number' };
const length: KeywordFacts = { appliesTo: ['string'], holds: 'count' };
const text: KeywordFacts = { appliesTo: ['string'], holds: 'text' };
const arrayCount: KeywordFacts = { appliesTo: ['array'], holds: 'count', staysOnArray: true };
const arrayAny: KeywordFacts = { appliesTo: ['array'], holds: 'any', staysOnArray: true };
const objectCount: KeywordFacts = { appliesTo: ['object'], holds: 'count' };
const objectAny: KeywordFacts = { appliesTo: ['object'], holds: 'any' };
const any: KeywordFacts = { holds: 'any' };
const noteText: KeywordFacts = { holds: 'text', staysOnArray: true };
const noteFlag: KeywordFacts = { holds: 'flag', staysOnArray: true };

/** The keywords of JSON Schema 2020-12 that an author may write beside a declared type. */
export const keywordTable: Readonly<Record<string, KeywordFacts>> = {
  title: noteText,
  description: noteText,
  $comment: noteText,
  default: { holds: 'any', staysOnArray: true },
  examples: { holds: 'list', staysOnArray: true },
  deprecated: noteFlag,
  readOnly: noteFlag,
  writeOnly: noteFlag,
  minimum: number,
  maximum: number,
  exclusiveMinimum: number,
  exclusiveMaximum: number,
  multipleOf: { appliesTo: numbers, holds: 'positive' },
  minLength: length,
  maxLength: length,
  pattern: { appliesTo: ['string'], holds: 'pattern' },
  format: { appliesTo: ['string', ...numbers], holds: 'text' },
  contentEncoding: text,
  contentMediaType: text,
  contentSchema: { appliesTo: ['string'], holds: 'any' },
  minItems: arrayCount,
  maxItems: arrayCount,
  minContains: arrayCount,
  maxContains: arrayCount,
  uniqueItems: { appliesTo: ['array'], holds: 'flag', staysOnArray: true },
  items: arrayAny,
  prefixItems: arrayAny,
  contains: arrayAny,
  unevaluatedItems: arrayAny,
  minProperties: objectCount,
  maxProperties: objectCount,
  properties: objectAny,
  required: objectAny,
  additionalProperties: objectAny,
  patternProperties: objectAny,
  propertyNames: objectAny,
  dependentRequired: objectAny,
  dependentSchemas: objectAny,
  unevaluatedProperties: objectAny,
  const: any,
  not: any,
  anyOf: any,
  oneOf: any,
  allOf: any,
  if: any,
  then: any,
  else: any,
  $ref: any,
  $defs: any,
};

/** True for keywords that only tell: they decide about no value. */
export const isNote = (keyword: string): boolean =>
  keywordTable[keyword]?.staysOnArray === true && keywordTable[keyword].appliesTo === undefined;

/** Options that are no keywords: they decide how the schema is built. */
export const BUILD_OPTIONS: ReadonlySet<string> = new Set([
  'type',
  'each',
  'enum',
  'optional',
  'nullable',
  'schema',
]);

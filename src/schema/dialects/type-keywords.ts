import type { JsonSchemaType } from '../json-schema.js';

/** The keywords that say something about values of one type only. */
const KEYWORDS: Readonly<Partial<Record<JsonSchemaType, readonly string[]>>> = {
  string: [
    'minLength',
    'maxLength',
    'pattern',
    'format',
    'contentEncoding',
    'contentMediaType',
    'contentSchema',
  ],
  number: ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
  array: [
    ...[
      'items',
      'prefixItems',
      'minItems',
      'maxItems',
      'uniqueItems',
      'contains',
      'minContains',
      'maxContains',
    ],
    ...['unevaluatedItems', 'additionalItems'],
  ],
  object: [
    ...['properties', 'required', 'additionalProperties', 'patternProperties', 'propertyNames'],
    ...['minProperties', 'maxProperties', 'dependentRequired', 'dependentSchemas', 'unevaluatedProperties'],
  ],
};

const TYPES = new Map<string, JsonSchemaType>(
  Object.entries(KEYWORDS).flatMap(([type, keywords]) =>
    keywords.map(keyword => [keyword, type as JsonSchemaType] as const),
  ),
);

/** The type that a keyword is about; undefined for one that is about every value. */
export const typeOfKeyword = (keyword: string): JsonSchemaType | undefined => TYPES.get(keyword);

/** True for a keyword that says nothing about values of these types. */
export function isVacuous(keyword: string, types: readonly JsonSchemaType[]): boolean {
  const about = typeOfKeyword(keyword);
  if (about === undefined || types.length === 0) return false;
  return !types.includes(about) && !(about === 'number' && types.includes('integer'));
}

/** True where objects or arrays share a node with other types, and so need a branch of their own. */
export const areMixed = (types: readonly unknown[]): boolean =>
  types.length > 1 &&
  types.some(type => type === 'object' || type === 'array') &&
  types.filter(type => type !== 'null').length > 1;

import type { JsonSchema } from '../json-schema.js';
import { isObject } from './members.js';
import { isPattern } from './pattern.js';

/** What JSON Schema lets a node assert and the plan leaves to Ajv. Keywords that neither knows assert nothing. */
export const ENGINE_KEYWORDS: readonly string[] = [
  ...['allOf', 'not', 'if', 'then', 'else', 'additionalItems'],
  ...['contains', 'minContains', 'maxContains', 'propertyNames'],
  ...['dependentRequired', 'dependentSchemas', 'dependencies', 'unevaluatedItems', 'unevaluatedProperties'],
  ...['$dynamicRef', '$recursiveRef'],
];

const NUMBER_KEYWORDS = ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'];
const TEXT_KEYWORDS = ['minLength', 'maxLength', 'pattern', 'format'];
const ARRAY_KEYWORDS = ['items', 'prefixItems', 'minItems', 'maxItems', 'uniqueItems'];
const OBJECT_KEYWORDS = [
  ...['properties', 'patternProperties', 'required', 'additionalProperties'],
  ...['minProperties', 'maxProperties'],
];
const KIND_KEYWORDS = [...NUMBER_KEYWORDS, ...TEXT_KEYWORDS, ...ARRAY_KEYWORDS, ...OBJECT_KEYWORDS];

/** Each of these decides alone: together with another, or with the keywords of a kind, Ajv takes over. */
const LEADING_KEYWORDS = ['$ref', 'anyOf', 'oneOf'];

const TYPES = ['string', 'number', 'integer', 'boolean', 'array', 'object', 'null'] as const;

/** True when the plan can decide alone what fits `schema`, apart from its sub-schemas. */
export function isUnderstood(schema: JsonSchema): boolean {
  const has = (keyword: string): boolean => schema[keyword] !== undefined;
  if (ENGINE_KEYWORDS.some(has) || !isWellFormed(schema)) return false;
  const leading = LEADING_KEYWORDS.filter(has).length;
  const hasValues = has('enum') || has('const');
  const hasKinds = KIND_KEYWORDS.some(has);
  if (leading > 0) return leading === 1 && !hasValues && !hasKinds && !has('type');
  return !(hasValues && hasKinds);
}

/** False for wrongly written keywords: they go to Ajv, whose message says what is wrong with them. */
export function isWellFormed(schema: JsonSchema): boolean {
  const lists = [schema.enum, schema.required, schema.anyOf, schema.oneOf] as readonly unknown[];
  return (
    lists.every(list => list === undefined || Array.isArray(list)) &&
    [
      ...NUMBER_KEYWORDS,
      'minLength',
      'maxLength',
      'minItems',
      'maxItems',
      'minProperties',
      'maxProperties',
    ].every(keyword => schema[keyword] === undefined || typeof schema[keyword] === 'number') &&
    ['pattern', 'format', '$ref'].every(
      keyword => schema[keyword] === undefined || typeof schema[keyword] === 'string',
    ) &&
    typesOf(schema).every(type => (TYPES as readonly unknown[]).includes(type)) &&
    [schema.items, schema.additionalProperties].every(held => held === undefined || isSchema(held)) &&
    (schema.prefixItems === undefined || isSchemaList(schema.prefixItems)) &&
    (schema['patternProperties'] === undefined || isByPattern(schema['patternProperties'])) &&
    ['undefined', 'boolean'].includes(typeof schema.uniqueItems) &&
    (schema.pattern === undefined || isPattern(schema.pattern))
  );
}

const isSchema = (held: unknown): boolean => typeof held === 'boolean' || isObject(held);

const isSchemaList = (held: unknown): boolean =>
  Array.isArray(held) && held.length > 0 && held.every(isSchema);

const isByPattern = (held: unknown): boolean =>
  isObject(held) && Object.entries(held).every(([pattern, schema]) => isPattern(pattern) && isSchema(schema));

/** The types a node names; empty when it names none. */
export function typesOf(schema: JsonSchema): readonly string[] {
  const types = schema.type === undefined ? [] : [schema.type].flat();
  return schema['nullable'] === true && types.length > 0 ? [...types, 'null'] : types;
}

export function hasKindKeywords(schema: JsonSchema): boolean {
  return KIND_KEYWORDS.some(keyword => schema[keyword] !== undefined);
}

export function hasObjectKeywords(schema: JsonSchema): boolean {
  return OBJECT_KEYWORDS.some(keyword => schema[keyword] !== undefined);
}

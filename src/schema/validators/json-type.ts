import type { JsonSchemaType } from '../json-schema.js';

/** The narrowest JSON Schema type of a JSON value. */
export function jsonTypeOf(value: unknown): JsonSchemaType {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  return typeof value === 'string' ? 'string' : typeof value === 'boolean' ? 'boolean' : 'object';
}

/** True when every value of type `narrow` is one of `wide`. */
export function isWithin(narrow: JsonSchemaType, wide: readonly JsonSchemaType[]): boolean {
  return wide.includes(narrow) || (narrow === 'integer' && wide.includes('number'));
}

/** The types that both lists admit; empty when no value can have both. */
export function commonTypes(
  a: readonly JsonSchemaType[],
  b: readonly JsonSchemaType[],
): readonly JsonSchemaType[] {
  if (a.length === 1 && b.length === 1 && a[0] === b[0]) return a;
  const common = [...a.filter(type => isWithin(type, b)), ...b.filter(type => isWithin(type, a))];
  return [...new Set(common)];
}

/** The types of a list of values: all integers count as `integer`, integers among fractions as `number`. */
export function typesOf(values: readonly unknown[]): readonly JsonSchemaType[] {
  const types = [...new Set(values.map(jsonTypeOf))];
  return types.includes('number') ? types.filter(type => type !== 'integer') : types;
}

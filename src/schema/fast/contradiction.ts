import type { JsonSchema } from '../json-schema.js';
import { isWithin, jsonTypeOf } from '../validators/json-type.js';
import { isPattern } from '../validators/pattern-text.js';
import { typesOfNode } from './draft.js';
import { isSame } from './merge-keywords.js';

/** Why a JSON value written by the author does not fit the schema beside it; undefined when nothing speaks against it. */
export function findContradiction(value: unknown, schema: JsonSchema): string | undefined {
  if (
    schema.anyOf !== undefined &&
    schema.anyOf.every(branch => findContradiction(value, branch) !== undefined)
  ) {
    return 'it fits none of the alternatives';
  }
  const types = typesOfNode(schema);
  const type = jsonTypeOf(value);
  if (types !== undefined && !isWithin(type, types)) return `it is ${type}, not ${types.join(' or ')}`;
  if (schema.enum !== undefined && !schema.enum.some(allowed => isSame(allowed, value))) {
    return 'it is not one of the allowed values';
  }
  if (schema.const !== undefined && !isSame(schema.const, value)) return 'it is not the one allowed value';
  return findBrokenLimit(value, schema);
}

function findBrokenLimit(value: unknown, schema: JsonSchema): string | undefined {
  if (typeof value === 'number') return findOutOfRange(value, schema);
  if (typeof value === 'string') return findWrongText(value, schema);
  if (Array.isArray(value)) return findWrongItem(value, schema);
  return typeof value === 'object' && value !== null ? findWrongSize(value, schema) : undefined;
}

function findWrongSize(value: object, schema: JsonSchema): string | undefined {
  const { minProperties, maxProperties } = schema as { minProperties?: number; maxProperties?: number };
  const size = Object.keys(value).length;
  const isInside = size >= (minProperties ?? 0) && size <= (maxProperties ?? Infinity);
  return isInside ? undefined : 'its number of members is out of range';
}

function findOutOfRange(value: number, schema: JsonSchema): string | undefined {
  const { minimum = -Infinity, maximum = Infinity } = schema;
  const { exclusiveMinimum = -Infinity, exclusiveMaximum = Infinity } = schema;
  const isInside =
    value >= minimum && value <= maximum && value > exclusiveMinimum && value < exclusiveMaximum;
  return isInside ? undefined : 'it is out of range';
}

function findWrongText(value: string, schema: JsonSchema): string | undefined {
  const length = Array.from(value).length;
  if (length < (schema.minLength ?? 0) || length > (schema.maxLength ?? Infinity))
    return 'its length is out of range';
  return schema.pattern !== undefined &&
    isPattern(schema.pattern) &&
    !new RegExp(schema.pattern, 'u').test(value)
    ? 'it does not match the pattern'
    : undefined;
}

function findWrongItem(value: readonly unknown[], schema: JsonSchema): string | undefined {
  if (value.length < (schema.minItems ?? 0) || value.length > (schema.maxItems ?? Infinity)) {
    return 'its number of items is out of range';
  }
  const { items } = schema;
  if (typeof items !== 'object') return undefined;
  const reasons = value.map(item => findContradiction(item, items));
  const index = reasons.findIndex(reason => reason !== undefined);
  return index < 0 ? undefined : `of item ${String(index)}: ${reasons[index] ?? ''}`;
}

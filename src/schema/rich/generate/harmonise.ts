import type { Draft } from '../../fast/draft.js';
import type { JsonSchemaType } from '../../json-schema.js';
import { typesOf } from '../../validators/json-type.js';
import { keyOfValues } from '../print/literal-order.js';
import type { GeneratedSchema } from './schema-generator.js';

/** A node without parts: values have the type that they are of, null comes last, and the order is the author's. */
export function harmonise(raw: GeneratedSchema, orders: ReadonlyMap<string, readonly unknown[]>): Draft {
  const { enum: values, const: constant, type, minItems, maxItems, title } = raw as Draft;
  const kept = {
    ...(typeof title === 'string' ? { title } : {}),
    ...(minItems === undefined ? {} : { minItems }),
    ...(maxItems === undefined ? {} : { maxItems }),
  };
  if (constant !== undefined) return { ...kept, ...ofValues([constant]) };
  if (values !== undefined) return { ...kept, ...ofValues(orders.get(keyOfValues(values)) ?? values) };
  return type === undefined ? kept : { type: nullLast(type), ...kept };
}

/** The schema of some values. */
export function ofValues(values: readonly unknown[]): Draft {
  const types = nullLast(typesOf(values));
  return { type: types, ...(values.length === 1 ? { const: values[0] } : { enum: values }) };
}

function nullLast(
  type: JsonSchemaType | readonly JsonSchemaType[],
): JsonSchemaType | readonly JsonSchemaType[] {
  const types: readonly JsonSchemaType[] = typeof type === 'string' ? [type] : type;
  const sorted = [...types.filter(each => each !== 'null'), ...types.filter(each => each === 'null')];
  const [only] = sorted;
  return sorted.length === 1 && only !== undefined ? only : sorted;
}

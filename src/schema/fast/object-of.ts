import type { JsonSchema } from '../json-schema.js';
import type { FieldSchema } from './field-schema.js';

/** The schema of an object that has these members and no others. */
export function objectOf(members: ReadonlyMap<string, FieldSchema>): JsonSchema {
  const entries = [...members];
  const required = entries.filter(([, member]) => !member.optional).map(([name]) => name);
  return {
    type: 'object',
    properties: Object.fromEntries(entries.map(([name, member]) => [name, member.schema])),
    ...(required.length > 0 ? { required } : {}),
    additionalProperties: false,
  };
}

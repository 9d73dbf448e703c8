import type { JsonSchema } from '../../schema/json-schema.js';

const MAX_HOPS = 8;

/** A node behind its references into the schema itself, and the first alternative that is not null. */
export function resolveSchema(root: JsonSchema, schema: JsonSchema, hops = 0): JsonSchema {
  if (hops > MAX_HOPS) return {};
  const target = schema.$ref?.startsWith('#/$defs/') ? root.$defs?.[schema.$ref.slice(8)] : undefined;
  if (target !== undefined) return resolveSchema(root, target, hops + 1);
  const choice = (schema.anyOf ?? schema.oneOf)?.find(each => each.type !== 'null');
  return choice === undefined ? schema : resolveSchema(root, choice, hops + 1);
}

/** How deep values are put together; schemas may contain themselves. */
export const MAX_DEPTH = 8;

import type { JsonSchema } from '../json-schema.js';
import { isObject } from './members.js';
import { childPath } from './pointer.js';

/** Keywords whose value maps names to schemas. */
const NAMED = ['properties', 'patternProperties', 'dependentSchemas', 'dependencies', '$defs', 'definitions'];
/** Keywords that apply schemas to the very value their node applies to. */
const IN_PLACE = ['allOf', 'anyOf', 'oneOf', 'not', 'if', 'then', 'else', 'dependentSchemas', 'dependencies'];
/** Keywords that apply schemas to parts of the value. */
const INSIDE = [
  ...['items', 'prefixItems', 'additionalItems', 'contains', 'unevaluatedItems'],
  ...['properties', 'patternProperties', 'propertyNames', 'additionalProperties', 'unevaluatedProperties'],
];

/** The schemas that a node applies to the value itself, apart from its reference. */
export const schemasInPlace = (node: JsonSchema): readonly JsonSchema[] => list(node, IN_PLACE);

/** The schemas that a node applies to parts of the value. */
export const schemasInside = (node: JsonSchema): readonly JsonSchema[] => list(node, INSIDE);

function list(node: JsonSchema, keywords: readonly string[]): readonly JsonSchema[] {
  return keywords.flatMap(keyword => {
    const held = node[keyword];
    const schemas = NAMED.includes(keyword) && isObject(held) ? Object.values(held) : [held].flat();
    return schemas.filter(isObject);
  });
}

type Change = (node: JsonSchema, copy: object, pointer: string) => object;

/** A copy of a schema with every node changed; data such as `const` and `default` stays what it is. */
export function mapSchemas(node: unknown, change: Change, pointer = ''): unknown {
  if (Array.isArray(node))
    return node.map((item, index) => mapSchemas(item, change, childPath(pointer, index)));
  if (!isObject(node)) return node;
  const entries = Object.entries(node).map(([keyword, held]) => {
    const path = childPath(pointer, keyword);
    if (NAMED.includes(keyword) && isObject(held)) {
      const named = Object.entries(held).map(([name, schema]) => [
        name,
        mapSchemas(schema, change, childPath(path, name)),
      ]);
      return [keyword, Object.fromEntries(named) as object];
    }
    return [keyword, [...IN_PLACE, ...INSIDE].includes(keyword) ? mapSchemas(held, change, path) : held];
  });
  return change(node, Object.fromEntries(entries) as object, pointer);
}

import type { JsonSchema } from '../json-schema.js';
import { SCHEMA_KEYWORDS, type SchemaKeyword } from '../schema-keywords.js';
import { isObject } from './members.js';
import { childPath } from './pointer.js';

const IN_PLACE = SCHEMA_KEYWORDS.filter(({ about }) => about === 'value');
const INSIDE = SCHEMA_KEYWORDS.filter(({ about }) => about === 'parts');
const HOLDINGS = new Map(SCHEMA_KEYWORDS.map(({ keyword, holding }) => [keyword, holding]));

/** The schemas that a node applies to the value itself, apart from its reference. */
export const schemasInPlace = (node: JsonSchema): readonly JsonSchema[] => list(node, IN_PLACE);

/** The schemas that a node applies to parts of the value. */
export const schemasInside = (node: JsonSchema): readonly JsonSchema[] => list(node, INSIDE);

function list(node: JsonSchema, keywords: readonly SchemaKeyword[]): readonly JsonSchema[] {
  return keywords.flatMap(({ keyword, holding }) => {
    const held = node[keyword];
    const schemas = holding === 'named' && isObject(held) ? Object.values(held) : [held].flat();
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
    const holding = HOLDINGS.get(keyword);
    if (holding === 'named' && isObject(held)) {
      const named = Object.entries(held).map(([name, schema]) => [
        name,
        mapSchemas(schema, change, childPath(path, name)),
      ]);
      return [keyword, Object.fromEntries(named) as object];
    }
    return [keyword, holding !== undefined && holding !== 'named' ? mapSchemas(held, change, path) : held];
  });
  return change(node, Object.fromEntries(entries) as object, pointer);
}

import type { JsonSchema } from 'toolwright';

type Schema = JsonSchema | boolean;
type Patterns = Readonly<Record<string, Schema>>;

const TEXTS = [
  ...['a', '12', '1.5px', 'id-a', 'a.12', 'x-a', '-1.5'],
  ...['2026-01-31T09:30:00Z', '2026-01-31', 'a@example.com', 'https://example.com'],
];

/** Recursive schemas end here. */
const DEEP = 6;

/** A value that a schema of this package accepts: all members and places given, one item in every list. */
export function exampleOf(node: Schema, root: JsonSchema, depth = 0): unknown {
  const schema = follow(node, root);
  if ('default' in schema && schema.default !== undefined && depth > DEEP) return schema.default;
  if (schema.const !== undefined) return schema.const;
  if (schema.enum !== undefined) return schema.enum.find(value => value !== null) ?? null;
  const branches = schema.anyOf ?? schema.oneOf;
  if (branches !== undefined) {
    const { anyOf: _any, oneOf: _one, ...base } = schema;
    const isNull = (branch: JsonSchema): boolean => follow(branch, root).type === 'null';
    const [first = {}] = branches.filter(branch => isNull(branch) === depth > DEEP);
    return exampleOf({ ...base, ...follow(first, root) }, root, depth);
  }
  const types = [schema.type ?? 'string'].flat();
  switch (types.find(type => type !== 'null')) {
    case 'string':
      return textOf(schema);
    case 'number':
    case 'integer':
      return schema.minimum ?? 2;
    case 'boolean':
      return true;
    case 'array':
      return listOf(schema, root, depth + 1);
    case 'object':
      return objectOf(schema, root, depth + 1);
    default:
      return null;
  }
}

/** The node that a reference leads to, with what stands beside the reference. */
export function follow(node: Schema, root: JsonSchema): JsonSchema {
  if (typeof node === 'boolean') return {};
  const name = /^#\/\$defs\/(.+)$/.exec(node.$ref ?? '')?.[1];
  if (name === undefined) return node;
  const { $ref: _ref, ...beside } = node;
  return { ...follow(root.$defs?.[name] ?? {}, root), ...beside };
}

function textOf({ pattern = '', format, contentEncoding }: JsonSchema): string {
  if (contentEncoding === 'base64') return 'AAEC';
  if (format === 'date-time') return '2026-01-31T09:30:00Z';
  return TEXTS.find(text => new RegExp(pattern, 'u').test(text)) ?? '';
}

function listOf(
  { prefixItems = [], items, minItems = 0, maxItems }: JsonSchema,
  root: JsonSchema,
  depth: number,
): unknown[] {
  const places = depth > DEEP ? prefixItems.slice(0, minItems) : prefixItems;
  const more = items === undefined || items === false || maxItems === 0 || depth > DEEP ? [] : [items];
  return [...places, ...more].map(place => exampleOf(place, root, depth));
}

function objectOf(schema: JsonSchema, root: JsonSchema, depth: number): object {
  const { properties = {}, required = [], additionalProperties } = schema;
  const named = Object.entries(properties).filter(([name]) => depth <= DEEP || required.includes(name));
  const patterned = Object.entries((schema['patternProperties'] ?? {}) as Patterns).map(
    ([pattern, part]) => [TEXTS.find(text => new RegExp(pattern, 'u').test(text)) ?? '', part] as const,
  );
  const others = typeof additionalProperties === 'object' ? [['12', additionalProperties] as const] : [];
  const further = depth > DEEP ? [] : [...patterned, ...others];
  return Object.fromEntries(
    [...further, ...named].map(([name, part]) => [name, exampleOf(part, root, depth)]),
  );
}

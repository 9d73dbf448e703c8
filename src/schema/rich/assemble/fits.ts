import type { Issue } from '../../issue.js';
import type { JsonSchema } from '../../json-schema.js';
import type { ManifestField, ManifestType } from '../../manifest/manifest.js';
import { compilePlan } from '../../plan/plan.js';

/** Why a value does not fit a schema that may refer to the types of a manifest; undefined when it does. */
export async function findMisfit(
  value: unknown,
  schema: JsonSchema,
  types: Readonly<Record<string, ManifestType>>,
): Promise<string | undefined> {
  const definitions: Record<string, JsonSchema> = {};
  addDefinitions(definitions, schema, types);
  const local = JSON.parse(
    JSON.stringify({ ...schema, $defs: definitions }).replaceAll('"#/types/', '"#/$defs/'),
  ) as JsonSchema;
  const result = await compilePlan({ schema: local, facts: new Map() }).run(value);
  if (!result.ok) return describe(result.issues[0]);
  const [repair] = result.repairs;
  return repair === undefined ? undefined : `${repair.path || 'it'} is of another type than declared`;
}

/** Adds the types that a schema leads to. */
function addDefinitions(
  definitions: Record<string, JsonSchema>,
  schema: JsonSchema,
  types: Readonly<Record<string, ManifestType>>,
): void {
  for (const [, name = ''] of JSON.stringify(schema).matchAll(/"#\/types\/(\w+)"/g)) {
    const type = types[name];
    if (type === undefined || definitions[name] !== undefined) continue;
    const definition = schemaOfType(type);
    definitions[name] = definition;
    addDefinitions(definitions, definition, types);
  }
}

const describe = (issue: Issue | undefined): string =>
  issue === undefined
    ? 'it does not fit'
    : `${issue.path || 'it'}: expected ${issue.expected}, received ${issue.received}`;

/** The object that fields are the members of; where one has no name, others than those with one are let through. */
export function schemaOfFields(fields: readonly ManifestField[]): JsonSchema {
  const given = fields.filter(({ isRun }) => isRun !== true);
  const known = given.filter(({ name }) => name !== '');
  return {
    type: 'object',
    properties: Object.fromEntries(known.map(({ name, schema }) => [name, schema ?? {}])),
    required: known.flatMap(({ name, optional }) => (optional === true ? [] : [name])),
    additionalProperties: known.length < given.length,
  };
}

const schemaOfType = (type: ManifestType): JsonSchema =>
  type.kind === 'class' ? schemaOfFields(type.properties) : type.schema;

import type { DefinitionProblem } from '../../foundation/definition-error.js';
import type { EmittedType } from '../../foundation/reflection.js';
import type { JsonSchema } from '../json-schema.js';
import { SCHEMA_COMMAND } from '../manifest/manifest-error.js';

/** What a schema from source must say where the compiler emitted one of these; other emitted types tell too little. */
const SIGNS: ReadonlyMap<unknown, (schema: JsonSchema) => boolean> = new Map<
  unknown,
  (schema: JsonSchema) => boolean
>([
  [String, schema => admits(schema, 'string') && schema['x-revive'] === undefined],
  [Number, schema => admits(schema, 'number') || admits(schema, 'integer')],
  [Boolean, schema => admits(schema, 'boolean')],
  [Array, schema => admits(schema, 'array')],
  [Date, schema => schema['x-revive'] === 'date'],
]);

/** Says so when the manifest was written for another type than the class has now. */
export function findStaleType(
  emitted: EmittedType,
  schema: JsonSchema,
  name: string,
): Omit<DefinitionProblem, 'where'> | undefined {
  if (!emitted.emitted || schema.$ref !== undefined) return undefined;
  if (SIGNS.get(emitted.type)?.(schema) !== false) return undefined;
  return staleProblem(
    `the class says ${nameOf(emitted.type)} for '${name}', the manifest says ${typeText(schema)}`,
  );
}

/** A manifest that contradicts the class. @param seen - What does not agree. */
export const staleProblem = (seen: string): Omit<DefinitionProblem, 'where'> => ({
  seen: `The manifest is stale: ${seen}.`,
  fix: `write it anew: ${SCHEMA_COMMAND}`,
});

function admits(schema: JsonSchema, type: string): boolean {
  const types = schema.type === undefined ? undefined : [schema.type].flat();
  return types?.some(each => each === type) ?? (schema.anyOf ?? []).some(branch => admits(branch, type));
}

const nameOf = (type: unknown): string => (typeof type === 'function' ? type.name : 'another type');

function typeText({ type, anyOf, 'x-revive': revive }: JsonSchema): string {
  if (typeof revive === 'string') return revive;
  return type === undefined
    ? `one of ${String(anyOf?.length ?? 0)} alternatives`
    : [type].flat().join(' or ');
}

import { DefinitionError, type DefinitionProblem } from '../../../../src/foundation/definition-error.js';
import {
  type NormalisedSchema,
  type NormaliseOptions,
  normaliseSchema,
} from '../../../../src/schema/foreign/normalise-schema.js';
import { type JsonSchema } from '../../../../src/schema/json-schema.js';
import { compilePlan } from '../../../../src/schema/plan/plan.js';

/** The schema of a member `v`, beside other members of the root. */
export const around = (v: unknown, root: object = {}): object => ({
  type: 'object',
  properties: { v },
  ...root,
});

/** What a member becomes. */
export const normaliseMember = (v: unknown, root: object = {}): unknown =>
  normaliseSchema(around(v, root)).schema.properties!['v'];

export const notesOf = (v: unknown, root: object = {}): readonly string[] =>
  normaliseSchema(around(v, root)).notes;

export function refusalsOf(schema: unknown, options?: NormaliseOptions): readonly DefinitionProblem[] {
  try {
    normaliseSchema(schema, options);
  } catch (error) {
    if (error instanceof DefinitionError) return error.problems;
    throw error;
  }
  return [];
}

/** Whether the plan of a normalised schema takes a value as it is. */
export async function accepts({ schema }: NormalisedSchema, value: unknown): Promise<boolean> {
  const result = await compilePlan({ schema, facts: new Map() }).run(value);
  return result.ok && result.repairs.length === 0;
}

export const schemaOf = (given: unknown, options?: NormaliseOptions): JsonSchema =>
  normaliseSchema(given, options).schema;

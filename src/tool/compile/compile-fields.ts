import { type Constructor, isClass } from '../../foundation/constructor.js';
import { DefinitionError, type DefinitionProblem } from '../../foundation/definition-error.js';
import { deepFreeze, frozenCopy, isPlainObject } from '../../foundation/json.js';
import { describeKind } from '../../foundation/value-kind.js';
import { type NormalisedSchema, normaliseSchema } from '../../schema/foreign/normalise-schema.js';
import type { JsonSchema } from '../../schema/json-schema.js';
import type { FieldSchema } from '../../schema/schema-builder.js';
import { type ActionType, buildActionType, type ObservationType } from '../action-type.js';
import { findClassMistake } from '../es5-class.js';
import { badField, type FieldMap, NOT_EMITTED, parseField } from '../field-map.js';
import { findReturnsMistake } from '../returns-check.js';
import type { ReturnsOptions } from '../tool-options.js';
import { compileAction } from './compile-action.js';
import { compileReturns, rawObservation } from './compile-observation.js';
import { newSchemaBuilder } from './declared-fields.js';

/** What a tool takes that is made without decorators: a field map, a DTO class or a raw schema. */
export function compileInput(
  input: FieldMap | Constructor | undefined,
  inputSchema: JsonSchema | undefined,
  where: string,
): ActionType {
  if (inputSchema !== undefined) return rawAction(inputSchema, where);
  const builder = newSchemaBuilder();
  if (isClass(input))
    return compileAction(builder, builder.classObject(input, `${where}, input`), `${where}, input`);
  refuseMistake(
    input === undefined || isPlainObject(input) ? undefined : findClassMistake(input),
    `${where}, input`,
  );
  const members = new Map<string, FieldSchema>();
  for (const [name, field] of Object.entries(input ?? {})) {
    const place = `${where}, input '${name}'`;
    const options = parseField(field);
    if (options === undefined) builder.problem(badField(field, place));
    else members.set(name, builder.field({ where: place, emitted: NOT_EMITTED, options }));
  }
  return compileAction(builder, builder.objectOf(members), `${where}, input`);
}

function rawAction(schema: JsonSchema, where: string): ActionType {
  const { schema: canonical, notes } = normalise(schema, 'object', `${where}, inputSchema`);
  const action = buildActionType({ schema: canonical, facts: new Map() });
  const isModern = schema.$schema === MODERN && schema.type === 'object' && notes.length === 0;
  return isModern ? { ...action, written: frozenCopy(schema) } : action;
}

const MODERN = 'https://json-schema.org/draft/2020-12/schema';

/** Raw schemas come from anywhere: of older drafts, with names and references of every kind. */
function normalise(schema: JsonSchema, root: 'object' | 'any', where: string): NormalisedSchema {
  try {
    const normalised = normaliseSchema(schema, { root });
    return { ...normalised, schema: deepFreeze(normalised.schema) };
  } catch (error) {
    if (!(error instanceof DefinitionError)) throw error;
    const problems = error.problems.map(problem => ({
      ...problem,
      where: `${where}${problem.where.replace(/^JSON Schema/, '')}`,
    }));
    throw new DefinitionError(problems);
  }
}

/** What it gives back: as for `@Returns`, or a raw schema. */
export function compileOutput(
  { returns, outputSchema }: { readonly returns?: ReturnsOptions; readonly outputSchema?: JsonSchema },
  where: string,
): ObservationType | undefined {
  if (outputSchema === undefined) {
    refuseMistake(returns === undefined ? undefined : findReturnsMistake(returns), `${where}, returns`);
    return compileReturns(returns, NOT_EMITTED, where);
  }
  refuseMistake(
    isPlainObject(outputSchema)
      ? undefined
      : {
          seen: `outputSchema is ${describeKind(outputSchema)}.`,
          fix: "give a JSON Schema: { type: 'object', … }.",
        },
    where,
  );
  return rawObservation(normalise(outputSchema, 'any', `${where}, outputSchema`).schema);
}

function refuseMistake(mistake: Omit<DefinitionProblem, 'where'> | undefined, where: string): void {
  if (mistake !== undefined) throw new DefinitionError([{ where, ...mistake }]);
}

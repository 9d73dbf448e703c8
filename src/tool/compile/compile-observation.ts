import { type Constructor, isClass } from '../../foundation/constructor.js';
import type { EmittedType } from '../../foundation/reflection.js';
import type { FieldOptions } from '../../schema/field.js';
import type { JsonSchema } from '../../schema/json-schema.js';
import type { ClassKnowledge } from '../../schema/manifest/class-knowledge.js';
import type { ManifestField } from '../../schema/manifest/manifest.js';
import { compilePlan } from '../../schema/plan/plan.js';
import type { SchemaBuilder } from '../../schema/schema-builder.js';
import type { ObservationType } from '../action-type.js';
import type { ReturnsOptions } from '../tool-options.js';
import { declaredFields, newSchemaBuilder } from './declared-fields.js';
import { namedType } from './named-type.js';
import type { ToolKnowledge } from './tool-knowledge.js';

/** The output a tool declares with `@Returns`; undefined when it declares none. */
export function compileReturns(
  returns: ReturnsOptions | undefined,
  emitted: EmittedType,
  where: string,
): ObservationType | undefined {
  if (returns === undefined) return undefined;
  const options: FieldOptions = typeof returns === 'function' ? { type: returns } : returns;
  const builder = newSchemaBuilder();
  const place = `${where}, @Returns`;
  if (options.optional === true) {
    builder.problem({
      where: place,
      seen: "'optional' says nothing about a result, which always is there.",
      fix: 'write nullable: true, and return null.',
    });
  }
  const target = singleClass(options);
  if (target !== undefined) return observationOf(builder, builder.classObject(target, place), false);
  const field = builder.field({ where: place, emitted, options, decorator: 'Returns' });
  if (field.schema.type === 'object') return observationOf(builder, field.schema, false);
  return observationOf(builder, builder.objectOf(new Map([['result', { ...field, optional: false }]])), true);
}

/** The output that the source states; undefined when no manifest knows of any. */
export function compileKnownResult(
  known: ToolKnowledge | undefined,
  where: string,
): ObservationType | undefined {
  const returns = known?.tool.returns;
  if (known === undefined || returns === undefined) return undefined;
  const builder = newSchemaBuilder();
  const field: ManifestField = {
    name: 'result',
    schema: atRoot(returns.schema, known.knowledge),
    ...(returns.description === undefined ? {} : { description: returns.description }),
  };
  const result = builder.field({
    where: `${where}, result`,
    emitted: { emitted: false },
    options: {},
    rich: { field, knowledge: known.knowledge },
  });
  if (result.schema.type === 'object') return observationOf(builder, result.schema, false);
  return observationOf(
    builder,
    builder.objectOf(new Map([['result', { ...result, optional: false }]])),
    true,
  );
}

/** The type itself where the whole is a reference to one: an output's root states that it is an object. */
function atRoot(schema: JsonSchema, { types }: ClassKnowledge): JsonSchema {
  const name = /^#\/types\/(.+)$/.exec(schema.$ref ?? '')?.[1];
  const type = name === undefined ? undefined : types[name];
  if (type?.kind !== 'schema') return schema;
  const { $ref, ...notes } = schema;
  return { ...type.schema, ...notes };
}

/** The output that an observation class declares with `@Param` properties; undefined when it declares none. */
export function compileObservationClass(target: Constructor, where: string): ObservationType | undefined {
  if (declaredFields(target).size === 0) return undefined;
  const builder = newSchemaBuilder();
  return observationOf(builder, builder.classObject(target, where), false);
}

/** The output of a raw JSON Schema; one that does not describe an object is wrapped. */
export function rawObservation(schema: JsonSchema): ObservationType {
  if (schema.type === 'object')
    return { schema, plan: compilePlan({ schema, facts: new Map() }), isWrapped: false };
  const { $defs, ...result } = schema;
  const wrapped: JsonSchema = {
    type: 'object',
    properties: { result },
    required: ['result'],
    ...($defs === undefined ? {} : { $defs }),
  };
  return { schema: wrapped, plan: compilePlan({ schema: wrapped, facts: new Map() }), isWrapped: true };
}

function observationOf(builder: SchemaBuilder, root: JsonSchema, isWrapped: boolean): ObservationType {
  const typed = builder.finish(root);
  return { schema: typed.schema, plan: compilePlan(typed), isWrapped };
}

/** The class that is the whole result, when that is what the options say. */
function singleClass(options: FieldOptions): Constructor | undefined {
  if (typeof options.type !== 'function' || options.each === true || options.nullable === true)
    return undefined;
  const type = namedType(options.type);
  return isClass(type) && options.schema === undefined ? type : undefined;
}

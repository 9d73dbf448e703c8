import { type Constructor } from '../../../../src/foundation/constructor.js';
import { DefinitionError, type DefinitionProblem } from '../../../../src/foundation/definition-error.js';
import { type FieldOptions } from '../../../../src/schema/field.js';
import { type JsonSchema } from '../../../../src/schema/json-schema.js';
import { SchemaBuilder } from '../../../../src/schema/schema-builder.js';
import { type NodeFacts, type TypedSchema } from '../../../../src/schema/typed-schema.js';

const FIELDS = Symbol('fields');

/** A property decorator that stands for our own `@Param`, which lives on a higher floor. */
export const Field =
  (options: FieldOptions = {}): PropertyDecorator =>
  (prototype, key) => {
    const holder = prototype as { [FIELDS]?: Map<string, FieldOptions> };
    if (!Object.hasOwn(holder, FIELDS)) holder[FIELDS] = new Map(holder[FIELDS] ?? []);
    holder[FIELDS]?.set(String(key), options);
  };

export const newBuilder = (): SchemaBuilder =>
  new SchemaBuilder({
    knowledge: () => undefined,
    declaredFields: target =>
      (target.prototype as { [FIELDS]?: Map<string, FieldOptions> })[FIELDS] ?? new Map(),
  });

export function typedClass(target: Constructor): TypedSchema {
  const builder = newBuilder();
  return builder.finish(builder.classObject(target, target.name));
}

/** The schema of one field with the given emitted type. */
export function fieldOf(type: unknown, options: FieldOptions = {}): JsonSchema {
  return typedField(type, options).schema;
}

export function typedField(type: unknown, options: FieldOptions = {}): TypedSchema {
  const builder = newBuilder();
  const { schema } = builder.field({ where: 'T.m', emitted: { emitted: true, type }, options });
  return builder.finish(schema);
}

export function isOptional(options: FieldOptions): boolean {
  return newBuilder().field({ where: 'T.m', emitted: { emitted: true, type: String }, options }).optional;
}

export function problemsOf(build: () => unknown): readonly DefinitionProblem[] {
  try {
    build();
  } catch (error) {
    if (error instanceof DefinitionError) return error.problems;
    throw error;
  }
  return [];
}

/** The facts of the node at a path such as `properties/when`. */
export function factsAt(typed: TypedSchema, path: string): NodeFacts {
  let node: unknown = typed.schema;
  for (const step of path.split('/').filter(step => step !== ''))
    node = (node as Record<string, unknown>)[step];
  return typed.facts.get(node as JsonSchema) ?? {};
}

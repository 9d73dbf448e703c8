import * as v from 'class-validator';
import type { JsonSchema } from '../../../../src/schema/json-schema.js';
import type { ClassKnowledge } from '../../../../src/schema/manifest/class-knowledge.js';
import { SchemaBuilder } from '../../../../src/schema/schema-builder.js';
import { problemsOf } from './build.js';

enum Level {
  Low,
  High,
  Top,
}

/** The schema of a property of which the source says `schema`, with a validator on it. */
function schemaOf(schema: JsonSchema, rule: PropertyDecorator): JsonSchema {
  class Subject {}
  rule(Subject.prototype, 'v');
  const type = {
    kind: 'class',
    id: 'a.ts#Subject',
    className: 'Subject',
    properties: [{ name: 'v', schema }],
  } as const;
  const knowledge: ClassKnowledge = {
    ...{ id: type.id, type, types: {}, isBound: false, tools: [] },
    constructorOf: () => undefined,
  } as unknown as ClassKnowledge;
  const builder = new SchemaBuilder({ knowledge: () => knowledge, declaredFields: () => new Map() });
  return builder.finish(builder.classObject(Subject, 'Subject')).schema.properties?.['v'] ?? {};
}

const ONE: JsonSchema = { type: 'number', const: 0, description: '0 = Low.' };
const TWO: JsonSchema = { type: 'number', enum: [0, 1], description: '0 = Low, 1 = High.' };

describe('a validator that lists values, beside a type in source that does', () => {
  it.each<[JsonSchema, PropertyDecorator, JsonSchema]>([
    [ONE, v.IsEnum(Level), { ...ONE, type: 'integer' }],
    [TWO, v.IsEnum(Level), { ...TWO, type: 'integer' }],
    [TWO, v.IsIn([1, 2]), { ...TWO, type: 'integer', enum: [1] }],
    [{ type: 'string', const: 'a' }, v.IsIn(['a', 'b']), { type: 'string', const: 'a' }],
    [
      { type: 'number', enum: [0, 1, 2] },
      v.IsEnum(Level),
      { type: 'integer', enum: [0, 1, 2], description: '0 = Low, 1 = High, 2 = Top.' },
    ],
  ])('adds nothing that it says already: %p', (schema, rule, expected) => {
    expect(schemaOf(schema, rule)).toEqual(expected);
  });

  it('is refused where they have no value in common', () => {
    const problems = problemsOf(() => schemaOf(ONE, v.IsIn([1, 2])));
    expect(problems.map(({ seen }) => seen)).toEqual(['No allowed value is left.']);
  });
});

import { type FieldOptions } from '../../../../src/schema/field.js';
import { type JsonSchema } from '../../../../src/schema/json-schema.js';
import { Field, fieldOf, isOptional, newBuilder, problemsOf, typedClass, typedField } from './build.js';

enum Colour {
  Red = 'red',
  Green = 'green',
}
enum Level {
  Low,
  High = 10,
}
class Part {
  @Field() name!: string;
}

describe('emitted types', () => {
  it.each([
    [String, { type: 'string' }, undefined],
    [Number, { type: 'number' }, undefined],
    [Boolean, { type: 'boolean' }, undefined],
    [Date, { type: 'string', format: 'date-time' }, 'date'],
    [BigInt, { type: 'string', pattern: '^-?\\d+$' }, 'bigint'],
    [Uint8Array, { type: 'string', contentEncoding: 'base64' }, 'bytes'],
    [Buffer, { type: 'string', contentEncoding: 'base64' }, 'bytes'],
    [Colour, { type: 'string', enum: ['red', 'green'] }, undefined],
    [Level, { type: 'integer', enum: [0, 10], description: '0 = Low, 10 = High.' }, undefined],
    ['a', { type: 'string', const: 'a' }, undefined],
  ])('%p becomes its schema', (type, expected, revival) => {
    const { schema, facts } = typedField(type);
    expect(schema).toEqual(expected);
    expect(facts.get(schema)?.revive?.kind).toBe(revival);
  });

  it('refers to classes that declare properties', () => {
    const { schema, facts } = typedField(Part);
    expect(schema.$ref).toBe('#/$defs/Part');
    const definition = schema.$defs?.['Part'] as JsonSchema;
    expect(facts.get(definition)?.revive).toEqual({ kind: 'instance', target: Part });
  });
});

describe('field options', () => {
  const keywords: readonly (readonly [unknown, FieldOptions])[] = [
    [String, { description: 'Words.' }],
    [String, { title: 'Title' }],
    [String, { examples: ['a'] }],
    [String, { deprecated: true }],
    [Number, { minimum: 1 }],
    [Number, { maximum: 1 }],
    [Number, { exclusiveMinimum: 1 }],
    [Number, { exclusiveMaximum: 1 }],
    [Number, { multipleOf: 2 }],
    [String, { minLength: 1 }],
    [String, { maxLength: 1 }],
    [String, { pattern: '^a' }],
    [String, { format: 'uri' }],
    [String, { contentMediaType: 'text/html' }],
    [String, { not: { const: 'x' } }],
    [String, { 'x-order': 3 }],
  ];
  it.each(keywords)('on %p, %p stands in the schema', (type, options) => {
    expect(fieldOf(type, options)).toMatchObject(options);
  });

  it.each<readonly [FieldOptions['type'] & {}, JsonSchema]>([
    ['string', { type: 'string' }],
    ['number', { type: 'number' }],
    ['integer', { type: 'integer' }],
    ['boolean', { type: 'boolean' }],
    [() => String, { type: 'string' }],
    [() => Date, { type: 'string', format: 'date-time' }],
    [() => [Number as never], { type: 'array', items: { type: 'number' } }],
  ])('type %p states the type where none is emitted', (type, expected) => {
    expect(fieldOf(Object, { type })).toEqual(expected);
  });

  it('puts keywords for single values on the items and the others on the array', () => {
    const options = {
      each: true,
      type: 'string',
      minLength: 2,
      pattern: '^a',
      enum: ['ab', 'ac'],
      minItems: 1,
      maxItems: 2,
      uniqueItems: true,
      description: 'Words.',
      default: ['ab'],
      examples: [['ac']],
    } as const;
    expect(fieldOf(Array, options)).toEqual({
      type: 'array',
      items: { type: 'string', enum: ['ab', 'ac'] },
      minItems: 1,
      maxItems: 2,
      uniqueItems: true,
      description: 'Words.',
      default: ['ab'],
      examples: [['ac']],
    });
  });

  it('takes an emitted Array with a stated type for a list, and an emitted element for a rest parameter', () => {
    expect(fieldOf(Array, { type: () => Part })).toMatchObject({
      type: 'array',
      items: { $ref: '#/$defs/Part' },
    });
    expect(fieldOf(Number, { each: true })).toEqual({ type: 'array', items: { type: 'number' } });
    expect(fieldOf(Array, { items: { type: 'null' } })).toEqual({ type: 'array', items: { type: 'null' } });
    expect(fieldOf(Array, { prefixItems: [{ type: 'null' }] })).toEqual({
      type: 'array',
      prefixItems: [{ type: 'null' }],
    });
  });

  it('derives the type from enum values and leaves reverse names of numeric enums out', () => {
    expect(fieldOf(Object, { enum: ['a', 1, null] })).toEqual({
      type: ['string', 'integer', 'null'],
      enum: ['a', 1, null],
    });
    expect(fieldOf(Number, { enum: Level })).toEqual({
      type: 'integer',
      enum: [0, 10],
      description: '0 = Low, 10 = High.',
    });
    expect(fieldOf(Number, { enum: [0.5, 1] })).toEqual({ type: 'number', enum: [0.5, 1] });
  });

  it('makes a field optional by optional and by default', () => {
    expect(isOptional({})).toBe(false);
    expect(isOptional({ optional: true })).toBe(true);
    expect(isOptional({ default: 'a' })).toBe(true);
    expect(fieldOf(String, { default: 'a' })).toEqual({ type: 'string', default: 'a' });
  });

  it('writes defaults and examples as JSON', () => {
    const day = new Date(0);
    expect(fieldOf(Date, { default: day, examples: [day] })).toMatchObject({
      default: '1970-01-01T00:00:00.000Z',
      examples: ['1970-01-01T00:00:00.000Z'],
    });
    expect(fieldOf(BigInt, { default: 5n })).toMatchObject({ default: '5' });
  });

  it('does not freeze or share what the author gave', () => {
    const options = { each: true, type: 'string', default: ['a'], contains: { const: 'a' } } as const;
    const schema = fieldOf(Array, options);
    expect(schema.contains).toEqual({ const: 'a' });
    expect(schema.contains).not.toBe(options.contains);
    expect(Object.isFrozen(options.default)).toBe(false);
  });

  it.each<readonly [unknown, FieldOptions, JsonSchema]>([
    [String, {}, { type: ['string', 'null'] }],
    [String, { enum: ['a'] }, { type: ['string', 'null'], enum: ['a', null] }],
    [String, { const: 'a' }, { type: ['string', 'null'], enum: ['a', null] }],
    [Object, { anyOf: [{ type: 'string' }] }, { anyOf: [{ type: 'string' }, { type: 'null' }] }],
    [Array, { type: 'integer', each: true }, { type: ['array', 'null'], items: { type: 'integer' } }],
    [Object, { oneOf: [{}], title: 'T' }, { anyOf: [{ oneOf: [{}] }, { type: 'null' }], title: 'T' }],
  ])('nullable on %p with %p admits null', (type, options, expected) => {
    expect(fieldOf(type, { ...options, nullable: true })).toEqual(expected);
  });

  it('keeps a description beside a reference, and outside a nullable one', () => {
    expect(fieldOf(Part, { description: 'D' })).toMatchObject({ $ref: '#/$defs/Part', description: 'D' });
    expect(fieldOf(Part, { description: 'D', nullable: true })).toMatchObject({
      anyOf: [{ $ref: '#/$defs/Part' }, { type: 'null' }],
      description: 'D',
    });
  });
});

describe('a schema written by the author', () => {
  it('stays as it is, with annotations added where it has none', () => {
    const schema = { type: 'object', title: 'Own', additionalProperties: { type: 'string' } } as const;
    const built = fieldOf(Map, { schema, title: 'Other', description: 'D', default: {} });
    expect(built).toEqual({ ...schema, description: 'D', default: {} });
    expect(built.additionalProperties).not.toBe(schema.additionalProperties);
  });

  it('gives its definitions to the root, where classes make room for their names', () => {
    class Holder {
      @Field() part!: Part;
      @Field({ schema: { $ref: '#/$defs/Part', $defs: { Part: { type: 'string' } } } }) text!: string;
    }
    const { schema } = typedClass(Holder);
    expect(schema.$defs?.['Part']).toEqual({ type: 'string' });
    expect(schema.properties).toMatchObject({
      part: { $ref: '#/$defs/Part2' },
      text: { $ref: '#/$defs/Part' },
    });
  });

  it('is refused with options that it makes void, lost references and colliding definitions', () => {
    class Holder {
      @Field({ schema: {}, minimum: 1, each: true }) a!: unknown;
      @Field({ schema: { $ref: '#/properties/a' } }) b!: unknown;
      @Field({ schema: { $defs: { X: { type: 'string' } } } }) c!: unknown;
      @Field({ schema: { $defs: { X: { type: 'number' } } } }) d!: unknown;
    }
    expect(problemsOf(() => typedClass(Holder)).map(problem => `${problem.where}: ${problem.seen}`)).toEqual([
      "Holder.a: 'schema' says everything, so 'minimum', 'each' has no effect.",
      "Holder.b: The reference '#/properties/a' would not be found: the schema becomes part of a larger one.",
      "Holder.d: Another schema already has a different definition 'X' in its $defs.",
    ]);
  });
});

describe('an object of members', () => {
  it('is closed, and requires what is not optional', () => {
    const builder = newBuilder();
    const members = new Map([
      ['a', { schema: { type: 'string' } as const, optional: false }],
      ['b', { schema: { type: 'number' } as const, optional: true }],
    ]);
    expect(builder.finish(builder.objectOf(members)).schema).toEqual({
      type: 'object',
      properties: { a: { type: 'string' }, b: { type: 'number' } },
      required: ['a'],
      additionalProperties: false,
    });
    expect(builder.objectOf(new Map())).toEqual({
      type: 'object',
      properties: {},
      additionalProperties: false,
    });
  });
});

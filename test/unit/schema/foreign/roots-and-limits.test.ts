import { normaliseSchema } from '../../../../src/schema/foreign/normalise-schema.js';
import { accepts, around, refusalsOf, schemaOf } from './normalise.js';

describe('the root of arguments', () => {
  it.each<[unknown, unknown]>([
    [{}, { type: 'object' }],
    [true, { type: 'object' }],
    [{ properties: { a: {} } }, { type: 'object', properties: { a: {} } }],
    [{ type: ['object', 'null'] }, { type: 'object' }],
    [{ type: 'OBJECT' }, { type: 'object' }],
    [
      { anyOf: [{ required: ['a'] }, { type: 'string' }] },
      { type: 'object', anyOf: [{ required: ['a'] }, { type: 'string' }] },
    ],
    [
      { $ref: '#/definitions/Args', title: 'T', definitions: { Args: { type: 'object', title: 'Args' } } },
      { type: 'object', title: 'T' },
    ],
    [
      { $ref: '#/$defs/T', $defs: { T: { type: 'object', properties: { t: { $ref: '#/$defs/T' } } } } },
      { type: 'object', properties: { t: { $ref: '#' } } },
    ],
  ])('is an object: %j', (given, expected) => {
    expect(schemaOf(given)).toEqual(expected);
  });

  it.each<unknown>([
    ...[false, null, 'object', 5, [], undefined],
    { type: 'string' },
    { type: ['array', 'null'] },
    { items: {} },
    { anyOf: [[]] },
    { allOf: ['string'] },
    { minimum: 1 },
    { enum: ['a', 'b'] },
    { const: 5 },
    { anyOf: [{ type: 'string' }, { enum: [1] }] },
    { allOf: [{ type: 'object' }, { type: 'array' }] },
    { $ref: '#/$defs/a', $defs: { a: { type: 'string' } } },
    { $ref: '#/$defs/a', minLength: 1, $defs: { a: { type: 'string' } } },
  ])('is refused when it is something else: %j', given => {
    const problems = refusalsOf(given);
    expect(problems).toHaveLength(1);
    expect(problems[0]!.where).toMatch(/^JSON Schema$/);
  });

  it.each<[unknown, unknown]>([
    [true, {}],
    [false, { not: {} }],
    [{ type: 'string' }, { type: 'string' }],
    [{ properties: {} }, { properties: {} }],
    [{ type: ['object', 'null'] }, { type: ['object', 'null'] }],
  ])('may be anything elsewhere: %j', (given, expected) => {
    expect(schemaOf(given, { root: 'any' })).toEqual(expected);
  });
});

describe('a schema', () => {
  it('is never changed, nor kept', () => {
    const given = {
      type: 'object',
      properties: { a: { items: [{ $ref: '#/definitions/b' }], required: true } },
      definitions: { b: { enum: [{ x: 1 }], nullable: true } },
    };
    const before = structuredClone(given);
    const { schema } = normaliseSchema(given);
    expect(given).toEqual(before);
    given.definitions.b.enum[0]!.x = 2;
    expect(schema.$defs).toEqual({ b: { anyOf: [{ enum: [{ x: 1 }] }, { type: 'null' }] } });
  });

  it('that is normalised stays what it is', () => {
    const { schema } = normaliseSchema(
      around(
        { items: [{ $ref: '#/definitions/b' }], nullable: true, type: 'array' },
        {
          definitions: { b: { dependencies: { a: ['b'] }, properties: { c: { $ref: '#/definitions/b' } } } },
        },
      ),
    );
    expect(normaliseSchema(schema)).toEqual({ schema, notes: [] });
  });

  const cyclic: Record<string, unknown> = { type: 'object' };
  cyclic['properties'] = { a: { items: cyclic } };

  const nested = (levels: number): unknown => {
    let schema: unknown = {};
    for (let i = 0; i < levels; i++) schema = { properties: { a: schema } };
    return schema;
  };
  const doubled = (): unknown => {
    let schema: unknown = {};
    for (let i = 0; i < 60; i++) schema = { anyOf: [schema, schema] };
    return { properties: { a: schema } };
  };

  const referring = (keyword: string): unknown => {
    const next = (index: number): object => ({ $ref: `#/definitions/d${index + 1}` });
    const definitions = Object.fromEntries(
      Array.from({ length: 40 }, (_, i) => [`d${i}`, { [keyword]: [next(i), next(i)] }]),
    );
    return around({ $ref: '#/definitions/d0' }, { definitions: { ...definitions, d40: { type: 'string' } } });
  };

  it.each<[string, () => unknown, RegExp]>([
    ['cyclic', () => cyclic, /at \/properties\/a\/items: This object contains itself/],
    ['too deep', () => nested(10_000), /nests more than 256 levels/],
    [
      'too large',
      () => around({ description: 'x'.repeat(5 * 1024 * 1024) }),
      /larger than 4194304 characters/,
    ],
    [
      'too large a list',
      () => around({ enum: Array.from({ length: 400_000 }, (_, i) => `v${i}`) }),
      /larger than/,
    ],
    ['too large when written out', doubled, /larger than/],
    ['too large when references are followed', () => referring('anyOf'), /in more than 10000 ways/],
    ['too large when references are followed together', () => referring('allOf'), /in more than 10000 ways/],
    [
      'no JSON: a function',
      () => around({ default: () => 1 }),
      /at \/properties\/v\/default: It is a function, not JSON/,
    ],
    ['no JSON: a bigint', () => around({ minimum: 1n }), /at \/properties\/v\/minimum: It is a bigint/],
    ['no JSON: a number', () => around({ minimum: NaN }), /at \/properties\/v\/minimum: It is NaN/],
    ['no JSON: a Map', () => around(new Map([['type', 'string']])), /at \/properties\/v: It is a Map/],
    ['no JSON: a hole', () => around({ enum: [undefined] }), /at \/properties\/v\/enum\/0: It is undefined/],
  ])('that is %s is refused', (_, given, message) => {
    expect(() => normaliseSchema(given())).toThrow(message);
  });

  it('may nest deeply', async () => {
    expect(await accepts(normaliseSchema(nested(120)), { a: { a: {} } })).toBe(true);
  });
});

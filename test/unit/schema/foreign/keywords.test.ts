import { normaliseSchema } from '../../../../src/schema/foreign/normalise-schema.js';
import { accepts, around, normaliseMember, notesOf, refusalsOf, schemaOf } from './normalise.js';

const DRAFT_4 = { $schema: 'http://json-schema.org/draft-04/schema#' };
const DRAFT_7 = { $schema: 'http://json-schema.org/draft-07/schema#' };

describe('keywords of older drafts', () => {
  it.each<[string, unknown, unknown]>([
    ['a list of items', { items: [{ type: 'string' }] }, { prefixItems: [{ type: 'string' }] }],
    [
      'additionalItems',
      { type: 'array', items: [{}, true], additionalItems: false },
      { type: 'array', prefixItems: [{}, {}], items: false },
    ],
    [
      'additionalItems alone',
      { items: { type: 'null' }, additionalItems: false },
      { items: { type: 'null' } },
    ],
    [
      'an empty list of items',
      { items: [], additionalItems: { type: 'number' } },
      { items: { type: 'number' } },
    ],
    ['a limit that is excluded', { minimum: 1, exclusiveMinimum: true }, { exclusiveMinimum: 1 }],
    ['a limit that is not', { maximum: 1, exclusiveMaximum: false }, { maximum: 1 }],
    ['a limit without a number', { exclusiveMaximum: true }, {}],
    [
      'dependencies',
      { dependencies: { a: ['b'], c: { minProperties: 2 }, d: 'e' }, dependentRequired: { f: ['g'] } },
      { dependentRequired: { f: ['g'], a: ['b'], d: ['e'] }, dependentSchemas: { c: { minProperties: 2 } } },
    ],
    [
      'a schema of what a text says',
      { contentSchema: { items: [{}], additionalItems: false } },
      { contentSchema: { prefixItems: [{}], items: false } },
    ],
    ['an identifier', { $id: 'http://x.y/z', type: 'string' }, { type: 'string' }],
    ['names for references', { $anchor: 'a', $comment: 'x', type: 'string' }, { type: 'string' }],
  ])('%s', (_, given, expected) => {
    expect(normaliseMember(given)).toEqual(expected);
    expect(notesOf(given).filter(note => !note.includes('became a list'))).toEqual([]);
  });

  it('of draft 04 are recognised by its name', () => {
    const root = { ...DRAFT_4, id: 'http://x.y/z', definitions: { a: { id: 'a.json', type: 'string' } } };
    expect(schemaOf(around({ $ref: 'a.json' }, root))).toEqual({
      type: 'object',
      properties: { v: { $ref: '#/$defs/a' } },
      $defs: { a: { type: 'string' } },
    });
  });

  it('of an unknown dialect are read as those of 2020-12', () => {
    const { schema, notes } = normaliseSchema({ $schema: 'https://x.y/mine', type: 'object' });
    expect([schema, notes]).toEqual([
      { type: 'object' },
      ['(root): its dialect "https://x.y/mine" is unknown: it is read as 2020-12.'],
    ]);
  });

  it('beside a reference count up to draft 07 for what they say to readers only', () => {
    const given = { $ref: '#/definitions/a', description: 'D', maxLength: 3 };
    const definitions = { a: { type: 'string' } };
    expect(normaliseMember(given, { ...DRAFT_7, definitions })).toEqual({
      $ref: '#/$defs/a',
      description: 'D',
    });
    expect(notesOf(given, { ...DRAFT_7, definitions })).toEqual([
      "/properties/v: 'maxLength' beside '$ref' counted for nothing and were removed.",
    ]);
    expect(normaliseMember(given, { definitions })).toEqual({
      $ref: '#/$defs/a',
      description: 'D',
      maxLength: 3,
    });
  });
});

describe('keywords of OpenAPI 3.0', () => {
  it.each<[unknown, unknown]>([
    [{ type: 'string', nullable: true }, { type: ['string', 'null'] }],
    [{ type: ['string', 'null'], nullable: true }, { type: ['string', 'null'] }],
    [{ type: 'string', nullable: false }, { type: 'string' }],
    [{ nullable: true, description: 'D' }, { description: 'D' }],
    [
      { $ref: '#/$defs/a', nullable: true, description: 'D' },
      { description: 'D', anyOf: [{ $ref: '#/$defs/a' }, { type: 'null' }] },
    ],
    [{ type: 'string', example: 'x', discriminator: {}, xml: {}, externalDocs: {} }, { type: 'string' }],
  ])('%j', (given, expected) => {
    expect(normaliseMember(given, { $defs: { a: { type: 'string' } } })).toEqual(expected);
  });

  it('are noted when they are taken out', () => {
    expect(notesOf({ type: 'string', example: 1, nullable: true })).toEqual([
      "/properties/v: 'example' says nothing about values and was removed.",
      "/properties/v: 'nullable' became the type 'null'.",
    ]);
  });
});

describe('keywords that are wrongly written', () => {
  it.each<[unknown, unknown]>([
    [{ minimum: '3' }, { minimum: 3 }],
    [{ maxLength: '10' }, { maxLength: 10 }],
    [{ uniqueItems: 'true' }, { uniqueItems: true }],
    [{ additionalProperties: 'false' }, { additionalProperties: false }],
    [{ type: 'String' }, { type: 'string' }],
    [{ type: ['INT', 'bool'] }, { type: ['integer', 'boolean'] }],
    [{ type: 'any' }, {}],
    [{ type: ['string', 'string'] }, { type: 'string' }],
    [{ required: 'name' }, { required: ['name'] }],
    [{ required: ['a', 'a'] }, { required: ['a'] }],
    [{ properties: [] }, { properties: {} }],
    [{ properties: null, minimum: null, type: null }, {}],
    [{ required: {} }, { required: [] }],
    [{ allOf: [] }, {}],
    [{ title: 5, description: ['x'] }, {}],
    [{ examples: 'x' }, { examples: ['x'] }],
    [
      { properties: { a: { type: 'string', required: true }, b: { required: false } }, required: ['c'] },
      { properties: { a: { type: 'string' }, b: {} }, required: ['c', 'a'] },
    ],
  ])('are mended where they can only mean one thing: %j', (given, expected) => {
    expect(normaliseMember(given)).toEqual(expected);
  });

  it.each<[string, unknown]>([
    ['minimum', { minimum: 'three' }],
    ['multipleOf', { multipleOf: 0 }],
    ['maxLength', { maxLength: -1 }],
    ['minItems', { minItems: 1.5 }],
    ['uniqueItems', { uniqueItems: 'yes' }],
    ['required', { required: 5 }],
    ['required', { required: ['__proto__'] }],
    ['required', { required: '__proto__' }],
    ['allOf', { allOf: ['string'] }],
    ['properties', { properties: ['a'] }],
    ['properties', { properties: 'a' }],
    ['type', { type: 'file' }],
    ['type', { type: [] }],
    ['type', { type: [{ type: 'string' }] }],
    ['items', { items: 'string' }],
    ['not', { not: 5 }],
    ['anyOf', { anyOf: [] }],
    ['oneOf', { oneOf: { type: 'string' } }],
    ['enum', { enum: [] }],
    ['enum', { enum: 'a' }],
    ['enum', { enum: null }],
    ['dependencies', { dependencies: ['a'] }],
    ['pattern', { pattern: 5 }],
    ['pattern', { pattern: '(' }],
    ['[a-', { patternProperties: { '[a-': {} } }],
    ['prefixItems', { prefixItems: [{}], items: [{}] }],
  ])('are refused with their place else: %s', (keyword, given) => {
    const problems = refusalsOf(around(given));
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatchObject({
      where: expect.stringMatching(/^JSON Schema at \/properties\/v/) as unknown,
    });
    expect(problems[0]!.seen).toContain(`'${keyword}'`);
    expect(problems[0]!.fix).not.toBe('');
  });

  it('are refused all at once', () => {
    const schema = { type: 'object', properties: { a: { minimum: 'x' }, b: { type: 'file', pattern: '(' } } };
    expect(refusalsOf(schema).map(problem => problem.where)).toEqual([
      'JSON Schema at /properties/a',
      'JSON Schema at /properties/b',
      'JSON Schema at /properties/b',
    ]);
  });

  it('are named briefly', () => {
    const [problem] = refusalsOf(around({ enum: 'x'.repeat(10_000) }));
    expect(problem!.seen.length).toBeLessThan(200);
  });

  it('are noted up to a number', () => {
    const properties = Object.fromEntries(Array.from({ length: 500 }, (_, i) => [`p${i}`, { minimum: '1' }]));
    const { notes } = normaliseSchema({ type: 'object', properties });
    expect(notes).toHaveLength(51);
    expect(notes.at(-1)).toBe('And 450 more changes.');
  });
});

describe('other keywords', () => {
  it.each<unknown>([
    { type: 'string', format: 'color', 'x-order': 1, contentMediaType: 'text/plain' },
    { type: 'string', pattern: '^[\\w-.]+$' },
    { const: null, default: null, enum: [null], examples: [null] },
    { enum: [{ $ref: '#/nothing' }, { $id: 'x' }], const: { items: [1] }, default: { type: 'file' } },
    { if: { type: 'string' }, then: { minLength: 1 }, else: false },
    { type: 'object', unevaluatedProperties: false, propertyNames: { maxLength: 3 } },
  ])('stay: %j', given => {
    expect(normaliseMember(given)).toEqual(given);
  });

  it.each<unknown>([
    { type: 'string', default: 5 },
    { type: ['integer', 'null'], default: 1.5 },
    { enum: ['a'], default: 'b' },
    { type: 'array', default: {} },
    { type: 'object', default: [] },
  ])('a default that does not fit stays with a note: %j', given => {
    expect(normaliseMember(given)).toEqual(given);
    expect(notesOf(given)).toEqual(["/properties/v: its 'default' is not allowed by the schema itself."]);
  });

  it.each<unknown>([
    { type: 'integer', default: 2 },
    { type: 'null', default: null },
    { type: ['object'], default: {} },
    { enum: [{ a: 1, b: 2 }], default: { b: 2, a: 1 } },
  ])('a default that fits needs none: %j', given => {
    expect(notesOf(given)).toEqual([]);
  });

  it('keep a property named like a member of every object, and lose one that can never be sent', async () => {
    const given = JSON.parse(
      '{"type":"object","properties":{"__proto__":{"type":"string"},"constructor":{"type":"number"}},"additionalProperties":false}',
    ) as unknown;
    const normalised = normaliseSchema(given);
    expect(Object.keys(normalised.schema.properties!)).toEqual(['constructor']);
    expect(normalised.notes).toEqual(["/properties: '__proto__' can never be sent and was removed."]);
    expect(await accepts(normalised, { constructor: 1 })).toBe(true);
    expect(await accepts(normalised, { constructor: 'x' })).toBe(false);
    expect(({} as { type?: unknown }).type).toBeUndefined();
  });

  it('that nobody knows stay unless they hold objects, in which Ajv would look for names of schemas', () => {
    const given = {
      type: 'string',
      'x-order': [1, 2],
      'x-more': { type: { $id: '' } },
      'x-list': [{ $anchor: '#' }],
    };
    expect(normaliseMember(given)).toEqual({ type: 'string', 'x-order': [1, 2] });
    expect(notesOf(given)).toEqual([
      "/properties/v: 'x-more' is unknown and was removed.",
      "/properties/v: 'x-list' is unknown and was removed.",
    ]);
    const old = { type: 'number', divisibleBy: 2, disallow: ['null'], extends: 'x' };
    expect(normaliseMember(old)).toEqual(old);
    expect(notesOf(old)).toEqual(
      ['divisibleBy', 'disallow', 'extends'].map(
        keyword => `/properties/v: '${keyword}' is unknown and counts for nothing.`,
      ),
    );
    expect(normaliseMember({ type: 'string', dependencies: null })).toEqual({ type: 'string' });
  });

  it('keep thousands of allowed values, and a refusal stays short', async () => {
    const values = Array.from({ length: 6_000 }, (_, index) => `value ${index}`);
    const normalised = normaliseSchema(around({ enum: values }));
    expect(normalised.schema.properties!['v']).toEqual({ enum: values });
    expect(normalised.notes).toEqual([
      "/properties/v: 'enum' lists 6000 values, all of which are sent to the model.",
    ]);
    expect(notesOf({ enum: values.slice(0, 2_000) })).toEqual([]);
    expect(await accepts(normalised, { v: 'value 5999' })).toBe(true);
  });
});

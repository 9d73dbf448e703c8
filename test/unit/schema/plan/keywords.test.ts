import { type JsonSchema } from '../../../../src/schema/json-schema.js';
import { compilePlan } from '../../../../src/schema/plan/plan.js';
import { accept, type Facts, member, refuse, refused, run, tryMember } from './plan-support.js';

const fits = (schema: JsonSchema, value: unknown): boolean => tryMember(schema, value) !== refused();

describe('numbers', () => {
  it.each([
    [{ minimum: 1, maximum: 10 }, [1, 10, 2.5], [0.9, 11]],
    [{ exclusiveMinimum: 1, exclusiveMaximum: 2 }, [1.5], [1, 2]],
    [{ multipleOf: 0.1 }, [0.3, 1.1, 0], [0.35]],
    [{ multipleOf: 0.01 }, [19.99, 0.07], [19.999]],
    [{ multipleOf: 3 }, [9, -3], [10, 0.5]],
    [{ multipleOf: 1 }, [1e12], [1e12 + 0.5]],
  ])('honour %j', (keywords, good, bad) => {
    for (const value of good) expect(fits({ type: 'number', ...keywords }, value)).toBe(true);
    for (const value of bad) expect(fits({ type: 'number', ...keywords }, value)).toBe(false);
  });

  it('are finite, and integers are whole', () => {
    expect(fits({ type: 'number' }, NaN)).toBe(false);
    expect(fits({ type: 'number' }, Infinity)).toBe(false);
    expect(fits({ type: 'integer' }, 2.5)).toBe(false);
    expect(fits({ type: 'integer' }, 2)).toBe(true);
  });
});

describe('text', () => {
  it('is measured in code points', () => {
    expect(fits({ type: 'string', maxLength: 2 }, '😀😀')).toBe(true);
    expect(fits({ type: 'string', maxLength: 2 }, '😀😀😀')).toBe(false);
    expect(fits({ type: 'string', maxLength: 3 }, '😀😀')).toBe(true);
    expect(fits({ type: 'string', minLength: 3 }, '😀😀')).toBe(false);
    expect(fits({ type: 'string', minLength: 3 }, '😀😀a')).toBe(true);
    expect(fits({ type: 'string', minLength: 1, maxLength: 3 }, '')).toBe(false);
    expect(fits({ type: 'string', minLength: 1, maxLength: 3 }, 'abcd')).toBe(false);
  });

  it('matches Unicode patterns, and older patterns that the u flag refuses', () => {
    expect(fits({ type: 'string', pattern: '^\\p{Lu}$' }, 'Ä')).toBe(true);
    expect(fits({ type: 'string', pattern: '^.$' }, '😀')).toBe(true);
    expect(fits({ type: 'string', pattern: '^[\\w-.]+\\@x$' }, 'a-b@x')).toBe(true);
    expect(fits({ type: 'string', pattern: '^a' }, 'ba')).toBe(false);
  });

  it('in date-time format is checked without loading anything', () => {
    expect(fits({ type: 'string', format: 'date-time' }, '2026-01-31T09:30:00Z')).toBe(true);
    expect(fits({ type: 'string', format: 'date-time' }, '2026-02-30T09:30:00Z')).toBe(false);
  });

  it('in another format is checked once the table is loaded, and at once from then on', async () => {
    const plan = compilePlan({ schema: member({ type: 'string', format: 'email' }), facts: new Map() });
    const first = plan.run({ v: 'a@example.com' });
    expect(first).toBeInstanceOf(Promise);
    expect((await first).ok).toBe(true);
    const second = plan.run({ v: 'nobody' });
    expect(second).not.toBeInstanceOf(Promise);
    expect(refuse(await second).issues[0]).toMatchObject({ path: '/v', expected: 'an email address' });
  });

  it('leaves a format that is a hint to the checks, and enforces it beside others', async () => {
    const schema: JsonSchema = { type: 'string', format: 'email' };
    const checks = [{ expected: 'odd', test: (v: unknown) => v === 'odd' }];
    const hint: Facts = new Map([[schema, { checks, isFormatHint: true as const }]]);
    expect(run(member(schema), { v: 'odd' }, hint).ok).toBe(true);
    const plan = compilePlan({ schema: member(schema), facts: new Map([[schema, { checks }]]) });
    expect((await plan.run({ v: 'odd' })).ok).toBe(false);
  });

  it('ignores formats that nobody knows', async () => {
    const plan = compilePlan({ schema: member({ type: 'string', format: 'shoe-size' }), facts: new Map() });
    expect((await plan.run({ v: 'x' })).ok).toBe(true);
  });

  it('applies number formats to numbers only', async () => {
    const plan = compilePlan({ schema: member({ type: 'integer', format: 'int32' }), facts: new Map() });
    expect((await plan.run({ v: 5 })).ok).toBe(true);
    expect((await plan.run({ v: 3_000_000_000 })).ok).toBe(false);
  });
});

describe('enum and const', () => {
  it('compare values as JSON does', () => {
    expect(fits({ enum: ['a', 1, null, { x: [1], y: 2 }] }, { y: 2, x: [1] })).toBe(true);
    expect(fits({ enum: ['a', 1, null] }, null)).toBe(true);
    expect(fits({ enum: ['a', 1] }, 2)).toBe(false);
    expect(fits({ const: 'a' }, 'b')).toBe(false);
    expect(fits({ enum: [{ x: 1 }] }, { x: 1, y: 1 })).toBe(false);
  });

  it('are narrowed by type', () => {
    expect(fits({ type: 'string', enum: ['a', null] }, null)).toBe(false);
    expect(fits({ type: ['string', 'null'], enum: ['a', null] }, null)).toBe(true);
    expect(fits({ type: 'integer', enum: [1, 2] }, 2)).toBe(true);
  });
});

describe('arrays', () => {
  it('honour size, items and uniqueness', () => {
    const schema: JsonSchema = {
      type: 'array',
      items: { type: 'number' },
      minItems: 1,
      maxItems: 3,
      uniqueItems: true,
    };
    expect(fits(schema, [1, 2])).toBe(true);
    expect(fits(schema, [])).toBe(false);
    expect(fits(schema, [1, 2, 3, 4])).toBe(false);
    expect(fits(schema, [1, 1])).toBe(false);
    expect(fits(schema, [1, 'x'])).toBe(false);
    expect(
      fits({ type: 'array', uniqueItems: true }, [
        { a: 1, b: 2 },
        { b: 2, a: 1 },
      ]),
    ).toBe(false);
    expect(fits({ type: 'array', items: false }, [1])).toBe(false);
    expect(fits({ type: 'array', items: false }, [])).toBe(true);
  });
});

describe('objects', () => {
  const open: JsonSchema = { type: 'object', properties: { a: { type: 'number' } } };

  it('leave absent members alone and count undefined ones as absent', () => {
    expect(accept(run(open, {})).value).toEqual({});
    expect(
      Object.keys(
        accept(run({ ...open, additionalProperties: false }, { a: undefined, b: undefined })).value as object,
      ),
    ).toEqual([]);
    expect(run({ ...open, required: ['a'] }, { a: undefined }).ok).toBe(false);
  });

  it('keep, refuse or check members without a schema of their own', () => {
    expect(accept(run(open, { a: 1, b: 'x' })).value).toEqual({ a: 1, b: 'x' });
    expect(accept(run({ ...open, additionalProperties: true }, { b: 'x' })).value).toEqual({ b: 'x' });
    expect(run({ ...open, additionalProperties: false }, { b: 'x' }).ok).toBe(false);
    expect(run({ ...open, additionalProperties: { type: 'string' } }, { b: 'x' }).ok).toBe(true);
    expect(run({ ...open, additionalProperties: { type: 'string' } }, { b: true }).ok).toBe(false);
  });

  it('count members', () => {
    expect(run({ type: 'object', minProperties: 1 }, {}).ok).toBe(false);
    expect(run({ type: 'object', maxProperties: 1 }, { a: 1, b: undefined }).ok).toBe(true);
    expect(refuse(run({ type: 'object', maxProperties: 1 }, { a: 1, b: 2 })).issues).toEqual([
      { path: '', expected: 'an object with at most 1 member', received: 'an object with 2 members' },
    ]);
  });

  it('require members that have no schema', () => {
    expect(run({ type: 'object', required: ['z'] }, {}).ok).toBe(false);
    expect(accept(run({ type: 'object', required: ['z'] }, { z: 1 })).value).toEqual({ z: 1 });
  });

  it('read own members only', () => {
    const schema: JsonSchema = {
      type: 'object',
      properties: { constructor: {}, toString: {} },
      required: ['toString'],
    };
    expect(run(schema, {}).ok).toBe(false);
    expect(accept(run(schema, { toString: 'x' })).value).toEqual({ toString: 'x' });
  });

  it('give a fresh default to absent members', () => {
    const schema: JsonSchema = {
      type: 'object',
      properties: {
        n: { type: 'number', default: 3 },
        list: { type: 'array', items: {}, default: [1] },
        any: { default: { x: 1 } },
      },
    };
    const plan = compilePlan({ schema, facts: new Map() });
    const [first, second] = [plan.run({}), plan.run({})].map(
      result => accept(result as never).value as Record<string, unknown>,
    );
    expect(first).toEqual({ n: 3, list: [1], any: { x: 1 } });
    expect(first?.['list']).not.toBe(second?.['list']);
    expect(first?.['any']).not.toBe((schema.properties as Record<string, JsonSchema>)['any']?.default);
  });

  it.each([
    ['closed', { type: 'object', properties: {}, additionalProperties: false }, '{"__proto__":{"x":1}}'],
    ['open', { type: 'object' }, '{"__proto__":null}'],
    [
      'with a schema for others',
      { type: 'object', additionalProperties: { type: 'object' } },
      '{"__proto__":{"x":1}}',
    ],
    ['free', { type: 'object', properties: { a: {} } }, '{"a":[{"__proto__":1}]}'],
    ['requiring it', { type: 'object', required: ['__proto__'] }, '{"__proto__":{"x":1}}'],
    [
      'declaring it',
      { type: 'object', properties: JSON.parse('{"__proto__":{}}') as object },
      '{"__proto__":1}',
    ],
  ])('refuse an own __proto__ member when %s', (_, schema, text) => {
    const issues = refuse(run(schema as JsonSchema, JSON.parse(text))).issues;
    expect(issues).toHaveLength(1);
    expect(issues[0]?.path).toMatch(/__proto__$/);
  });
});

describe('annotations and references', () => {
  it('assert nothing', () => {
    const noise = {
      title: 't',
      description: 'd',
      examples: [1],
      deprecated: true,
      $comment: 'c',
      readOnly: true,
      writeOnly: true,
      contentEncoding: 'base64',
      'x-order': 1,
    };
    expect(fits({ type: 'string', ...noise }, 'x')).toBe(true);
    expect(fits(noise, 5)).toBe(true);
  });

  it('resolve into the root, also recursively and through escaped names', () => {
    const schema: JsonSchema = {
      type: 'object',
      properties: { tree: { $ref: '#/$defs/a~1b' }, self: { $ref: '#' } },
      $defs: {
        'a/b': {
          type: 'object',
          properties: { next: { $ref: '#/$defs/a~1b' }, v: { type: 'number' } },
          required: ['v'],
        },
      },
    };
    expect(run(schema, { tree: { v: 1, next: { v: 2 } }, self: { self: {} } }).ok).toBe(true);
    expect(refuse(run(schema, { tree: { v: 1, next: { v: true } } })).issues[0]?.path).toBe('/tree/next/v');
  });

  it('take boolean schemas', () => {
    const schema = { type: 'object', properties: { yes: true, no: false } } as unknown as JsonSchema;
    expect(run(schema, { yes: 1 }).ok).toBe(true);
    expect(run(schema, { no: 1 }).ok).toBe(false);
  });

  it('without a type apply each keyword to its own kind only', () => {
    expect(fits({ minLength: 2 }, 5)).toBe(true);
    expect(fits({ minLength: 2 }, 'x')).toBe(false);
  });
});

import fc from 'fast-check';
import { type JsonSchema } from '../../../../src/schema/json-schema.js';
import { compilePlan } from '../../../../src/schema/plan/plan.js';
import { refuse, run } from './plan-support.js';

const deep = (levels: number, wrap: (inner: unknown) => unknown, leaf: unknown): unknown => {
  let value = leaf;
  for (let i = 0; i < levels; i++) value = wrap(value);
  return value;
};

describe('values of 10,000 levels', () => {
  const list: JsonSchema = {
    type: 'object',
    properties: { next: { anyOf: [{ $ref: '#' }, { type: 'null' }] } },
  };

  it.each<[string, JsonSchema]>([
    ['a recursive schema', list],
    ['an open schema', { type: 'object' }],
    ['constants', { type: 'object', properties: { next: { enum: [{ a: 1 }] } } }],
  ])('do not overflow the stack of %s', (_, schema) => {
    const value = deep(10_000, next => ({ next }), null);
    expect(refuse(run(schema, value)).issues.length).toBeGreaterThan(0);
    expect(
      refuse(
        run(
          { type: 'object', properties: { v: schema } },
          { v: `${'{"next":'.repeat(10_000)}null${'}'.repeat(10_000)}` },
        ),
      ).ok,
    ).toBe(false);
  });

  it('do not overflow Ajv', async () => {
    const schema: JsonSchema = {
      type: 'object',
      properties: { next: { $ref: '#' } },
      not: { required: ['z'] },
    };
    const plan = compilePlan({ schema, facts: new Map() });
    expect((await plan.run(deep(10_000, next => ({ next }), {}))).ok).toBe(false);
    expect((await plan.run(deep(100, next => ({ next }), {}))).ok).toBe(true);
  });

  it('leave the plan usable, and ordinary depth is accepted', () => {
    const plan = compilePlan({ schema: list, facts: new Map() });
    expect(plan.run(deep(10_000, next => ({ next }), null))).toMatchObject({ ok: false });
    expect(plan.run(deep(200, next => ({ next }), null))).toMatchObject({ ok: true });
  });

  it('may also be cycles', () => {
    const cyclic: Record<string, unknown> = {};
    cyclic['next'] = cyclic;
    expect(run(list, cyclic).ok).toBe(false);
    expect(run({ type: 'object' }, { cyclic }).ok).toBe(false);
  });
});

const schemas = fc.letrec<{ node: JsonSchema }>(tie => ({
  node: fc.oneof(
    { maxDepth: 3, depthSize: 'small' },
    fc.constantFrom<JsonSchema>(
      { type: 'string', minLength: 1 },
      { type: 'integer', minimum: 0, maximum: 5 },
      { type: 'number', multipleOf: 0.5 },
      { type: 'boolean' },
      { type: 'null' },
      { enum: ['a', 1, null] },
      { minLength: 2 },
      {},
    ),
    fc.record({ type: fc.constant('array' as const), items: tie('node'), uniqueItems: fc.boolean() }),
    fc.record({
      type: fc.constant('object' as const),
      properties: fc.record({ a: tie('node'), b: tie('node') }),
      required: fc.subarray(['a', 'b']),
      additionalProperties: fc.boolean(),
    }),
    fc.record({ anyOf: fc.array(tie('node'), { minLength: 1, maxLength: 3 }) }),
    fc.record({ oneOf: fc.array(tie('node'), { minLength: 1, maxLength: 3 }) }),
    fc.constant<JsonSchema>({ type: ['number', 'null'] }),
  ),
})).node;

const values = fc.letrec(tie => ({
  node: fc.oneof(
    { maxDepth: 3, depthSize: 'small' },
    fc.constantFrom<unknown>('', 'a', 'xy', '1', 'true', '{"a":"1"}', 0, 1, 2.5, 9, true, null),
    fc.array(tie('node'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom('a', 'b', 'c'), tie('node'), { maxKeys: 3, noNullPrototype: true }),
  ),
})).node;

describe('any schema with any value', () => {
  it('agrees with Ajv unless repairs were made, explains every refusal, and never changes its input', async () => {
    const { Ajv2020 } = await import('ajv/dist/2020.js');
    const ajv = new Ajv2020({ strict: false });
    fc.assert(
      fc.property(schemas, values, (schema, value) => {
        const before = JSON.stringify(value);
        const wrapped: JsonSchema = { type: 'object', properties: { v: schema } };
        const result = run(wrapped, { v: value });
        expect(JSON.stringify(value)).toBe(before);
        const fits = ajv.compile(wrapped)({ v: value });
        if (fits) expect(result).toEqual({ ok: true, value: { v: value }, repairs: [] });
        else if (result.ok) expect(result.repairs).not.toHaveLength(0);
        else expect(result.issues).not.toHaveLength(0);
        if (result.ok) expect(ajv.compile(wrapped)(result.value)).toBe(true);
      }),
      { numRuns: 400 },
    );
  });
});

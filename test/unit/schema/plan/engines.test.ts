import { Transform, Type } from 'class-transformer';
import { IsEmail, IsInt, IsOptional, Min, registerDecorator, ValidateNested } from 'class-validator';
import { DefinitionError } from '../../../../src/foundation/definition-error.js';
import { type JsonSchema } from '../../../../src/schema/json-schema.js';
import { compilePlan, type PlanResult } from '../../../../src/schema/plan/plan.js';
import { renderIssues } from '../../../../src/schema/plan/render-issues.js';
import { accept, type Facts, member, refuse } from './plan-support.js';

const runLater = async (schema: JsonSchema, value: unknown, facts: Facts = new Map()): Promise<PlanResult> =>
  compilePlan({ schema, facts }).run(value);

describe('keywords that the plan leaves to Ajv', () => {
  it.each<[JsonSchema, unknown, unknown]>([
    [{ not: { type: 'string' } }, 1, 'x'],
    [{ not: { required: ['constructor'] } }, {}, { constructor: 1 }],
    [{ type: 'object', dependentRequired: { toString: ['a'] } }, {}, { toString: 1 }],
    [{ allOf: [{ minimum: 1 }, { maximum: 2 }] }, 1.5, 3],
    [{ type: 'array', contains: { const: 1 } }, [0, 1], [0]],
    [{ type: 'array', prefixItems: [{ type: 'string' }], unevaluatedItems: false }, ['a'], ['a', 1]],
    [{ type: 'object', dependentRequired: { a: ['b'] } }, { a: 1, b: 2 }, { a: 1 }],
    [{ if: { const: 1 }, then: false }, 2, 1],
    [{ type: 'object', propertyNames: { maxLength: 2 } }, { ab: 1 }, { abc: 1 }],
    [{ type: 'object', properties: { a: {} }, unevaluatedProperties: false }, { a: 1 }, { b: 1 }],
    [{ type: 'object', anyOf: [{ required: ['a'] }, { required: ['b'] }] }, { b: 1 }, {}],
    [{ $ref: '#/$defs/N', maximum: 3 }, 3, 4],
    [{ enum: ['aa', 'b'], maxLength: 1 }, 'b', 'aa'],
    [{ allOf: [{ $ref: '#/$defs/N' }] }, 3, 'x'],
    [{ allOf: [{ type: 'string', format: 'email' }] }, 'a@b.cd', 'x'],
    [
      {
        propertyNames: { maxLength: 1 },
        oneOf: [
          { type: 'object', dependentRequired: { a: ['b'] }, required: ['a'] },
          { type: 'object', not: { required: ['a'] } },
        ],
      },
      { a: 1, b: 1 },
      { a: 1 },
    ],
    [{ allOf: [{ type: 'string', pattern: '^[\\w-.]+$' }] }, 'a-b', '%'],
  ])('decide: %j', async (schema, good, bad) => {
    const root = { ...member(schema), $defs: { N: { type: 'number' } as const } };
    expect((await runLater(root, { v: good })).ok).toBe(true);
    const { issues } = refuse(await runLater(root, { v: bad }));
    expect(issues.length).toBeGreaterThan(0);
    expect(issues[0]?.path).toMatch(/^\/v/);
    expect(issues[0]?.received).not.toBe('');
  });

  it.each<[string, Readonly<Record<string, unknown>>]>([
    ['exclusiveMinimum', { type: 'number', exclusiveMinimum: true }],
    ['minLength', { type: 'string', minLength: '1' }],
    ['required', { type: 'object', required: 'a' }],
    ['pattern', { type: 'string', pattern: '(' }],
    ['type', { type: 'text' }],
    ['uniqueItems', { type: 'array', uniqueItems: 'yes' }],
    ['additionalProperties', { type: 'object', additionalProperties: 'no' }],
    ['prefixItems', { type: 'array', prefixItems: [] }],
    ['prefixItems', { type: 'array', prefixItems: { type: 'string' } }],
    ['prefixItems', { type: 'array', prefixItems: ['string'] }],
    ['patternProperties', { type: 'object', patternProperties: [] }],
    ['pattern', { type: 'object', patternProperties: { '(': { type: 'string' } } }],
    ['patternProperties', { type: 'object', patternProperties: { '^a': 'string' } }],
  ])('that are wrongly written are a mistake of their author: %s', async (keyword, schema) => {
    const error: unknown = await runLater(member(schema as JsonSchema), { v: 1 }).catch(
      (thrown: unknown) => thrown,
    );
    expect(error).toBeInstanceOf(DefinitionError);
    expect((error as DefinitionError).problems).toMatchObject([
      { where: 'JSON Schema at /properties/v', seen: expect.stringContaining(keyword) as unknown },
    ]);
  });

  it('answer at once when Ajv is loaded', async () => {
    const plan = compilePlan({ schema: member({ not: { type: 'string' } }), facts: new Map() });
    expect(plan.run({ v: 1 })).toBeInstanceOf(Promise);
    await plan.run({ v: 1 });
    expect(plan.run({ v: 1 })).toEqual({ ok: true, value: { v: 1 }, repairs: [] });
  });

  it('are explained in words', async () => {
    const explain = async (schema: JsonSchema, value: unknown): Promise<string> =>
      renderIssues(refuse(await runLater(schema, value)).issues);
    expect(await explain({ type: 'object', dependentRequired: { a: ['b'] } }, { a: 1 })).toBe(
      "- /b: expected a value, because 'a' is given, received nothing.",
    );
    expect(await explain({ type: 'object', anyOf: [{ required: ['a'] }, { required: ['b'] }] }, {})).toBe(
      "- (root): expected an object with 'a', or with 'b', received an object with 0 members.",
    );
    expect(
      await explain({ type: 'object', allOf: [{ properties: { a: { type: 'number' } } }] }, { a: true }),
    ).toBe('- /a: expected a value of type number, received true.');
    expect(
      await explain({ type: 'object', properties: { a: {} }, unevaluatedProperties: false }, { b: 1 }),
    ).toBe('- /b: expected no member of this name, received a number 1.');
    expect(
      await explain(
        { type: 'object', properties: { a: { type: 'number' } }, minProperties: 2, not: {} },
        { a: true },
      ),
    ).toContain('- /a: expected a number, received true.');
  });

  it('still let values be repaired and typed by what the plan understands', async () => {
    const when: JsonSchema = { type: 'string', format: 'date-time' };
    const schema: JsonSchema = {
      type: 'object',
      properties: { n: { type: 'number' }, when, gone: { type: 'number' } },
      dependentRequired: { n: ['when'] },
      allOf: [{ properties: { deep: { type: 'boolean' } } }],
    };
    const facts: Facts = new Map([[when, { revive: { kind: 'date' } }]]);
    const sent = { n: '1', when: '2026-01-31T09:30:00Z', deep: 'true', gone: null };
    const { value, repairs } = accept(await runLater(schema, sent, facts));
    expect(value).toEqual({ n: 1, when: new Date('2026-01-31T09:30:00Z'), deep: true });
    expect(repairs.map(repair => repair.path)).toEqual(['/n', '/gone', '/deep']);
    expect(
      (await runLater(schema, { n: 1, when: new Date('2026-01-31T09:30:00Z'), x: undefined }, facts)).ok,
    ).toBe(true);
  });

  it('are found under any member name', async () => {
    const name = 'a b%41#/~é';
    const root: JsonSchema = {
      type: 'object',
      properties: { [name]: { not: { const: 1 } }, far: { $ref: '#/$defs/c%20d' } },
      $defs: { 'c d': { not: { const: 1 } } },
    };
    expect((await runLater(root, { [name]: 2, far: 2 })).ok).toBe(true);
    expect(refuse(await runLater(root, { [name]: 1, far: 1 })).issues.map(issue => issue.path)).toEqual([
      '/a b%41#~1~0é',
      '/far',
    ]);
  });

  it('never coerce, and apply no defaults of their own', async () => {
    const schema: JsonSchema = {
      type: 'object',
      properties: { a: { type: 'number' }, b: { allOf: [{ default: 1 }] } },
      not: { required: ['z'] },
    };
    expect((await runLater({ ...schema, required: ['a'] }, { a: null })).ok).toBe(false);
    expect(accept(await runLater(schema, { a: 1 })).value).toEqual({ a: 1 });
  });

  it('tolerate $id and $schema, also twice', async () => {
    const schema: JsonSchema = {
      $id: 'https://example.com/a',
      $schema: 'http://json-schema.org/draft-07/schema#',
      type: 'object',
      not: { required: ['z'] },
    };
    for (const copy of [schema, { ...schema }]) expect((await runLater(copy, {})).ok).toBe(true);
  });

  it('read draft-07 tuples where $schema says so', async () => {
    const schema = {
      $schema: 'http://json-schema.org/draft-07/schema#',
      ...member({ type: 'array', items: [{ type: 'number' }] } as unknown as JsonSchema),
    };
    expect((await runLater(schema, { v: [1] })).ok).toBe(true);
    expect((await runLater(schema, { v: ['x'] })).ok).toBe(false);
  });

  it.each<[JsonSchema, string]>([
    [member({ type: 'strin' as 'string' }), 'must be equal to one of the allowed values'],
    [member({ $ref: '#/$defs/Missing' }), "can't resolve reference"],
    [member({ pattern: '(', type: 'string' }), 'Unterminated group'],
    [{ type: 'object', required: true as unknown as string[] }, 'must be array'],
  ])('reject a wrong schema as a DefinitionError: %j', async (schema, message) => {
    const plan = compilePlan({ schema, facts: new Map() });
    await expect(plan.run({})).rejects.toThrow(DefinitionError);
    await expect(plan.run({})).rejects.toThrow(message);
  });

  it('leave alone a format that is a hint', async () => {
    const email: JsonSchema = { type: 'string', format: 'email' };
    const schema = { ...member(email), not: { required: ['z'] } };
    expect((await runLater(schema, { v: 'x' }, new Map([[email, { isFormatHint: true }]]))).ok).toBe(true);
  });
});

describe('classes that need class-transformer and class-validator', () => {
  const IsNotTaken = (): PropertyDecorator => (target, property) =>
    registerDecorator({
      name: 'isNotTaken',
      target: target.constructor,
      propertyName: property as string,
      validator: {
        validate: async (value: unknown) => value !== 'taken',
        defaultMessage: () => 'name must be free',
      },
    });

  class Line {
    @IsInt() @Min(1) quantity!: number;
  }
  class Order {
    @IsNotTaken() name!: string;
    @Transform(({ value }) => String(value).toUpperCase()) @IsOptional() code?: string;
    @ValidateNested({ each: true }) @Type(() => Line) lines!: Line[];
    undecorated?: string;
  }
  class Shouted {
    @Transform(({ value }) => {
      if (value === 'boom') throw new Error('boom');
      return `${String(value)}!`;
    })
    text!: string;
  }

  const order: JsonSchema = {
    type: 'object',
    properties: {
      name: { type: 'string' },
      code: { type: 'string' },
      undecorated: { type: 'string' },
      lines: { type: 'array', items: { type: 'object', properties: { quantity: { type: 'integer' } } } },
    },
    required: ['name', 'lines'],
    additionalProperties: false,
  };
  const facts: Facts = new Map([[order, { revive: { kind: 'libraries', target: Order } }]]);
  const root = member(order);
  const runOrder = async (v: unknown): Promise<PlanResult> => runLater(root, { v }, facts);

  it('become instances, transformed and nested', async () => {
    const result = accept(
      await runOrder({ name: 'a', code: 'x', undecorated: 'u', lines: [{ quantity: 1 }] }),
    );
    const made = (result.value as { v: Order }).v;
    expect(made).toBeInstanceOf(Order);
    expect(made.code).toBe('X');
    expect(made.undecorated).toBe('u');
    expect(made.lines[0]).toBeInstanceOf(Line);
  });

  it('are refused with paths, nested ones included', async () => {
    expect(
      refuse(await runOrder({ name: 'taken', lines: [{ quantity: 1 }, { quantity: 0 }] })).issues,
    ).toEqual([
      { path: '/v/name', expected: 'free', received: 'the text "taken"' },
      {
        path: '/v/lines/1/quantity',
        expected: 'a value that must not be less than 1',
        received: 'a number 0',
      },
    ]);
  });

  it('refuse members that neither schema nor class knows', async () => {
    expect(refuse(await runOrder({ name: 'a', lines: [], extra: 1 })).issues[0]).toMatchObject({
      path: '/v/extra',
      expected: 'no member of this name',
    });
    expect(refuse(await runOrder({ name: 'a', lines: [{ quantity: 1, extra: 1 }] })).issues[0]).toMatchObject(
      { path: '/v/lines/0/extra', expected: 'no member of this name' },
    );
  });

  it('are repaired by their schema and checked by it first', async () => {
    const { value, repairs } = accept(await runOrder({ name: 5, lines: '[{"quantity":"2"}]', code: null }));
    expect((value as { v: Order }).v).toEqual(
      Object.assign(new Order(), { name: '5', lines: [Object.assign(new Line(), { quantity: 2 })] }),
    );
    expect(repairs.map(repair => repair.rule)).toEqual([
      'integer-to-text',
      'text-to-json',
      'text-to-number',
      'null-to-absent',
    ]);
    expect(refuse(await runOrder({ name: true, lines: [] })).issues).toMatchObject([
      { path: '/v/name', expected: 'text' },
    ]);
  });

  it('need no class-validator rules; what a transformation throws is a fault of the class', async () => {
    const schema: JsonSchema = { type: 'object', properties: { text: { type: 'string' } } };
    const shouted: Facts = new Map([[schema, { revive: { kind: 'libraries', target: Shouted } }]]);
    expect(accept(await runLater(schema, { text: 'a' }, shouted)).value).toEqual(
      Object.assign(new Shouted(), { text: 'a!' }),
    );
    await expect(runLater(schema, { text: 'boom' }, shouted)).rejects.toMatchObject({
      code: 'BROKEN_CLASS',
      fault: 'author',
      message: 'Shouted.text: making an instance threw Error.',
      cause: expect.objectContaining({ message: 'boom' }) as unknown,
    });
  });

  it('are explained inside of unions and of nodes that Ajv judges', async () => {
    for (const schema of [
      { anyOf: [order, { type: 'null' as const }] },
      { allOf: [{ minProperties: 1 }], anyOf: [order] },
    ]) {
      const { issues } = refuse(await runLater(member(schema), { v: { name: 'taken', lines: [] } }, facts));
      expect(issues).toMatchObject([{ path: '/v/name', expected: 'free' }]);
    }
  });

  it('are not judged when another branch of a union was taken', async () => {
    const union: JsonSchema = {
      anyOf: [
        { type: 'object', properties: { inner: order, n: { type: 'number' } }, required: ['n'] },
        { type: 'object' },
      ],
    };
    expect((await runLater(member(union), { v: { inner: { name: 'taken', lines: [] } } }, facts)).ok).toBe(
      true,
    );
  });
});

class Address {
  @IsEmail() email!: string;
}

describe('a plan with engines', () => {
  it('answers concurrent first runs alike', async () => {
    const schema: JsonSchema = {
      type: 'object',
      properties: { email: { type: 'string' } },
      additionalProperties: false,
    };
    const plan = compilePlan({
      schema,
      facts: new Map([[schema, { revive: { kind: 'libraries', target: Address } }]]),
    });
    const results = await Promise.all([
      plan.run({ email: 'a@b.cd' }),
      plan.run({ email: 'x' }),
      plan.run({ email: 'c@d.ef' }),
    ]);
    expect(results.map(result => result.ok)).toEqual([true, false, true]);
  });
});

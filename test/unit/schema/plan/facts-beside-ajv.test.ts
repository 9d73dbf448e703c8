import type { JsonSchema } from '../../../../src/schema/json-schema.js';
import { compilePlan, type PlanResult } from '../../../../src/schema/plan/plan.js';
import { accept, type Facts, member, refuse } from './plan-support.js';

class Point {
  x!: number;
}
const even = { expected: 'an even number', test: (value: unknown) => Number(value) % 2 === 0 };

const runLater = async (schema: JsonSchema, v: unknown, facts: Facts): Promise<PlanResult> =>
  compilePlan({ schema: member(schema), facts }).run({ v });

describe('what a part of a node means beyond its keywords', () => {
  const point: JsonSchema = { type: 'object', properties: { x: { type: 'number' } } };
  const number: JsonSchema = { type: 'number' };
  const facts: Facts = new Map<JsonSchema, object>([
    [point, { revive: { kind: 'instance', target: Point } }],
    [number, { checks: [even] }],
  ]);

  it.each<[string, JsonSchema]>([
    ['a type', { type: 'object', anyOf: [point] }],
    ['a bound', { anyOf: [point, { type: 'null' }], minProperties: 1 }],
    ['one of several', { type: 'object', oneOf: [point] }],
    ['listed values', { enum: [{ x: 2 }, { x: 'no' }], anyOf: [point] }],
    ['a negation', { anyOf: [point], not: { required: ['z'] } }],
  ])('types the value beside %s', async (_, schema) => {
    const { value } = accept(await runLater(schema, { x: 2 }, facts));
    expect((value as { v: unknown }).v).toBeInstanceOf(Point);
    expect((await runLater(schema, { x: 'no' }, facts)).ok).toBe(false);
  });

  it('types the value as the branch that fits it, also where only Ajv can tell them apart', async () => {
    const named: JsonSchema = { type: 'object', dependentRequired: { x: ['name'] }, required: ['name'] };
    const schema = {
      propertyNames: { maxLength: 4 },
      oneOf: [named, { ...point, not: { required: ['name'] } }],
    };
    const typedPoint = schema.oneOf[1] as JsonSchema;
    const typed: Facts = new Map<JsonSchema, object>([
      [typedPoint, { revive: { kind: 'instance', target: Point } }],
    ]);
    const typeOf = async (v: unknown): Promise<unknown> =>
      (accept(await runLater(schema, v, typed)).value as { v: object }).v.constructor;
    expect(await typeOf({ x: 2 })).toBe(Point);
    expect(await typeOf({ x: 2, name: 'n' })).toBe(Object);
  });

  it.each<[string, JsonSchema]>([
    ['a type', { type: 'number', anyOf: [number] }],
    ['a bound', { anyOf: [number], minimum: 0 }],
    ['listed values', { enum: [1, 2], anyOf: [number] }],
    ['a negation', { anyOf: [number], not: { const: 8 } }],
    ['parts', { allOf: [{ minimum: 0 }, number] }],
    ['parts and a type', { type: 'number', allOf: [number] }],
    ['two unions', { anyOf: [{ type: 'number' }], oneOf: [number] }],
  ])('is checked beside %s', async (_, schema) => {
    expect((await runLater(schema, 2, facts)).ok).toBe(true);
    expect(refuse(await runLater(schema, 1, facts)).issues).toMatchObject([{ path: '/v' }]);
  });

  it.each<[string, JsonSchema]>([
    ['not', { not: number }],
    ['contains', { type: 'array', contains: number }],
    ['unevaluatedItems', { type: 'array', prefixItems: [{}], unevaluatedItems: number }],
    ['then', { if: {}, then: number }],
    ['a document of its own', { allOf: [{ $id: 'https://example.com/n', items: number }] }],
  ])('is never ignored: where nothing would run it the schema is refused at once: %s', (keyword, schema) => {
    expect(() => compilePlan({ schema: member(schema), facts })).toThrow(
      keyword.startsWith('a ') ? 'JSON Schema at /properties/v/' : `JSON Schema at /properties/v/${keyword}`,
    );
  });

  it('costs nothing until the first value where the plan does it all', () => {
    const schema = member({ type: 'array', prefixItems: [point], items: number });
    const broken = { ...schema, $defs: { N: { allOf: [{ $ref: '#/$defs/N' }] } }, $ref: '#/$defs/N' };
    expect(() => compilePlan({ schema, facts })).not.toThrow();
    expect(() => compilePlan({ schema: broken, facts: new Map() })).not.toThrow();
  });

  it('is not missed where properties have the names of keywords', () => {
    const schema: JsonSchema = { type: 'object', properties: { not: number, if: point, contains: {} } };
    expect(() => compilePlan({ schema: member(schema), facts })).not.toThrow();
  });

  it('holds together with a constant and a list', async () => {
    const schema: JsonSchema = { const: 'a', enum: ['a', 'b'] };
    expect((await runLater(schema, 'a', new Map())).ok).toBe(true);
    expect((await runLater({ ...schema, enum: ['b'] }, 'a', new Map())).ok).toBe(false);
  });
});

import { type JsonSchema } from '../../../../src/schema/json-schema.js';
import { renderIssues } from '../../../../src/schema/plan/render-issues.js';
import {
  accept,
  compileRawPlan,
  type Facts,
  member,
  refuse,
  refused,
  run,
  tryMember,
} from './plan-support.js';

class Point {
  x!: number;
}

const text: JsonSchema = { type: 'string' };
const number: JsonSchema = { type: 'number' };
const no = refused();

const patterned = (
  patternProperties: Record<string, JsonSchema | boolean>,
  more: JsonSchema = {},
): JsonSchema => ({
  type: 'object',
  patternProperties,
  additionalProperties: false,
  ...more,
});
const index = patterned({ '^x-': number });
const both = patterned({ '^x': number, z$: { minimum: 5 } });
const named = patterned(
  { '^x': { type: 'number', minimum: 5 } },
  { properties: { xa: number, b: text }, required: ['b'] },
);

describe('members by the pattern of their name', () => {
  it.each<[string, JsonSchema, unknown, unknown]>([
    ['matching', index, { 'x-a': 1, 'x-b': 2 }, { 'x-a': 1, 'x-b': 2 }],
    ['none', index, {}, {}],
    ['of the wrong type', index, { 'x-a': 'one' }, no],
    ['of another name', index, { y: 1 }, no],
    [
      'of another name, which may be',
      patterned({ '^x-': number }, { additionalProperties: text }),
      { y: 'a', 'x-a': 1 },
      { y: 'a', 'x-a': 1 },
    ],
    [
      'of another name, which must be text',
      patterned({ '^x-': number }, { additionalProperties: text }),
      { y: {} },
      no,
    ],
    ['of any other name', { type: 'object', patternProperties: { '^x-': number } }, { y: [{}] }, { y: [{}] }],
    ['that two patterns match', both, { xz: 7 }, { xz: 7 }],
    ['that two patterns match, for the first one', both, { xz: 'a' }, no],
    ['that two patterns match, for the second one', both, { xz: 3 }, no],
    ['that one of two patterns matches', both, { x: 3, z: 'any' }, { x: 3, z: 'any' }],
    ['that has a schema of its own', named, { b: 'b', xa: 7 }, { b: 'b', xa: 7 }],
    ['that has a schema of its own, against the pattern', named, { b: 'b', xa: 3 }, no],
    ['beside a required one', named, { xb: 7 }, no],
    ['that is required', patterned({ '^x': number }, { required: ['x1'] }), { x1: 1 }, { x1: 1 }],
    ['that is required and absent', patterned({ '^x': number }, { required: ['x1'] }), {}, no],
    ['that is required and wrong', patterned({ '^x': number }, { required: ['x1'] }), { x1: {} }, no],
    ['that nothing fits', patterned({ '^x': false, '': true }), { x: 1 }, no],
    ['that anything fits', patterned({ '^x': false, '': true }), { y: null }, { y: null }],
    ['without a type', { patternProperties: { '^x': number } }, { x: 1 }, { x: 1 }],
    ['without a type, of no object', { patternProperties: { '^x': number } }, 5, 5],
    ['too few', { ...index, minProperties: 2 }, { 'x-a': 1 }, no],
    ['on every prototype', patterned({ '^con': number }), { constructor: 1 }, { constructor: 1 }],
    ['absent', index, { 'x-a': undefined, y: undefined }, {}],
  ])('are judged: %s', (_, schema, value, expected) => {
    expect(tryMember(schema, value)).toEqual(expected);
  });

  it('are never the prototype', () => {
    const value: unknown = JSON.parse('{"__proto__":1}');
    expect(tryMember(patterned({ '': true }), value)).toBe(no);
  });

  it.each<[string, JsonSchema, unknown, unknown]>([
    ['matching', index, { 'x-a': '1' }, { 'x-a': 1 }],
    ['as text', index, '{"x-a":"1"}', { 'x-a': 1 }],
    [
      'other ones',
      patterned({ '^x-': number }, { additionalProperties: text }),
      { y: 1, 'x-a': '2' },
      { y: '1', 'x-a': 2 },
    ],
    ['that two patterns match', both, { xz: '7' }, { xz: 7 }],
    ['that has a schema of its own', named, { b: 'b', xa: '7' }, { b: 'b', xa: 7 }],
    ['that may be absent and is null', named, { b: 'b', xa: null }, { b: 'b' }],
    ['that is null', index, { 'x-a': null }, no],
    [
      'inside of others',
      patterned({ '^x': patterned({ '^y': number }) }),
      { x: { y: '1' } },
      { x: { y: 1 } },
    ],
  ])('are repaired: %s', (_, schema, value, expected) => {
    expect(tryMember(schema, value)).toEqual(expected);
  });

  it.each<[string, JsonSchema, unknown, string]>([
    ['a wrong one', index, { 'x-a/b': 'one' }, '- /v/x-a~1b: expected a number, received the text "one".'],
    [
      'an unknown one',
      index,
      { y: 1 },
      '- /v/y: expected no member of this name, received a number 1. Names must match ^x-.',
    ],
    [
      'an unknown one beside known ones',
      named,
      { b: 'b', other: 1 },
      '- /v/other: expected no member of this name, received a number 1. Known members: xa, b, and names that match ^x.',
    ],
    [
      'one that two patterns match',
      both,
      { xz: 3 },
      '- /v/xz: expected a number of at least 5, received a number 3.',
    ],
    [
      'one that is missing',
      patterned({ '^x': number }, { required: ['x1'] }),
      {},
      '- /v/x1: expected a number (required), received nothing.',
    ],
  ])('are explained: %s', (_, schema, value, words) => {
    expect(renderIssues(refuse(run(member(schema), { v: value })).issues)).toBe(words);
  });

  it('become typed values, by whichever says what becomes of them', () => {
    const date: JsonSchema = { type: 'string', format: 'date-time' };
    const point: JsonSchema = { type: 'object', properties: { x: number }, required: ['x'] };
    const facts: Facts = new Map([
      [date, { revive: { kind: 'date' as const } }],
      [point, { revive: { kind: 'instance' as const, target: Point } }],
    ]);
    const schema = patterned(
      { '^at': { minLength: 2 }, _at$: date, '^p': point },
      { properties: { pNamed: { type: 'object' } } },
    );
    const v = { at_at: '2026-01-31T09:30:00Z', p1: { x: '1' }, pNamed: { x: 2 } };
    const { value } = accept(run(member(schema), { v }, facts)) as { value: { v: Record<string, unknown> } };
    expect(value.v['at_at']).toEqual(new Date('2026-01-31T09:30:00Z'));
    expect(value.v['p1']).toBeInstanceOf(Point);
    expect(value.v['pNamed']).toBeInstanceOf(Point);
    const bad = refuse(run(member(schema), { v: { x_at: 'soon', pNamed: {} } }, facts));
    expect(bad.issues.map(({ path }) => path).sort()).toEqual(['/v/pNamed/x', '/v/x_at']);
  });

  it('are found in branches, and in what refers to itself', () => {
    const tree = patterned({ '^n': { $ref: '#/$defs/N' } }, { properties: { leaf: number } });
    const plan = compileRawPlan({
      ...member({ anyOf: [{ $ref: '#/$defs/N' }, { type: 'null' }] }),
      $defs: { N: tree },
    });
    expect(plan.run({ v: { n1: { n2: { leaf: '1' } } } })).toMatchObject({
      ok: true,
      value: { v: { n1: { n2: { leaf: 1 } } } },
    });
    expect(plan.run({ v: { n1: { m: 1 } } })).toMatchObject({ ok: false, issues: [{ path: '/v/n1/m' }] });
    expect(plan.run({ v: null })).toMatchObject({ ok: true });
  });

  it.each<[string, JsonSchema]>([
    ['of itself', { $ref: '#/$defs/N' }],
    ['in a chain', { $ref: '#/$defs/L0' }],
  ])('that two patterns match cost no more at every level: %s', (_, schema) => {
    const levels = 60;
    const twice = (name: string): JsonSchema => patterned({ '^a': { $ref: name }, a$: { $ref: `${name}b` } });
    const chain = Array.from({ length: levels }, (_each, level) => [
      [`L${level}`, twice(`#/$defs/L${level + 1}`)],
      [`L${level}b`, twice(`#/$defs/L${level + 1}`)],
    ]);
    const $defs = Object.fromEntries([
      ...chain.flat(),
      [`L${levels}`, number],
      [`L${levels}b`, { type: 'number' }],
      ['N', { anyOf: [twice('#/$defs/N'), number] }],
      ['Nb', { anyOf: [twice('#/$defs/N'), number] }],
    ]) as Record<string, JsonSchema>;
    const plan = compileRawPlan({
      ...member({ type: 'array', prefixItems: [schema, number] }),
      $defs,
    });
    const nest = (leaf: unknown): unknown =>
      Array.from({ length: levels }).reduce((inner: unknown) => ({ a: inner }), leaf);
    expect(plan.run({ v: [nest(1)] })).toMatchObject({ ok: true });
    expect(plan.run({ v: [nest('1')] })).toMatchObject({ ok: true, repairs: [{ rule: 'text-to-number' }] });
    expect(plan.run({ v: [nest({ b: 1 })] })).toMatchObject({ ok: false });
    expect(plan.run({ v: [nest(1), 'x'] })).toMatchObject({ ok: false, issues: [{ path: '/v/1' }] });
  });
});

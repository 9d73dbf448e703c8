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
  label = 'none';
}

const text: JsonSchema = { type: 'string' };
const number: JsonSchema = { type: 'number' };
const no = refused();

const tuple = (prefixItems: readonly (JsonSchema | boolean)[], more: JsonSchema = {}): JsonSchema => ({
  type: 'array',
  prefixItems,
  items: false,
  minItems: prefixItems.length,
  ...more,
});
const pair = tuple([text, number]);
const optional = tuple([text, number, { type: 'boolean' }], { minItems: 1 });
const rest = tuple([text], { items: number });

describe('places of an array', () => {
  it.each<[string, JsonSchema, unknown, unknown]>([
    ['a pair', pair, ['a', 1], ['a', 1]],
    ['a pair, one too few', pair, ['a'], no],
    ['a pair, one too many', pair, ['a', 1, 2], no],
    ['a pair, swapped', pair, [1.5, 'a'], no],
    ['a pair, no array', pair, { 0: 'a', 1: 1 }, no],
    ['places that may be absent', optional, ['a'], ['a']],
    ['places that may be absent, all given', optional, ['a', 1, true], ['a', 1, true]],
    ['a place that must be there', optional, [], no],
    ['a rest', rest, ['a', 1, 2], ['a', 1, 2]],
    ['a rest, none of it given', rest, ['a'], ['a']],
    ['a rest of the wrong type', rest, ['a', 1, 'x'], no],
    ['a bounded rest', { ...rest, maxItems: 2 }, ['a', 1, 2], no],
    ['a rest that anything fits', { type: 'array', prefixItems: [text] }, ['a', {}, null], ['a', {}, null]],
    ['places alone, none given', { type: 'array', prefixItems: [text, number] }, [], []],
    ['places without a type', { prefixItems: [text] }, ['a', 1], ['a', 1]],
    ['places without a type, of no array', { prefixItems: [text] }, 5, 5],
    ['a null', tuple([{ type: 'null' }, true]), [null, null], [null, null]],
    ['a place for nothing', tuple([text, false], { minItems: 1 }), ['a', 1], no],
    ['different items', { ...rest, uniqueItems: true }, ['a', 1, 1], no],
    ['more items than places', tuple([text], { maxItems: 5 }), ['a', 'b'], no],
  ])('are judged one by one: %s', (_, schema, value, expected) => {
    expect(tryMember(schema, value)).toEqual(expected);
  });

  it.each<[string, JsonSchema, unknown, unknown]>([
    ['each as its schema says', pair, ['a', '1'], ['a', 1]],
    ['all of them', pair, [1, '2'], ['1', 2]],
    ['as text', pair, '["a","1"]', ['a', 1]],
    ['the rest', rest, ['a', '1', 2, '3'], ['a', 1, 2, 3]],
    ['inside of them', tuple([tuple([number])]), [['1']], [[1]]],
    ['absent ones that are null', optional, ['a', null, null], ['a']],
    ['the last of them, where it is null', optional, ['a', '1', null], ['a', 1]],
    ['a null that something follows', optional, ['a', null, true], no],
    ['a null in a place that is required', optional, [null], no],
    ['a null that is not absent', tuple([text, { type: 'null' }], { minItems: 1 }), ['a', null], ['a', null]],
    ['a null of the rest', rest, ['a', null], no],
    ['one of several that does not help', pair, ['a', 'b'], no],
  ])('are repaired: %s', (_, schema, value, expected) => {
    const sent = structuredClone(value);
    expect(tryMember(schema, value)).toEqual(expected);
    expect(value).toEqual(sent);
  });

  it('record their repairs where they are', () => {
    const { repairs } = accept(run(member(optional), { v: ['a', '1', null] }));
    expect(repairs).toEqual([
      { path: '/v/2', rule: 'null-to-absent', from: null },
      { path: '/v/1', rule: 'text-to-number', from: '1', to: 1 },
    ]);
  });

  it.each<[string, JsonSchema, unknown, string]>([
    ['a wrong one', pair, ['a', 'b'], '- /v/1: expected a number, received the text "b".'],
    [
      'missing ones',
      pair,
      [],
      '- /v/0: expected text (required), received nothing.\n- /v/1: expected a number (required), received nothing.',
    ],
    [
      'too many',
      pair,
      ['a', 1, 2],
      '- /v: expected an array of exactly 2 items, received an array with 3 items.',
    ],
    [
      'too many of which some may be absent',
      optional,
      ['a', 1, true, 4],
      '- /v: expected an array of 1 to 3 items, received an array with 4 items.',
    ],
    ['no array', pair, 5, '- /v: expected an array of exactly 2 items, received a number 5.'],
    ['the rest', rest, ['a', 1, 'x'], '- /v/2: expected a number, received the text "x".'],
    [
      'equal ones',
      { ...rest, uniqueItems: true },
      ['a', 1, 1],
      '- /v: expected an array of different items, received an array with 3 items.',
    ],
    ['a deep one', tuple([tuple([number])]), [['x']], '- /v/0/0: expected a number, received the text "x".'],
  ])('are explained where they are: %s', (_, schema, value, words) => {
    expect(renderIssues(refuse(run(member(schema), { v: value })).issues)).toBe(words);
  });

  it('tell which branch of a union is meant', () => {
    const move = tuple([{ const: 'move' }, number, number]);
    const say = tuple([{ const: 'say' }, text]);
    const schema: JsonSchema = { anyOf: [move, say, { type: 'null' }] };
    expect(tryMember(schema, ['say', 'x'])).toEqual(['say', 'x']);
    expect(tryMember(schema, ['move', '1', 2])).toEqual(['move', 1, 2]);
    expect(tryMember(schema, ['say', 1, 2])).toBe(no);
    expect(tryMember(schema, null)).toBeNull();
  });

  it('may be of the form of the whole', () => {
    const schema = {
      ...member({ $ref: '#/$defs/Tree' }),
      $defs: {
        Tree: tuple([number, { $ref: '#/$defs/Tree' }], { minItems: 1, items: { $ref: '#/$defs/Tree' } }),
      },
    };
    const plan = compileRawPlan(schema);
    expect(plan.run({ v: [1, [2, ['3']], [4]] })).toMatchObject({
      ok: true,
      value: { v: [1, [2, [3]], [4]] },
      repairs: [{ path: '/v/1/1/0' }],
    });
    expect(plan.run({ v: [1, [2, [{}]]] })).toMatchObject({ ok: false, issues: [{ path: '/v/1/1/0' }] });
  });

  it('are judged by Ajv too where other keywords stand beside them', async () => {
    const schema = { ...rest, contains: { const: 2 }, items: { anyOf: [number, text] } };
    const plan = compileRawPlan(member(schema));
    expect(await plan.run({ v: ['a', 2] })).toMatchObject({ ok: true });
    expect(await plan.run({ v: ['a', 1] })).toMatchObject({ ok: false });
    expect(await plan.run({ v: [1, 2] })).toMatchObject({ ok: true, value: { v: ['1', 2] } });
  });

  it('become typed values, also in the rest', () => {
    const date: JsonSchema = { type: 'string', format: 'date-time' };
    const bigint: JsonSchema = { type: 'string', pattern: '^-?\\d+$' };
    const bytes: JsonSchema = { type: 'string', contentEncoding: 'base64' };
    const point: JsonSchema = { type: 'object', properties: { x: { type: 'number' } }, required: ['x'] };
    const even: JsonSchema = { type: 'number' };
    const facts: Facts = new Map([
      [date, { revive: { kind: 'date' as const } }],
      [bigint, { revive: { kind: 'bigint' as const } }],
      [bytes, { revive: { kind: 'bytes' as const } }],
      [point, { revive: { kind: 'instance' as const, target: Point } }],
      [even, { checks: [{ expected: 'an even number', test: (value: unknown) => Number(value) % 2 === 0 }] }],
    ]);
    const schema = member(tuple([date, bigint, bytes, even], { items: point }));
    const given = ['2026-01-31T09:30:00Z', '12', 'AAEC', 2, { x: '1' }];
    const { v } = accept(run(schema, { v: given }, facts)).value as { v: unknown[] };
    expect(v).toEqual([
      new Date('2026-01-31T09:30:00Z'),
      12n,
      new Uint8Array([0, 1, 2]),
      2,
      { x: 1, label: 'none' },
    ]);
    expect(v[4]).toBeInstanceOf(Point);
    const { issues } = refuse(run(schema, { v: ['soon', 'x', '%', 3, {}] }, facts));
    expect(issues.map(({ path }) => path)).toEqual(['/v/0', '/v/1', '/v/2', '/v/3', '/v/4/x']);
  });
});

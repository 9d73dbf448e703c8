import { type JsonSchema } from '../../../../src/schema/json-schema.js';
import { accept, member, refuse, refused, run, tryMember } from './plan-support.js';

const number: JsonSchema = { type: 'number' };
const integer: JsonSchema = { type: 'integer' };
const boolean: JsonSchema = { type: 'boolean' };
const text: JsonSchema = { type: 'string' };
const no = refused();

describe('values of the wrong type', () => {
  it.each<[string, JsonSchema, unknown, unknown]>([
    ['number', number, '2', 2],
    ['number', number, '-1.5', -1.5],
    ['number', number, '0', 0],
    ['number', number, '', no],
    ['number', number, ' ', no],
    ['number', number, ' 2', no],
    ['number', number, '2abc', no],
    ['number', number, 'abc', no],
    ['number', number, '0x10', no],
    ['number', number, '1e3', no],
    ['number', number, '007', no],
    ['number', number, '+1', no],
    ['number', number, '.5', no],
    ['number', number, '-0', no],
    ['number', number, 'Infinity', no],
    ['number', number, '9007199254740993', no],
    ['number', number, null, no],
    ['number', number, true, no],
    ['number', number, {}, no],
    ['number', number, [5], no],
    ['number', number, ['7'], no],
    ['integer', integer, '2', 2],
    ['integer', integer, '2.5', no],
    ['integer', integer, '99999999999999999999', no],
    ['boolean', boolean, 'true', true],
    ['boolean', boolean, 'false', false],
    ['boolean', boolean, 'no', no],
    ['boolean', boolean, 'False', no],
    ['boolean', boolean, '0', no],
    ['boolean', boolean, '', no],
    ['boolean', boolean, 0, no],
    ['boolean', boolean, 1, no],
    ['boolean', boolean, null, no],
    ['boolean', boolean, {}, no],
    ['string', text, 1, '1'],
    ['string', text, 1.5, no],
    ['string', text, 2 ** 53, no],
    ['string', text, true, no],
    ['string', text, null, no],
    ['string', text, {}, no],
    ['string', text, { a: 1 }, no],
    ['string', text, ['x'], no],
    ['number[]', { type: 'array', items: number }, ['1', 2], [1, 2]],
    ['number[]', { type: 'array', items: number }, ['1', 'x'], no],
    ['number[]', { type: 'array', items: number }, { a: 1 }, no],
    ['number[]', { type: 'array', items: number }, '["1",2]', [1, 2]],
    ['number[]', { type: 'array', items: number }, '1,2', no],
    ['number[]', { type: 'array', items: number }, '{"a":1}', no],
    ['object', { type: 'object', properties: { n: number } }, '{"n":"3"}', { n: 3 }],
    ['object', { type: 'object' }, 'x', no],
    ['object', { type: 'object' }, '[1]', no],
    ['object', { type: 'object' }, '{"n":', no],
    ['enum', { enum: [1, 2] }, '1', 1],
    ['enum', { enum: ['1', '2'] }, 1, '1'],
    ['enum', { enum: [true] }, 'true', true],
    ['enum', { enum: [1, 2] }, 'A', no],
    ['string | number', { type: ['string', 'number'] }, '5', '5'],
    ['string | number', { anyOf: [number, text] }, '5', '5'],
    ['number | null', { type: ['number', 'null'] }, '5', 5],
    ['number | null', { anyOf: [number, { type: 'null' }] }, 'null', no],
    ['enum | number', { anyOf: [{ enum: ['a'] }, number] }, '5', no],
    ['no type', { minimum: 5 }, 3, no],
    [
      'tag | string',
      {
        anyOf: [
          { type: 'string', minLength: 99 },
          { type: 'object', properties: { k: { const: 1 } } },
          { type: 'object', properties: { k: { const: 2 } } },
        ],
      },
      '{"k":1}',
      no,
    ],
    ['number | boolean', { anyOf: [number, boolean] }, 'true', true],
  ])('%s %j: %j becomes %p', (_, schema, sent, becomes) => {
    expect(tryMember(schema, sent)).toEqual(becomes);
  });
});

describe('a repair', () => {
  it('is recorded with pointer, rule and both values, and leaves the input as it was', () => {
    const schema: JsonSchema = {
      type: 'object',
      properties: { 'a/b~c': integer, list: { type: 'array', items: boolean }, note: text, ok: number },
      required: ['ok'],
    };
    const sent = { 'a/b~c': '1', list: ['true', false], note: null, ok: 1 };
    const before = structuredClone(sent);
    const { value, repairs } = accept(run(schema, sent));
    expect(value).toEqual({ 'a/b~c': 1, list: [true, false], ok: 1 });
    expect(repairs).toEqual([
      { path: '/a~1b~0c', rule: 'text-to-number', from: '1', to: 1 },
      { path: '/list/0', rule: 'text-to-boolean', from: 'true', to: true },
      { path: '/note', rule: 'null-to-absent', from: null },
    ]);
    expect(sent).toEqual(before);
  });

  it('is not made on values that fit', () => {
    expect(accept(run(member(text), { v: '5' })).repairs).toEqual([]);
    expect(accept(run(member({}), { v: '5' })).repairs).toEqual([]);
  });

  it('keeps null where null fits or the member is required', () => {
    const schema: JsonSchema = { type: 'object', properties: { a: { type: ['string', 'null'] }, n: number } };
    expect(accept(run(schema, { a: null, n: '1' })).value).toEqual({ a: null, n: 1 });
    expect(refuse(run(member(number), { v: null })).issues[0]).toMatchObject({
      path: '/v',
      received: 'null',
    });
  });

  it('lets the default of a removed null apply', () => {
    const schema: JsonSchema = { type: 'object', properties: { a: { type: 'number', default: 7 } } };
    expect(accept(run(schema, { a: null })).value).toEqual({ a: 7 });
  });

  it('goes on inside of decoded text and names its path there', () => {
    const schema = member({ type: 'object', properties: { n: number }, additionalProperties: false });
    const { value, repairs } = accept(run(schema, { v: '{"n":"3"}' }));
    expect(value).toEqual({ v: { n: 3 } });
    expect(repairs).toEqual([
      { path: '/v', rule: 'text-to-json', from: '{"n":"3"}', to: { n: '3' } },
      { path: '/v/n', rule: 'text-to-number', from: '3', to: 3 },
    ]);
  });

  it('refuses a __proto__ member that was hidden in text', () => {
    expect(run(member({ type: 'object' }), { v: '{"__proto__":{"x":1}}' }).ok).toBe(false);
  });

  it('of absent arguments gives an empty object, silently when nothing was sent', () => {
    const schema: JsonSchema = { type: 'object', properties: { a: number } };
    expect(accept(run(schema, undefined))).toEqual({ ok: true, value: {}, repairs: [] });
    for (const sent of [null, '']) {
      expect(accept(run(schema, sent))).toEqual({
        ok: true,
        value: {},
        repairs: [{ path: '', rule: 'absent-to-object', from: sent, to: {} }],
      });
    }
  });

  it('decodes whole arguments that were encoded twice', () => {
    expect(accept(run(member(number), '{"v":"1"}')).value).toEqual({ v: 1 });
  });

  it('is reported when the value still does not fit, while issues describe what was sent', () => {
    const result = refuse(run(member({ type: 'integer', minimum: 1, maximum: 10 }), { v: '11' }));
    expect(result.issues).toEqual([
      { path: '/v', expected: 'an integer from 1 to 10', received: 'the text "11"' },
    ]);
    expect(result.repairs).toEqual([{ path: '/v', rule: 'text-to-number', from: '11', to: 11 }]);
  });

  it('reaches into the only union branch an object can be meant for', () => {
    const nullable = {
      anyOf: [{ type: 'object', properties: { n: number } } as const, { type: 'null' } as const],
    };
    expect(tryMember(nullable, { n: '1' })).toEqual({ n: 1 });
    const shape: JsonSchema = {
      oneOf: [
        { type: 'object', properties: { kind: { const: 'a' }, n: number }, required: ['kind', 'n'] },
        { type: 'object', properties: { kind: { enum: ['b'] }, b: boolean }, required: ['kind', 'b'] },
      ],
    };
    expect(tryMember(shape, { kind: 'b', b: 'true' })).toEqual({ kind: 'b', b: true });
    expect(tryMember(shape, '{"kind":"a","n":"1"}')).toEqual({ kind: 'a', n: 1 });
  });
});

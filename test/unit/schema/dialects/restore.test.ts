import { type JsonSchema } from 'toolwright';
import { type DialectName } from '../../../../src/schema/dialects/dialect-name.js';
import { renderTool } from '../../../../src/schema/dialects/render-tool.js';

const text = { type: 'string' } as const;
const pair: JsonSchema = {
  type: 'array',
  prefixItems: [text, { type: 'number' }],
  items: false,
  minItems: 1,
};
const open: JsonSchema = { type: 'array', prefixItems: [text], items: { type: 'number' }, minItems: 1 };
const entry: JsonSchema = {
  type: 'object',
  properties: { key: text, value: { type: 'number' } },
  required: ['key', 'value'],
  additionalProperties: false,
};
const map: JsonSchema = { type: 'object', additionalProperties: { type: 'number' } };

/** Gives `value` as the argument `v` of a tool that takes it by a schema. */
function restore(schema: JsonSchema, value: unknown, dialect: DialectName = 'openai-strict'): unknown {
  const inputSchema = { type: 'object', properties: { v: schema }, additionalProperties: false } as const;
  const { restoreArguments } = renderTool({ name: 'made', description: '', inputSchema }, dialect);
  return (restoreArguments({ v: value }) as { v?: unknown }).v;
}

describe('arguments in the shape of a dialect', () => {
  it('lose the null of a member that may be left out, and only of that', () => {
    expect(restore(text, null)).toBeUndefined();
    expect(restore({ type: ['string', 'null'] }, null)).toBeNull();
    expect(restore({ anyOf: [text, { type: 'null' }] }, null)).toBeNull();
    expect(restore(text, null, 'anthropic-strict')).toBeNull();
  });

  it.each<[string, JsonSchema, unknown, unknown]>([
    ['a map', map, [{ key: 'a', value: 1 }], { a: 1 }],
    ['an empty map', map, [], {}],
    ['a key that every object has', map, [{ key: '__proto__', value: 1 }], JSON.parse('{"__proto__":1}')],
    [
      'maps of maps',
      { ...map, additionalProperties: map },
      [{ key: 'a', value: [{ key: 'b', value: 2 }] }],
      { a: { b: 2 } },
    ],
    ['a tuple', pair, { 0: 'a', 1: 2 }, ['a', 2]],
    ['a tuple without its last item', pair, { 0: 'a', 1: null }, ['a']],
    ['a tuple with further items', open, { 0: 'a', rest: [1, 2] }, ['a', 1, 2]],
    ['a tuple without further items', open, { 0: 'a', rest: null }, ['a']],
    ['a branch of a union', { anyOf: [text, map] }, [{ key: 'a', value: 1 }], { a: 1 }],
    [
      'the branch that a member names',
      {
        oneOf: [
          branch('a', map),
          branch('b', {
            type: 'array',
            items: {
              type: 'object',
              properties: { key: text, value: { type: 'number' } },
              additionalProperties: false,
            },
          }),
        ],
      },
      { kind: 'b', of: [{ key: 'x', value: 1 }] },
      { kind: 'b', of: [{ key: 'x', value: 1 }] },
    ],
  ])('are taken back: %s', (_name, schema, value, restored) => {
    expect(restore(schema, value)).toEqual(restored);
    expect(Object.keys(restore({ ...map }, [{ key: '__proto__', value: 1 }]) as object)).toEqual([
      '__proto__',
    ]);
  });

  it.each<[string, JsonSchema, unknown]>([
    ['a map in the canonical shape', map, { a: 1 }],
    [
      'entries with a key twice',
      map,
      [
        { key: 'a', value: 1 },
        { key: 'a', value: 2 },
      ],
    ],
    ['entries with something else beside', map, [{ key: 'a', value: 1, more: 2 }]],
    ['entries that are none', map, ['a']],
    ['a tuple in the canonical shape', pair, ['a', 2]],
    ['a tuple with a place that is none', pair, { 0: 'a', 1: 2, 2: 3 }],
    ['a tuple without a place that it needs', pair, { 1: 2 }],
    ['further items that are no list', open, { 0: 'a', rest: 5 }],
    ['another type', map, 'text'],
  ])('are left alone where they are not recognised: %s', (_name, schema, value) => {
    expect(restore(schema, value)).toEqual(value);
  });

  it('have the names of their members also where they fit no branch', () => {
    const branch = (kind: string): JsonSchema => ({
      type: 'object',
      properties: { 0: { type: 'string', enum: ['red', 'green'] }, kind: { const: kind } },
      required: ['kind'],
    });
    const union = {
      anyOf: [branch('a'), { type: 'object', properties: { kind: { const: 'b' } }, required: ['kind'] }],
    };
    expect(restore(union as JsonSchema, { _0: 'x', kind: 'a' }, 'gemini')).toEqual({ 0: 'x', kind: 'a' });
    expect(restore(union as JsonSchema, { _0: 'x', kind: 'c' }, 'gemini')).toEqual({ 0: 'x', kind: 'c' });
  });

  it.each<[string, JsonSchema]>([
    ['a map beside a list', { anyOf: [map, { type: 'array', items: text }] }],
    [
      'a tuple beside an object',
      { anyOf: [pair, { type: 'object', properties: { 0: text }, additionalProperties: false }] },
    ],
    [
      'a map in a union beside a list',
      { anyOf: [{ anyOf: [map, { type: 'number' }] }, { type: 'array', items: text }] },
    ],
    ['a map that references lead to', { anyOf: [{ $ref: '#/$defs/A' }, { type: 'array', items: text }] }],
    ['a union that a reference leads to', { anyOf: [{ $ref: '#/$defs/C' }, { type: 'array', items: text }] }],
    [
      'a map and a list in objects that bounds tell apart',
      { anyOf: [part('^x', map), part('^y', { type: 'array', items: entry })] },
    ],
    [
      'a map and a list in lists of objects that bounds tell apart',
      { anyOf: [listOf(part('^x', map)), listOf(part('^y', { type: 'array', items: entry }))] },
    ],
  ])('are not guessed at: %s is offered without being strict', (_what, schema) => {
    const $defs: Readonly<Record<string, JsonSchema>> = {
      A: { $ref: '#/$defs/B' },
      B: map,
      C: { anyOf: [map, { type: 'number' }] },
    };
    const inputSchema = {
      type: 'object',
      properties: { v: schema },
      $defs,
      additionalProperties: false,
    } as const;
    for (const dialect of ['openai-strict', 'anthropic-strict'] as const) {
      const rendered = renderTool({ name: 'made', description: '', inputSchema }, dialect);
      expect(rendered.strict).toBe(false);
      expect(rendered.warnings.join()).toContain("'made'");
      for (const v of [[], [{ key: 'a', value: 1 }], { 0: 'a' }])
        expect(rendered.restoreArguments({ v })).toEqual({ v });
    }
  });

  const optional = (of: JsonSchema, pattern: string): JsonSchema => ({
    ...part(pattern, of),
    required: ['t'],
  });
  const orNull: JsonSchema = { type: ['string', 'null'] };

  it.each<[string, JsonSchema[], boolean]>([
    ['of a member that only patterns tell', [optional(text, '^x'), optional(orNull, '^y')], false],
    ['deeper in', [part('^x', optional(text, '^x')), part('^x', optional(orNull, '^y'))], false],
    ['in items', [listOf(optional(text, '^x')), listOf(optional(orNull, '^y'))], false],
    ['through references', [{ $ref: '#/$defs/X' }, { $ref: '#/$defs/Y' }], false],
    ['in a place', [placed(text), placed(orNull)], false],
    ['of a member that a constant tells', [branch('a', text, []), branch('b', orNull, [])], true],
    ['of a member that is null for neither', [optional(text, '^x'), optional(text, '^y')], true],
    ['of a member that is null for both', [optional(orNull, '^x'), optional(orNull, '^y')], true],
    ['of a member that is null for the required one', [optional(text, '^x'), part('^y', orNull)], false],
    ['of a member that is never null in the other', [optional(text, '^x'), part('^y', text)], true],
    [
      'of members where another one is asked for',
      [optional(text, '^x'), { ...optional(orNull, '^y'), properties: { t: text, of: orNull, z: text } }],
      true,
    ],
  ])('are not guessed at where null may be nothing or itself: %s', (_what, anyOf, isStrict) => {
    const inputSchema = {
      ...{ type: 'object', properties: { v: { anyOf } }, additionalProperties: false },
      $defs: { X: optional(text, '^x'), Y: optional(orNull, '^y') },
    } as JsonSchema;
    const rendered = renderTool({ name: 'made', description: '', inputSchema }, 'openai-strict');
    expect(rendered.strict).toBe(isStrict);
    if (!isStrict) expect(rendered.warnings.join()).toContain('the alternatives at /properties/v look alike');
  });

  it('keep a hole in a tuple, for validation to refuse', () => {
    const three: JsonSchema = { type: 'array', prefixItems: [text, text, text], items: false };
    expect(restore(three, { 0: null, 1: null, 2: 'c' })).toEqual([null, null, 'c']);
    expect(restore(three, { 0: 'a', 1: null, 2: null })).toEqual(['a']);
  });

  it('keep the null of a place that may be null, and it is said that the place is never left out', () => {
    const orNull: JsonSchema = { type: ['string', 'null'] };
    const tuple = (...prefixItems: JsonSchema[]): JsonSchema => ({
      type: 'array',
      prefixItems,
      items: false,
    });
    expect(restore(tuple(orNull), { 0: null })).toEqual([null]);
    expect(restore(tuple(text, { anyOf: [text, { type: 'null' }] }), { 0: 'a', 1: null })).toEqual([
      'a',
      null,
    ]);
    expect(restore(tuple(text, orNull, text), { 0: 'a', 1: null, 2: null })).toEqual(['a', null]);
    // Behind a place that is left out no other one can be filled.
    expect(restore(tuple(text, orNull), { 0: null, 1: null })).toEqual([]);
    expect(restore(tuple(orNull), { 0: null }, 'anthropic-strict')).toEqual([null]);
    const lossesOf = (schema: JsonSchema): readonly string[] => {
      const inputSchema = { type: 'object', properties: { v: schema }, additionalProperties: false } as const;
      const { losses } = renderTool({ name: 'made', description: '', inputSchema }, 'openai-strict');
      return losses.filter(({ reason }) => reason.startsWith('Null')).map(({ path }) => path);
    };
    expect(lossesOf(tuple(text, orNull))).toEqual(['/properties/v']);
    expect(lossesOf(tuple(text, text))).toEqual([]);
    expect(lossesOf({ ...tuple(text, orNull), minItems: 2 })).toEqual([]);
  });

  it('are taken out of the wrapper of a union', () => {
    const inputSchema: JsonSchema = { type: 'object', anyOf: [branch('a', text), branch('b', map)] };
    const { restoreArguments } = renderTool({ name: 'made', description: '', inputSchema }, 'openai-strict');
    expect(restoreArguments({ input: { kind: 'b', of: [{ key: 'x', value: 1 }] } })).toEqual({
      kind: 'b',
      of: { x: 1 },
    });
    expect(restoreArguments({ kind: 'a', of: 'x' })).toEqual({ kind: 'a', of: 'x' });
  });

  it('are taken back to the names of their members', () => {
    const inputSchema: JsonSchema = {
      type: 'object',
      properties: { 'a b': text, a_b: text, 'x-y': { type: 'object', properties: { ü: text } } },
    };
    const rendered = renderTool({ name: 'made', description: '', inputSchema }, 'gemini');
    const { properties } = rendered.tool['parametersJsonSchema'] as { properties: Record<string, unknown> };
    const [mangled] = Object.keys(properties);
    expect(Object.keys(properties)).toEqual([expect.stringMatching(/^a_b_[0-9a-f]{6}$/), 'a_b', 'x_y']);
    expect(rendered.restoreArguments({ [mangled!]: '1', a_b: '2', x_y: { _: '3' } })).toEqual({
      'a b': '1',
      a_b: '2',
      'x-y': { ü: '3' },
    });
    expect(rendered.restoreArguments({ x_y: {}, 'x-y': {} })).toEqual({ x_y: {}, 'x-y': {} });
  });

  it('may be JSON text, and stay as they are where nothing has to be undone', () => {
    const inputSchema: JsonSchema = { type: 'object', properties: { v: map } };
    const rendered = renderTool({ name: 'made', description: '', inputSchema }, 'openai-strict');
    expect(rendered.restoreArguments('{"v":[{"key":"a","value":1}]}')).toEqual({ v: { a: 1 } });
    expect(rendered.restoreArguments('{"v":')).toBe('{"v":');
    const args = '{"v":{"a":1}}';
    expect(renderTool({ name: 'made', description: '', inputSchema }, 'openai').restoreArguments(args)).toBe(
      args,
    );
  });

  it('never throw and never hang, whatever they are', () => {
    const node = {
      type: 'object',
      properties: {
        next: { $ref: '#/$defs/N' },
        more: { anyOf: [{ $ref: '#/$defs/N' }, { type: 'array', items: { $ref: '#/$defs/N' } }] },
      },
      additionalProperties: false,
    };
    const inputSchema = {
      type: 'object',
      properties: { n: { $ref: '#/$defs/N' } },
      $defs: { N: node },
    } as JsonSchema;
    const { restoreArguments } = renderTool({ name: 'made', description: '', inputSchema }, 'openai-strict');
    const cyclic: Record<string, unknown> = {};
    cyclic['n'] = { next: cyclic, more: [cyclic] };
    let deep: unknown = null;
    for (let i = 0; i < 5_000; i++) deep = { next: null, more: { next: deep, more: deep } };
    let shared: unknown = { next: null, more: null };
    for (let i = 0; i < 45; i++) shared = { next: shared, more: shared };
    const hostile = new Proxy(
      {},
      {
        ownKeys: () => {
          throw new Error('no');
        },
      },
    );
    for (const args of [
      cyclic,
      { n: deep },
      { n: shared },
      hostile,
      { n: hostile },
      undefined,
      null,
      5,
      [],
      new Map(),
      () => 1,
    ])
      expect(() => restoreArguments(args)).not.toThrow();
    expect(restoreArguments(hostile)).toBe(hostile);
  });
});

function branch(kind: string, of: JsonSchema, required = ['of']): JsonSchema {
  return {
    type: 'object',
    properties: { kind: { const: kind }, of },
    required: ['kind', ...required],
    additionalProperties: false,
  };
}

/** A branch that only the pattern of a member tells from others like it. */
function part(pattern: string, of: JsonSchema): JsonSchema {
  return {
    type: 'object',
    properties: { t: { type: 'string', pattern }, of },
    required: ['t', 'of'],
    additionalProperties: false,
  };
}

function listOf(items: JsonSchema): JsonSchema {
  return { type: 'array', items };
}

function placed(last: JsonSchema): JsonSchema {
  return { type: 'array', prefixItems: [text, last], items: false, minItems: 1 };
}

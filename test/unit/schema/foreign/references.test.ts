import { normaliseSchema } from '../../../../src/schema/foreign/normalise-schema.js';
import { accepts, around, normaliseMember, notesOf, refusalsOf, schemaOf } from './normalise.js';

const TEXT = { type: 'string' };

describe('references', () => {
  it.each<[string, object]>([
    ['#/$defs/text', { $defs: { text: TEXT } }],
    ['#/definitions/text', { definitions: { text: TEXT } }],
    ['#/definitions/a~1%25~0b', { definitions: { 'a/%~b': TEXT } }],
    ['#text', { $defs: { any: { $anchor: 'text', ...TEXT } } }],
    [
      '#text',
      { $schema: 'http://json-schema.org/draft-07/schema#', definitions: { a: { $id: '#text', ...TEXT } } },
    ],
    ['text.json', { $id: 'https://x.y/root.json', $defs: { any: { $id: '/text.json', ...TEXT } } }],
    ['https://x.y/z/text.json', { $id: 'https://x.y/z/', $defs: { any: { $id: 'text.json', ...TEXT } } }],
    ['text.json#/$defs/in', { $defs: { any: { $id: 'text.json', $defs: { in: TEXT } } } }],
    ['text.json#in', { $defs: { any: { $id: 'text.json', $defs: { x: { $anchor: 'in', ...TEXT } } } } }],
    [
      'urn:uuid:deadbeef-1234-ffff-ffff-4321feebdaed',
      { $defs: { a: { $id: 'urn:uuid:deadbeef-1234-ffff-ffff-4321feebdaed', ...TEXT } } },
    ],
    ['#/components/schemas/Text', { components: { schemas: { Text: TEXT, Unused: {} } } }],
    ['#/$defs/list/items', { $defs: { list: { type: 'array', items: TEXT } } }],
    ['#/$defs/list/items/0', { $defs: { list: { items: [TEXT] } } }],
    ['#/$defs/list/dependencies/a', { $defs: { list: { dependencies: { a: TEXT } } } }],
  ])('lead to what they name: %s', async (reference, root) => {
    const normalised = normaliseSchema(around({ $ref: reference }, root));
    expect(JSON.stringify(normalised.schema)).toMatch(/"v":\{"\$ref":"#\/\$defs\/[\w.-]+"\}/);
    expect(normalised.schema.$defs).toEqual({ [Object.keys(normalised.schema.$defs!)[0]!]: TEXT });
    expect(Object.keys(normalised.schema).sort()).toEqual(['$defs', 'properties', 'type']);
    expect(await accepts(normalised, { v: 'x' })).toBe(true);
    expect(await accepts(normalised, { v: 5 })).toBe(false);
  });

  it.each<[string, RegExp]>([
    [
      'https://example.com/schemas/order.json',
      /example\.com\/schemas\/order\.json" leads to another document, and none is ever fetched/,
    ],
    ['./common.json#/definitions/a', /"\.\/common\.json#\/definitions\/a" leads to another document/],
    ['http://json-schema.org/draft-07/schema#', /leads to another document/],
    ['file:///etc/passwd', /leads to another document/],
    ['http://[', /leads to another document/],
    ['#/$defs/nothing', /leads to nothing/],
    ['#nothing', /leads to nothing/],
    ['#/type', /leads to nothing/],
    ['#/%E0%A4%A', /leads to nothing/],
    ['#/__proto__', /leads to nothing/],
    ['#/constructor/prototype', /leads to nothing/],
  ])('that lead nowhere are refused: %s', (reference, seen) => {
    expect(refusalsOf(around({ $ref: reference }))).toEqual([
      {
        where: 'JSON Schema at /properties/v',
        seen: expect.stringMatching(seen) as unknown,
        fix: expect.any(String) as unknown,
      },
    ]);
  });

  it('that are no text are refused', () => {
    expect(refusalsOf(around({ $ref: 5 }))).toMatchObject([{ seen: "Its '$ref' is 5." }]);
  });

  it('may lead to a boolean', () => {
    const root = { $defs: { all: true, none: false } };
    expect(normaliseMember({ $ref: '#/$defs/all', title: 'T' }, root)).toEqual({ title: 'T' });
    expect(normaliseMember({ $ref: '#/$defs/none' }, root)).toEqual({ not: {} });
  });

  it('may mix the names of two drafts', () => {
    expect(normaliseMember({ $ref: '#/$defs/a' }, { definitions: { a: TEXT } })).toEqual({
      $ref: '#/$defs/a',
    });
    expect(notesOf({ $ref: '#/$defs/a' }, { definitions: { a: TEXT } })).toEqual([
      "/properties/v: its reference was read as one to 'definitions'.",
    ]);
  });

  it('may go round', async () => {
    const node = {
      type: 'object',
      properties: { next: { $ref: '#/definitions/node' } },
      additionalProperties: false,
    };
    const normalised = normaliseSchema(around({ $ref: '#/definitions/node' }, { definitions: { node } }));
    expect(await accepts(normalised, { v: { next: { next: {} } } })).toBe(true);
    expect(await accepts(normalised, { v: { next: { nixt: {} } } })).toBe(false);
  });

  it('may lead back to the root', async () => {
    const normalised = normaliseSchema(around({ $ref: '#' }, { additionalProperties: false }));
    expect(await accepts(normalised, { v: { v: {} } })).toBe(true);
    expect(await accepts(normalised, { v: { w: {} } })).toBe(false);
  });

  it.each<[object]>([
    [{ a: { $ref: '#/$defs/b' }, b: { $ref: '#/$defs/a' } }],
    [{ a: { $ref: '#/$defs/a' } }],
    [{ a: { allOf: [{ anyOf: [TEXT, { $ref: '#/$defs/a' }] }] } }],
  ])('that go round without going into the value are refused: %j', $defs => {
    expect(refusalsOf(around({ $ref: '#/$defs/a' }, { $defs }))).toMatchObject([
      { where: 'JSON Schema', seen: expect.stringContaining('without going into the value') as unknown },
    ]);
  });

  it.each([500, 20_000])('in a chain of %d are refused', count => {
    const $defs = Object.fromEntries(
      Array.from({ length: count }, (_, i) => [`d${i}`, around({ $ref: `#/$defs/d${(i + 1) % count}` })]),
    );
    expect(refusalsOf(around({ $ref: '#/$defs/d0' }, { $defs }))).toMatchObject([
      { seen: 'Too many of its parts refer to each other in one chain.' },
    ]);
  });

  it('in a chain of a hundred are compiled', async () => {
    const $defs = Object.fromEntries(
      Array.from({ length: 100 }, (_, i) => [
        `d${i}`,
        { ...around({ $ref: `#/$defs/d${(i + 1) % 100}` }), not: TEXT },
      ]),
    );
    expect(await accepts(normaliseSchema(around({ $ref: '#/$defs/d0' }, { $defs })), { v: { v: {} } })).toBe(
      true,
    );
  });

  it('of two parts with one name are refused where something refers to it', () => {
    const properties = { a: { $id: 'x', type: 'string' }, b: { $id: 'x', type: 'number' } };
    expect(schemaOf({ type: 'object', properties })).toEqual({
      type: 'object',
      properties: { a: { type: 'string' }, b: { type: 'number' } },
    });
    expect(refusalsOf({ type: 'object', properties: { ...properties, c: { $ref: 'x' } } })).toMatchObject([
      {
        where: 'JSON Schema at /properties/c',
        seen: expect.stringContaining('several different parts') as unknown,
      },
    ]);
  });

  it('that depend on the way to them are followed where there is one, else refused', async () => {
    const tree = { $dynamicAnchor: 'node', type: 'object', properties: { next: { $dynamicRef: '#node' } } };
    const strict = { ...tree, additionalProperties: false };
    expect(await accepts(normaliseSchema(strict), { next: { x: 1 } })).toBe(false);
    const recursive = {
      $recursiveAnchor: true,
      type: 'object',
      properties: { next: { $recursiveRef: '#' } },
      additionalProperties: false,
    };
    expect(await accepts(normaliseSchema(recursive), { next: { x: 1 } })).toBe(false);
    const root = { $defs: { a: { $id: 'a', ...tree }, b: { $id: 'b', ...strict } } };
    expect(refusalsOf(around({ anyOf: [{ $ref: 'a' }, { $ref: 'b' }] }, root))).toMatchObject([
      { seen: expect.stringContaining('several different parts') as unknown },
      { seen: expect.stringContaining('several different parts') as unknown },
    ]);
  });

  it('get names that every provider takes, and different ones', () => {
    const $defs = { 'a b': TEXT, 'a%b': { type: 'number' }, __proto__x: {}, '0': {} };
    const properties = {
      a: { $ref: '#/$defs/a%20b' },
      b: { $ref: '#/$defs/a%25b' },
      c: { $ref: '#/$defs/__proto__x' },
      d: { $ref: '#/$defs/0' },
    };
    expect(Object.keys(schemaOf({ type: 'object', properties, $defs }).$defs!)).toEqual([
      'a_b',
      'a_b_2',
      '__proto__x',
      'part_0',
    ]);
  });

  it('leave out what nothing refers to', () => {
    expect(
      schemaOf({ type: 'object', $defs: { a: TEXT }, definitions: { b: { $ref: 'https://x.y/z' } } }),
    ).toEqual({ type: 'object' });
  });
});

describe('two schemas with one name', () => {
  it('are two', async () => {
    const first = normaliseSchema({ $id: 'https://x.y/tool', ...around(TEXT), not: { required: ['w'] } });
    const second = normaliseSchema({
      $id: 'https://x.y/tool',
      ...around({ type: 'number' }),
      not: { required: ['w'] },
    });
    expect([await accepts(first, { v: 'x' }), await accepts(second, { v: 'x' })]).toEqual([true, false]);
    expect(first.schema).not.toHaveProperty('$id');
  });
});

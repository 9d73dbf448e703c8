import type { JsonSchema } from '../../../../src/schema/json-schema.js';
import type { BuiltManifest } from '../../../../src/schema/rich/build-manifest.js';
import { buildSource, problemsIn, removeProjects } from './sources.js';

afterAll(removeProjects);

const DECLARED = `
declare const brand: unique symbol;
const made = Symbol('made');
interface Point { x: number }
class Item { sku!: string }
`;

const build = (type: string): Promise<BuiltManifest> =>
  buildSource(
    `${DECLARED}export class A {\n/** M. @param p P. */\n@Tool() m(p: ${type}): ${type} { return p } }`,
  );

const POINT: JsonSchema = {
  type: 'object',
  properties: { x: { type: 'number' } },
  required: ['x'],
  additionalProperties: false,
};

describe('a branded type', () => {
  it.each<[string, JsonSchema, RegExp]>([
    ["{ x: number } & { readonly __brand: 'Y' }", POINT, /A\.m\(p\): __brand is taken for a brand/],
    ["{ x: number } & { readonly __brand?: 'Y' }", POINT, /__brand/],
    ["{ x: number } & { __brand: 'Y' }", POINT, /__brand/],
    ["{ x: number } & { _brand: 'Y' }", POINT, /_brand/],
    ["{ x: number } & { readonly __type: 'Y' }", POINT, /__type/],
    ["{ x: number } & { readonly __brand__: 'Y' }", POINT, /__brand__/],
    ["{ x: number } & { readonly [brand]: 'Y' }", POINT, /\[brand\]/],
    ["{ x: number } & { readonly [made]?: 'Y' }", POINT, /\[made\]/],
    ["{ x: number; readonly __brand: 'Y' }", POINT, /__brand/],
    ["{ x: number; readonly [brand]: 'Y' }", POINT, /\[brand\]/],
    ["Readonly<{ x: number } & { readonly __brand: 'Y' }>", POINT, /__brand/],
    ["Point & { readonly __brand: 'Y' }", { $ref: '#/types/Point' }, /__brand/],
    ["Item & { readonly __brand: 'Y' }", { $ref: '#/types/Item' }, /__brand/],
    ["string[] & { readonly __brand: 'Y' }", { type: 'array', items: { type: 'string' } }, /__brand/],
    [
      "Date & { readonly __brand: 'Y' }",
      { type: 'string', format: 'date-time', 'x-revive': 'date' },
      /__brand/,
    ],
  ])('%s is what carries the brand', async (type, schema, text) => {
    const { manifest, warnings } = await build(type);
    expect(manifest.tools[0]?.parameters?.[0]?.schema).toEqual(schema);
    expect(JSON.stringify(manifest.tools[0]?.returns)).not.toMatch(/brand|__type|made/);
    expect(warnings).toContainEqual(expect.stringMatching(text));
  });

  it.each<[string, JsonSchema]>([
    ["string & { readonly __brand: 'Y' }", { type: 'string' }],
    ['string & { readonly [brand]: 1 }', { type: 'string' }],
    ['number & { readonly kind: 1 }', { type: 'number' }],
    ["('a' | 'b') & {}", { type: 'string', enum: ['a', 'b'] }],
  ])('%s is the value that carries it', async (type, schema) => {
    const { manifest } = await build(type);
    expect(manifest.tools[0]?.parameters?.[0]?.schema).toEqual(schema);
  });

  it.each<[string]>([
    ["{ x: number; __typename: 'Y' }"],
    ["{ x: number; _tag: 'Y' }"],
    ["{ x: number } & { __type: 'Y' }"],
  ])('%s is none', async type => {
    const { manifest, warnings } = await build(type);
    const [, tag] = Object.keys(manifest.tools[0]?.parameters?.[0]?.schema?.properties ?? {});
    expect(tag).toMatch(/^_/);
    expect(warnings).toEqual([]);
  });

  it.each([
    ['{ x: number; [made]: string }', /named by a symbol/],
    ['{ x: number } & Iterable<string>', /Iterable<string>/],
    ["{ readonly __brand: 'Y' }", /no data that a model could supply/],
    ['string[] & { z: 1 }', /list that has properties/],
    ['string & { length: 5 }', /narrows 'length'/],
    ['string & { readonly length: 3 | 5 }', /narrows 'length'/],
    ["string & { readonly __brand: 'Y'; readonly length: 3 }", /narrows 'length'/],
    ['`a${string}` & { length: 5 }', /narrows 'length'/],
    ["number & { toFixed(): '1' }", /narrows 'toFixed'/],
  ])('%s is refused', async (type, seen) => {
    const problems = await problemsIn(`${DECLARED}export class A { @Tool() m(p: ${type}) {} }`);
    expect(problems.map(each => each.seen)).toEqual([expect.stringMatching(seen)]);
  });
});

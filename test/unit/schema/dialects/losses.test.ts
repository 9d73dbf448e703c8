import { type JsonSchema } from 'toolwright';
import { DIALECT_NAMES, type DialectName } from '../../../../src/schema/dialects/dialect-name.js';
import { renderTool } from '../../../../src/schema/dialects/render-tool.js';
import { nodesIn, parametersOf } from './obey.js';

/** Every keyword that constrains a value of its type, with a value. */
const KEYWORDS: Readonly<Record<string, readonly [type: string, value: unknown]>> = {
  minLength: ['string', 2],
  maxLength: ['string', 9],
  pattern: ['string', '^(?=a)'],
  format: ['string', 'iri'],
  contentEncoding: ['string', 'base64'],
  contentMediaType: ['string', 'image/png'],
  minimum: ['number', 1],
  maximum: ['number', 9],
  exclusiveMinimum: ['number', 1],
  exclusiveMaximum: ['number', 9],
  multipleOf: ['number', 3],
  minItems: ['array', 2],
  maxItems: ['array', 9],
  uniqueItems: ['array', true],
  contains: ['array', { const: 'x' }],
  unevaluatedItems: ['array', false],
  minProperties: ['object', 1],
  maxProperties: ['object', 1],
  propertyNames: ['object', { pattern: '^a' }],
  patternProperties: ['object', { '^a': { maxLength: 3 } }],
  dependentRequired: ['object', { a: ['b'] }],
  dependentSchemas: ['object', { a: { required: ['b'] } }],
  unevaluatedProperties: ['object', false],
  not: ['string', { const: 'x' }],
  if: ['string', { maxLength: 3 }],
  default: ['string', 'x'],
  examples: ['string', ['x']],
  deprecated: ['string', true],
  inventedKeyword: ['string', 5],
};
const ROUGH: Readonly<Record<string, JsonSchema>> = {
  string: { type: 'string' },
  number: { type: 'number' },
  array: { type: 'array', items: { type: 'string' } },
  object: { type: 'object', properties: { a: { type: 'string' }, b: { type: 'string' } } },
};

const cases = DIALECT_NAMES.flatMap(dialect =>
  Object.keys(KEYWORDS).map(keyword => [dialect, keyword] as const),
);

/** The node of the parameter in the rendered schema, which may have become nullable. */
const parameterOf = (schema: JsonSchema): JsonSchema => schema.properties!['v']!;

describe('nothing is lost unreported', () => {
  it.each(cases)('%s: %s', (dialect: DialectName, keyword) => {
    const [type, value] = KEYWORDS[keyword]!;
    const v = { ...ROUGH[type], [keyword]: value };
    const inputSchema = {
      type: 'object',
      properties: { v },
      required: ['v'],
      additionalProperties: false,
    } as const;
    const rendered = renderTool({ name: 'made', description: '', inputSchema }, dialect);
    const node = parameterOf(parametersOf(rendered));
    const isThere = nodesIn(node).some(([, each]) => JSON.stringify(each[keyword]) === JSON.stringify(value));
    const losses = rendered.losses.filter(loss => loss.path === '/properties/v' && loss.keyword === keyword);
    expect({ keyword, isThere, losses: losses.length }).toEqual({
      keyword,
      isThere,
      losses: isThere ? 0 : 1,
    });
    if (losses[0]?.kept === 'description') expect(node.description).toMatch(/\w+.*\.$/);
    else expect(node.description).toBeUndefined();
  });

  it('says so when words would be too long', () => {
    const not = { enum: Array.from({ length: 100 }, (_, index) => `value ${index}`) };
    const inputSchema = { type: 'object', properties: { v: { type: 'string', not } } } as const;
    const { losses } = renderTool({ name: 'made', description: '', inputSchema }, 'gemini');
    expect(losses).toEqual([
      expect.objectContaining({ path: '/properties/v', keyword: 'not', kept: 'nothing' }),
    ]);
  });

  it('reports a keyword at the place where its author wrote it, also out of allOf and definitions', () => {
    const inputSchema: JsonSchema = {
      type: 'object',
      properties: {
        v: { $ref: '#/$defs/V', maxLength: 5 },
        w: { type: 'string', allOf: [{ minLength: 1 }, { minLength: 2 }] },
      },
      $defs: { V: { type: 'string', minLength: 3 } },
    };
    const { losses } = renderTool({ name: 'made', description: '', inputSchema }, 'openai-strict');
    expect(losses.map(loss => `${loss.path}:${loss.keyword}`).sort()).toEqual([
      '/$defs/V:minLength',
      '/properties/v:maxLength',
      '/properties/w/allOf/0:minLength',
      '/properties/w/allOf/1:minLength',
    ]);
  });

  it('leave an object open whose names were given by patterns', () => {
    const names = {
      type: 'object',
      patternProperties: { '^x-': { type: 'string' } },
      additionalProperties: false,
    } as const;
    const inputSchema = { type: 'object', properties: { v: names } } as const;
    const { tool, losses } = renderTool({ name: 'made', description: '', inputSchema }, 'gemini');
    expect(JSON.stringify(tool)).not.toContain('"additionalProperties":false');
    expect(losses.map(({ keyword }) => keyword).sort()).toEqual([
      'additionalProperties',
      'patternProperties',
    ]);
  });

  it('are none for what stands beside a reference that is used once: it is told, or said to be lost', () => {
    const inputSchema = {
      type: 'object',
      properties: { v: { $ref: '#/$defs/V', maxLength: 5, default: 'abc', description: 'Mine.' } },
      $defs: { V: { type: 'string', minLength: 3, description: 'Theirs.' } },
    } as const;
    for (const dialect of DIALECT_NAMES) {
      const { tool, losses } = renderTool({ name: 'made', description: '', inputSchema }, dialect);
      expect(JSON.stringify(tool)).toContain('Mine.');
      for (const keyword of ['maxLength', 'minLength'])
        expect(JSON.stringify(tool).includes(`"${keyword}"`)).toBe(
          !losses.some(loss => loss.keyword === keyword),
        );
    }
  });

  describe.each(['openai-strict', 'openai-responses', 'anthropic-strict'] as const)(
    'are the defaults that can never apply, in %s',
    dialect => {
      const leavesOut = dialect === 'anthropic-strict';
      const render = (v: JsonSchema, required: readonly string[] = []): { losses: readonly object[] } => ({
        losses: renderTool(
          {
            name: 'made',
            description: '',
            inputSchema: { type: 'object', properties: { v }, required, additionalProperties: false },
          },
          dialect,
        ).losses,
      });
      const never = /nothing says that it is left out/;

      it.each<[string, JsonSchema]>([
        ['of a list of types', { type: ['string', 'null'], default: 'x' }],
        ['of a union', { anyOf: [{ type: 'string' }, { type: 'null' }], default: 'x' }],
        ['of allowed values', { enum: ['x', null], default: 'x' }],
      ])('%s', (_name, v) => {
        const { losses } = render(v);
        expect(losses).toEqual(
          leavesOut
            ? []
            : [
                expect.objectContaining({
                  path: '/properties/v',
                  keyword: 'default',
                  kept: 'description',
                  reason: expect.stringMatching(never),
                }),
              ],
        );
      });

      it.each<[string, JsonSchema, readonly string[]]>([
        ['a required member', { type: ['string', 'null'], default: 'x' }, ['v']],
        ['a member that null stands for', { type: 'string', default: 'x' }, []],
        ['a default of null', { type: ['string', 'null'], default: null }, []],
      ])('not that of %s', (_name, v, required) => {
        expect(JSON.stringify(render(v, required))).not.toMatch(never);
      });
    },
  );
});

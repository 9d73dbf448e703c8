import { DefinitionError, type JsonSchema } from 'toolwright';
import { DIALECT_NAMES, type DialectName } from '../../../../src/schema/dialects/dialect-name.js';
import { renderTool } from '../../../../src/schema/dialects/render-tool.js';
import { renderTools } from '../../../../src/schema/dialects/render-tools.js';
import { type RenderableTool } from '../../../../src/schema/dialects/rendered-tool.js';
import { parametersOf } from './obey.js';

const text = { type: 'string' } as const;
const tool = (name: string, properties: JsonSchema['properties'] & object = {}): RenderableTool => ({
  ...{ name, description: 'Made.' },
  inputSchema: { type: 'object', properties, additionalProperties: false },
});
const members = (count: number, schema: JsonSchema): Record<string, JsonSchema> =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`m${index}`, schema]));

describe('a rendered tool', () => {
  it('is the same object for the same definition, and frozen', () => {
    const made = tool('made', { a: text });
    for (const dialect of DIALECT_NAMES) {
      expect(renderTool(made, dialect)).toBe(renderTool(made, dialect));
      expect(renderTools([made], dialect).tools[0]!.tool).toBe(renderTools([made], dialect).tools[0]!.tool);
      expect(Object.isFrozen(parametersOf(renderTool(made, dialect)).properties)).toBe(true);
    }
    expect(Object.isFrozen(made.inputSchema)).toBe(false);
  });

  it('has a hash that tells schemas apart and does not depend on the order of keywords', () => {
    const hashOf = (schema: JsonSchema): string =>
      renderTool(tool('made', { a: schema }), 'openai-strict').hash;
    expect(hashOf({ type: 'string', pattern: '^a' })).toBe(hashOf({ pattern: '^a', type: 'string' }));
    expect(hashOf({ type: 'string', pattern: '^a' })).not.toBe(hashOf({ type: 'string', pattern: '^b' }));
    expect(hashOf(text)).toMatch(/^[0-9a-f]{64}$/);
  });

  it('goes to MCP as it is, with everything that a client shows', () => {
    const made = {
      ...tool('made', { a: text }),
      title: 'Made',
      outputSchema: { type: 'object' },
      annotations: { readOnlyHint: true },
    } as const;
    expect(renderTool(made, 'mcp').tool).toEqual(made);
    expect(Object.keys(renderTool(tool('bare'), 'mcp').tool)).toEqual(['name', 'description', 'inputSchema']);
  });

  it.each<[string, JsonSchema, RegExp]>([
    [
      'a reference to nothing',
      { $ref: '#/$defs/Gone' },
      /reference "#\/\$defs\/Gone" at \/properties\/a leads to nothing.*Fix: /,
    ],
    ['a reference to elsewhere', { $ref: 'https://example.com/s.json' }, /leads to nothing/],
    ['no schema', 'text' as unknown as JsonSchema, /\/properties\/a is none/],
  ])('is refused, naming tool, dialect and fix: %s', (_name, schema, text) => {
    for (const dialect of DIALECT_NAMES.filter(name => name !== 'mcp')) {
      const render = (): unknown => renderTool(tool('made', { a: schema }), dialect);
      expect(render).toThrow(DefinitionError);
      expect(render).toThrow(text);
      expect(render).toThrow(`Tool 'made' in the dialect '${dialect}'`);
    }
  });

  it('refers to a definition whose name is half a character', () => {
    for (const dialect of DIALECT_NAMES.filter(name => name !== 'mcp')) {
      const inputSchema: JsonSchema = {
        ...{ type: 'object', additionalProperties: false, required: ['a', 'b'] },
        properties: { a: { $ref: '#/$defs/\ud800' }, b: { $ref: '#/$defs/\ud800' } },
        $defs: { '\ud800': { type: 'string', pattern: '^a' } },
      };
      const rendered = renderTool({ ...tool('made'), inputSchema }, dialect);
      const { properties, $defs } = parametersOf(rendered);
      expect(properties).toMatchObject({ a: { $ref: '#/$defs/_' }, b: { $ref: '#/$defs/_' } });
      expect($defs).toMatchObject({ _: { type: 'string' } });
      expect(renderTool({ ...tool('made'), inputSchema: { ...inputSchema } }, dialect).hash).toBe(
        rendered.hash,
      );
      expect(() => renderTool(tool('made', { a: { $ref: '#/$defs/\udfff' } }), dialect)).toThrow(
        String.raw`the reference "#/$defs/\udfff" at /properties/a leads to nothing`,
      );
    }
  });

  it.each<[string, JsonSchema, RegExp]>([
    ['of an open object', { type: 'object', required: ['x'] }, /takes members of any kind/],
    [
      'of a closed object',
      { type: 'object', required: ['x'], additionalProperties: false },
      /asks for 'x', which it does not describe/,
    ],
  ])('keeps what is required and not described, %s', (_name, a, reason) => {
    for (const dialect of DIALECT_NAMES) {
      const rendered = renderTool(tool('made', { a }), dialect);
      expect(parametersOf(rendered).properties).toMatchObject({ a });
      if (dialect.endsWith('strict')) expect(rendered.warnings).toEqual([expect.stringMatching(reason)]);
      expect(rendered.restoreArguments({ a: { x: 1 } })).toEqual({ a: { x: 1 } });
    }
  });

  it('is not strict where a map and a list share a node, for both are written as lists', () => {
    const a: JsonSchema = { type: ['object', 'array'], additionalProperties: text, items: text };
    const rendered = renderTool(tool('made', { a }), 'openai-strict');
    expect(rendered.warnings).toEqual([expect.stringMatching(/alternatives at \/properties\/a look alike/)]);
  });

  it.each<[string, JsonSchema]>([
    ['takes text', { type: 'string' }],
    ['refers to itself', { $ref: '#/$defs/A', $defs: { A: { $ref: '#/$defs/A' } } }],
  ])('is refused when its root %s', (_name, inputSchema) => {
    expect(() => renderTool({ ...tool('made'), inputSchema }, 'gemini')).toThrow(DefinitionError);
  });

  it('is refused for a dialect that does not exist', () => {
    expect(() => renderTool(tool('made'), 'cohere' as DialectName)).toThrow(
      /'cohere'.*Fix: use one of openai, /,
    );
  });

  it.each<[string, JsonSchema['properties'] & object, RegExp]>([
    [
      'too many values',
      { a: { type: 'string', enum: Array.from({ length: 1_001 }, (_, i) => `v${i}`) } },
      /1002 allowed values, and the limit is 1000/,
    ],
    [
      'one list of long values',
      { a: { type: 'string', enum: Array.from({ length: 251 }, (_, i) => `${i}`.padStart(60, 'v')) } },
      /15064 characters in one list/,
    ],
    ['too many properties', members(5_001, text), /5001 properties/],
    ['too long names', { ['x'.repeat(120_001)]: text }, /120001 characters/],
    ['too many levels', nested(11), /11 levels of objects/],
  ])('is not strict beyond the limits: %s', (_name, properties, warning) => {
    const rendered = renderTool(tool('made', properties), 'openai-strict');
    expect(rendered.strict).toBe(false);
    expect(rendered.tool).toMatchObject({ function: { strict: false } });
    expect(rendered.warnings).toEqual([expect.stringMatching(/^Tool 'made' is not strict/)]);
    expect(rendered.warnings[0]).toMatch(warning);
  });

  it('is strict up to the limits', () => {
    expect(renderTool(tool('made', nested(10)), 'openai-strict').strict).toBe(true);
    expect(
      renderTool(
        tool('made', { a: { type: 'string', enum: Array.from({ length: 999 }, (_, i) => `v${i}`) } }),
        'openai-strict',
      ).strict,
    ).toBe(true);
    expect(renderTool(tool('made', members(24, text)), 'anthropic-strict').strict).toBe(true);
    expect(renderTool(tool('made', members(25, text)), 'anthropic-strict').strict).toBe(false);
  });
});

describe('a list of tools', () => {
  it('has names that the provider takes and that lead back', () => {
    const names = ['find', 'a.b', 'a b', 'a_b', 'x'.repeat(70), `${'x'.repeat(70)}y`];
    const list = renderTools(
      names.map(name => tool(name)),
      'openai',
    );
    const exported = list.tools.map(each => each.name);
    expect(exported[0]).toBe('find');
    expect(exported[3]).toBe('a_b');
    expect(new Set(exported).size).toBe(names.length);
    for (const [index, name] of exported.entries()) {
      expect(name).toMatch(/^[a-zA-Z0-9_-]{1,64}$/);
      expect(list.find(name)!.originalName).toBe(names[index]);
      expect(list.find(name)!.rendered.tool).toMatchObject({ function: { name } });
    }
    expect(list.find('a.b')).toBeUndefined();
    expect(list.find('toString')).toBeUndefined();
  });

  it('names each tool the same in any order', () => {
    const names = ['a b', 'a.b', 'a:b'];
    const namesOf = (order: string[]): object =>
      Object.fromEntries(
        renderTools(
          order.map(name => tool(name)),
          'openai',
        ).tools.map(each => [each.name, true]),
      );
    expect(namesOf(names)).toEqual(namesOf([...names].reverse()));
  });

  it('is the same object for the same definitions in the same order only', () => {
    const [a, b, c] = [tool('a'), tool('b'), tool('c')];
    const asked = [a, b];
    const list = renderTools(asked, 'openai');
    expect(renderTools([a, b], 'openai')).toBe(list);
    for (const others of [[b, a], [a], [a, b, c], [a, tool('b')]])
      expect(renderTools(others, 'openai')).not.toBe(list);
    expect(renderTools([a, b], 'gemini').dialect).toBe('gemini');
    asked.push(c);
    expect(renderTools(asked, 'openai').tools.map(each => each.name)).toEqual(['a', 'b', 'c']);
  });

  it('begins names as the provider asks', () => {
    expect(renderTool(tool('7up'), 'gemini').name).toBe('_7up');
    expect(renderTool(tool('7up'), 'anthropic').name).toBe('7up');
  });

  it('leaves out what cannot be rendered, with the reason, and renders the others', () => {
    const list = renderTools([tool('good'), tool('bad', { a: { $ref: '#/x' } }), tool('good')], 'gemini');
    expect(list.tools.map(each => each.name)).toEqual(['good']);
    expect(list.refused).toEqual([
      { name: 'bad', reason: expect.stringContaining('leads to nothing') },
      { name: 'good', reason: expect.stringContaining('twice') },
    ]);
  });

  it.each<[string, unknown, RegExp]>([
    ['text', 'nope', /'inputSchema' is a string, not a JSON Schema.*Fix: /],
    ['a list', [], /'inputSchema' is an array/],
    ['another type at the root', { type: 'array' }, /of type/],
    ['several types at the root', { type: ['string', 'array'] }, /of type/],
    [
      'a reference to elsewhere',
      { type: 'object', properties: { a: { $ref: 'https://x.y/z' } } },
      /leads to/,
    ],
    ['members that are none', { type: 'object', properties: { a: 5 } }, /\/properties\/a is none/],
    ['members in a list', { type: 'object', properties: [] }, /\/properties is none/],
  ])('refuses one tool only for a schema that is %s', (_what, inputSchema, reason) => {
    const bad = { ...tool('bad'), inputSchema: inputSchema as JsonSchema };
    for (const dialect of DIALECT_NAMES) {
      const list = renderTools([tool('good'), bad], dialect);
      expect(list.tools.map(each => each.name)).toEqual(['good']);
      expect(list.refused).toEqual([{ name: 'bad', reason: expect.stringMatching(reason) }]);
    }
  });

  it.each<[string, object]>([
    ['no type at the root', { inputSchema: { properties: {} } }],
    ['more than objects at the root', { inputSchema: { type: ['object', 'null'] } }],
    ['a boolean for a member', { inputSchema: { type: 'object', properties: { a: true } } }],
    ['one name that is required', { inputSchema: { type: 'object', required: 'a' } }],
    ['another result than an object', { outputSchema: { type: 'string' } }],
    ['a result that nothing describes', { outputSchema: { type: 'object', $ref: '#/$defs/X' } }],
  ])('refuses one tool only for what no MCP client reads: %s', (_what, schemas) => {
    const { tools, refused } = renderTools([{ ...tool('bad'), ...schemas }, tool('good')], 'mcp');
    expect([tools.length, refused.map(each => each.name)]).toEqual([1, ['bad']]);
    expect(refused[0]!.reason).toMatch(/^Tool 'bad' in the dialect 'mcp': .* Fix: /);
  });

  it('sends to MCP what it can read as its author wrote it, byte for byte', () => {
    const inputSchema = {
      $schema: 'http://json-schema.org/draft-07/schema#',
      ...{ required: ['a'], type: 'object', 'x-order': 1 },
      properties: { a: { $ref: '#/definitions/A' }, b: { items: [{}, true], type: 'array' } },
      definitions: { A: { pattern: '^a', type: 'string' } },
    } as unknown as JsonSchema;
    const [rendered] = renderTools([{ ...tool('made'), inputSchema }], 'mcp').tools;
    expect(JSON.stringify(rendered!.tool['inputSchema'])).toBe(JSON.stringify(inputSchema));
  });

  it.each<[string, unknown, RegExp]>([
    [
      'schema instead of inputSchema',
      { name: 'made', description: '', schema: {} },
      /'made': its 'inputSchema' is undefined/,
    ],
    ['no name', { description: '', inputSchema: { type: 'object' } }, /has no 'name'/],
  ])('says what is missing in a definition: %s', (_what, definition, seen) => {
    for (const dialect of DIALECT_NAMES) {
      const render = (): unknown => renderTool(definition as RenderableTool, dialect);
      expect(render).toThrow(DefinitionError);
      expect(render).toThrow(seen);
    }
  });

  it('warns of lists of values that every request would carry', () => {
    const values = (count: number): JsonSchema => ({
      type: 'string',
      enum: Array.from({ length: count }, (_, i) => `v${i}`),
    });
    for (const dialect of DIALECT_NAMES) {
      const warnings = (count: number): readonly string[] =>
        renderTools([tool('made', { a: { type: 'array', items: values(count) } })], dialect).warnings.filter(
          each => each.includes('allowed values at'),
        );
      expect(warnings(2_000)).toEqual([]);
      expect(warnings(2_001)).toEqual([
        expect.stringMatching(/'made' lists 2001 allowed values at \/properties\/a\/items.*Fix: /),
      ]);
    }
  });

  it.each<[string, RenderableTool[], number, RegExp]>([
    ['tools', Array.from({ length: 22 }, (_, i) => tool(`t${i}`)), 20, /20 strict tools already/],
    [
      'optional members',
      Array.from({ length: 4 }, (_, i) => tool(`t${i}`, members(8, text))),
      3,
      /more than 24 optional/,
    ],
    [
      'unions',
      Array.from({ length: 3 }, (_, i) => ({
        ...tool(`t${i}`),
        inputSchema: {
          ...tool('', members(8, { type: ['string', 'null'] })).inputSchema,
          required: Object.keys(members(8, text)),
        },
      })),
      2,
      /more than 16 unions/,
    ],
  ])('has no more strict %s than one request may', (_name, definitions, strict, warning) => {
    const list = renderTools(definitions, 'anthropic-strict');
    expect(list.tools.map(each => each.strict)).toEqual(definitions.map((_each, index) => index < strict));
    expect(list.warnings).toHaveLength(definitions.length - strict);
    expect(list.warnings[0]).toMatch(warning);
    expect(list.tools.at(-1)!.tool).not.toHaveProperty('strict');
    expect(renderTools(definitions, 'anthropic-strict').hash).toBe(list.hash);
  });
});

function nested(depth: number): JsonSchema['properties'] & object {
  if (depth === 1) return { a: text };
  return {
    a: { type: 'object', properties: nested(depth - 1), required: ['a'], additionalProperties: false },
  };
}

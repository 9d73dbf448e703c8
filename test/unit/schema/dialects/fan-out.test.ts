import { DefinitionError, type JsonSchema } from 'toolwright';
import { DIALECT_NAMES } from '../../../../src/schema/dialects/dialect-name.js';
import { renderTool } from '../../../../src/schema/dialects/render-tool.js';
import { type RenderableTool } from '../../../../src/schema/dialects/rendered-tool.js';

const refer = (name: string): JsonSchema => ({ $ref: `#/$defs/${name}` });

/** Each definition lists the next one twice. */
function doubling(keyword: 'anyOf' | 'oneOf' | 'allOf', count: number, members = ['a']): RenderableTool {
  const $defs: Record<string, JsonSchema> = { [`d${count}`]: { type: 'string' } };
  for (let i = 0; i < count; i++) $defs[`d${i}`] = { [keyword]: [refer(`d${i + 1}`), refer(`d${i + 1}`)] };
  const properties = Object.fromEntries(members.map(name => [name, refer('d0')]));
  return { name: 'made', description: 'Made.', inputSchema: { type: 'object', properties, $defs } };
}

describe.each(DIALECT_NAMES)('references that multiply, in the dialect %s,', dialect => {
  it.each(['anyOf', 'oneOf', 'allOf'] as const)('are refused instead of followed: %s', keyword => {
    const render = (): unknown => renderTool(doubling(keyword, 40), dialect);
    expect(render).toThrow(DefinitionError);
    expect(render).toThrow(/'made'.*more than 10000 ways for a single value\..*Fix: /s);
  });

  it.each(['anyOf', 'oneOf', 'allOf'] as const)('are rendered while they are few: %s', keyword => {
    const { restoreArguments } = renderTool(doubling(keyword, 9), dialect);
    expect(restoreArguments({ a: 'x' })).toEqual({ a: 'x' });
    expect(restoreArguments({ a: [{ b: 5 }] })).toEqual({ a: [{ b: 5 }] });
  });

  it('multiply through no member: each holds a value of its own', () => {
    const $defs: Record<string, JsonSchema> = { d40: { type: 'string' } };
    for (let i = 0; i < 40; i++)
      $defs[`d${i}`] = {
        type: 'object',
        properties: { a: refer(`d${i + 1}`), b: refer(`d${i + 1}`) },
        required: ['a'],
        additionalProperties: false,
      };
    const inputSchema: JsonSchema = { type: 'object', properties: { v: refer('d0') }, $defs };
    const rendered = renderTool({ name: 'made', description: '', inputSchema }, dialect);
    expect(JSON.stringify(rendered.tool).length).toBeLessThan(10_000);
  });
});

describe('a schema that is written out', () => {
  const members = ['a', 'b', 'c', 'd'];

  it.each(['openai-strict', 'mcp'] as const)(
    'is refused with a longer chain than can be followed: %s',
    dialect => {
      const $defs: Record<string, JsonSchema> = { d20000: { type: 'string' } };
      for (let i = 0; i < 20_000; i++) $defs[`d${i}`] = { anyOf: [refer(`d${i + 1}`), { type: 'null' }] };
      const inputSchema: JsonSchema = { type: 'object', properties: { v: refer('d0') }, $defs };
      const render = (): unknown => renderTool({ name: 'made', description: '', inputSchema }, dialect);
      expect(render).toThrow(DefinitionError);
      expect(render).toThrow(/in one chain/);
    },
  );

  it.each(['openai-strict', 'anthropic-strict', 'gemini'] as const)('may not grow too large: %s', dialect => {
    const render = (): unknown => renderTool(doubling('allOf', 12, members), dialect);
    expect(render).toThrow(DefinitionError);
    expect(render).toThrow(/grows too large when it is written out.*Fix: use fewer allOf/s);
    expect(renderTool(doubling('allOf', 8, members), dialect).name).toBe('made');
  });
});

import { createToolRuntime, defineTool, DefinitionError, type JsonSchema } from 'toolwright';
import { multipliesVisits } from '../../../../src/schema/plan/value-visits.js';

const refer = (name: string): JsonSchema => ({ $ref: `#/$defs/${name}` });
const holding = (name: string, label = 'x'): JsonSchema => ({
  type: 'object',
  properties: { c: refer(name), [label]: { type: 'string' } },
});

/** Each definition leads to the next by a member of both its alternatives. */
function chain(count: number): JsonSchema {
  const $defs: Record<string, JsonSchema> = { [`d${count}`]: { type: 'string' } };
  for (let i = 0; i < count; i++)
    $defs[`d${i}`] = { anyOf: [holding(`d${i + 1}`), holding(`d${i + 1}`, 'label')] };
  return { type: 'object', properties: { a: refer('d0') }, $defs };
}

/** Kinds of which each may hold all of them. */
function grammar(count: number): JsonSchema {
  const names = Array.from({ length: count }, (_, i) => `k${i}`);
  const $defs: Record<string, JsonSchema> = {};
  for (const name of names) $defs[name] = { type: 'object', properties: { c: { anyOf: names.map(refer) } } };
  return { type: 'object', properties: { a: refer('k0') }, $defs };
}

const members = Object.fromEntries(Array.from({ length: 500 }, (_, i) => [`m${i}`, chain(3)]));

describe('alternatives that multiply along a value', () => {
  it.each<[boolean, string, JsonSchema]>([
    [false, 'sixteen levels of two', chain(16)],
    [true, 'seventeen levels of two', chain(17)],
    [true, 'a thousand levels of two', chain(1_000)],
    [false, 'a grammar that holds itself everywhere', grammar(60)],
    [false, 'many members', { type: 'object', properties: members }],
    [false, 'a circle in place', { $defs: { N: refer('N') }, ...refer('N') }],
  ])('are %s for %s', (expected, _what, schema) => {
    const resolve = (reference: string): unknown => schema.$defs?.[reference.replace('#/$defs/', '')];
    expect(multipliesVisits(schema, resolve, 100_000)).toBe(expected);
  });

  it('refuse the one tool whose schema others wrote', () => {
    const tool = (inputSchema: JsonSchema) =>
      defineTool({ name: 't', description: 'T.', inputSchema, execute: () => 1 });
    expect(() => tool(chain(40))).toThrow(DefinitionError);
    expect(() => tool(chain(40))).toThrow(/multiply with each level/);
    expect(
      createToolRuntime([tool(chain(10)), tool(grammar(20)).with({ name: 'u' })]).definitions(),
    ).toHaveLength(2);
  });
});

import { DefinitionError, type JsonSchema } from 'toolwright';
import { compilePlan } from '../../../../src/schema/plan/plan.js';
import { hasTooManyPaths } from '../../../../src/schema/plan/reference-paths.js';

const refer = (name: string): JsonSchema => ({ $ref: `#/$defs/${name}` });

function doubling(count: number, keyword = 'anyOf'): JsonSchema {
  const $defs: Record<string, JsonSchema> = { [`d${count}`]: { type: 'string' } };
  for (let i = 0; i < count; i++) $defs[`d${i}`] = { [keyword]: [refer(`d${i + 1}`), refer(`d${i + 1}`)] };
  return { type: 'object', properties: { a: refer('d0') }, $defs };
}

const multiplies = (schema: JsonSchema): boolean =>
  hasTooManyPaths(schema, reference => schema.$defs?.[reference.replace('#/$defs/', '')]);

describe('references that multiply', () => {
  it.each<[boolean, string, JsonSchema]>([
    [false, 'twelve doublings', doubling(12)],
    [true, 'thirteen doublings', doubling(13)],
    [false, 'five thousand alternatives', union(5_000, refer('X'))],
    [true, 'more than ten thousand alternatives', union(10_001, refer('X'))],
    [false, 'as many that refer to nothing', union(10_001, { const: 1 })],
    [
      false,
      'in a circle through members',
      {
        $defs: {
          N: { anyOf: [refer('N2'), { type: 'object', properties: { a: refer('N'), b: refer('N') } }] },
          N2: refer('N'),
        },
        ...refer('N'),
      },
    ],
  ])('are %s for %s', (expected, _what, schema) => {
    expect(multiplies(schema)).toBe(expected);
  });

  it.each(['anyOf', 'allOf', 'oneOf'])('make a schema one that nothing is judged by: %s', keyword => {
    const compile = async (): Promise<unknown> =>
      compilePlan({ schema: doubling(40, keyword), facts: new Map() }).run({ a: 5 });
    return expect(compile()).rejects.toThrow(DefinitionError);
  });

  it('leave what is judged in time while they are few', async () => {
    const plan = compilePlan({ schema: doubling(12), facts: new Map() });
    expect((await plan.run({ a: 'x' })).ok).toBe(true);
    expect((await plan.run({ a: [5] })).ok).toBe(false);
  });
});

function union(count: number, branch: JsonSchema): JsonSchema {
  return {
    properties: { a: { anyOf: Array.from({ length: count }, () => branch) } },
    $defs: { X: { type: 'string' } },
  };
}

import { DefinitionError } from '../../../../src/foundation/definition-error.js';
import type { JsonSchema } from '../../../../src/schema/json-schema.js';
import { renderIssues } from '../../../../src/schema/plan/render-issues.js';
import { accept, compileRawPlan, member, refuse } from './plan-support.js';

const self: JsonSchema = { $ref: '#/$defs/N' };
const rooted = (N: JsonSchema): JsonSchema => ({ ...member(self), $defs: { N } });
const having = (name: string): JsonSchema => ({
  type: 'object',
  properties: { c: self, [name]: { type: 'string' } },
  required: [name],
});
const objects = [having('a'), having('b'), { type: 'null' } as const];
const lists: JsonSchema[] = [
  { type: 'array', items: self },
  { type: 'string' },
  { type: 'array', items: self, minItems: 1 },
];

const nest = (depth: number, wrap: (inner: unknown) => unknown, leaf: unknown): unknown => {
  let value = leaf;
  for (let i = 0; i < depth; i++) value = wrap(value);
  return value;
};
const both = (c: unknown): object => ({ c, a: 'x', b: 'y' });

/** Doubling at every level would take years; a busy machine alone makes tens of milliseconds of one. */
const LIMIT_MS = 250;

/** Milliseconds of the fastest run, once everything is loaded and compiled. */
async function measure(schema: JsonSchema, value: unknown): Promise<number> {
  const plan = compileRawPlan(schema);
  const times: number[] = [];
  for (let i = 0; i < 6; i++) {
    const start = performance.now();
    await plan.run({ v: value });
    times.push(performance.now() - start);
  }
  return Math.min(...times.slice(1));
}

describe('recursive unions', () => {
  it.each<[string, JsonSchema, unknown]>([
    ['anyOf of objects', { anyOf: objects }, nest(64, both, { q: 1 })],
    ['oneOf of objects', { oneOf: objects }, nest(64, both, { q: 1 })],
    ['oneOf of objects, all levels fitting both', { oneOf: objects }, nest(64, both, null)],
    ['anyOf of arrays', { anyOf: lists }, nest(64, inner => [inner], 5.5)],
    ['repairs at every level', { anyOf: objects }, nest(64, c => ({ c, a: 1, b: 2 }), { q: 1 })],
    ['anyOf that Ajv judges', { anyOf: objects, not: { required: ['z'] } }, nest(64, both, { q: 1 })],
    [
      'allOf that Ajv judges',
      { allOf: [{ properties: { c: self } }, { properties: { c: self } }] },
      nest(64, both, {}),
    ],
  ])('are judged fast at 64 levels: %s', async (_, N, value) => {
    expect(await measure(rooted(N), value)).toBeLessThan(LIMIT_MS);
  });

  it('still accept, type and repair what fits', async () => {
    const plan = compileRawPlan(rooted({ anyOf: objects }));
    const fitting = nest(64, c => ({ c, b: 'y' }), null);
    expect(accept(await plan.run({ v: fitting })).value).toEqual({ v: fitting });
    const { value, repairs } = accept(await plan.run({ v: { c: { c: null, a: 1 }, b: 2 } }));
    expect(value).toEqual({ v: { c: { c: null, a: '1' }, b: '2' } });
    expect(repairs.map(repair => repair.path).sort()).toEqual(['/v/b', '/v/c/a']);
  });

  it('remember nothing from one value to the next', async () => {
    const plan = compileRawPlan(rooted({ anyOf: objects }));
    const inner: Record<string, unknown> = { a: 1.5 };
    expect((await plan.run({ v: { c: inner, a: 'x' } })).ok).toBe(false);
    inner['a'] = 'fits now';
    expect((await plan.run({ v: { c: inner, a: 'x' } })).ok).toBe(true);
  });

  it('that Ajv would judge for ever are refused as too complex', async () => {
    const N: JsonSchema = { allOf: [{ properties: { c: self } }, { properties: { c: self } }] };
    const plan = compileRawPlan(rooted(N));
    const text = renderIssues(refuse(await plan.run({ v: nest(40, both, {}) })).issues);
    expect(text).toContain('/v: expected a simpler value: this one is too complex to check');
    expect((await plan.run({ v: nest(5, both, {}) })).ok).toBe(true);
  });

  it('that Ajv judges admit long lists', async () => {
    const schema = {
      ...member({ type: 'array', items: self, contains: {} }),
      $defs: { N: { type: 'number' } as const },
    };
    expect((await compileRawPlan(schema).run({ v: Array.from({ length: 50_000 }, () => 1) })).ok).toBe(true);
  });
});

describe('a schema that leads back to itself without going into the value', () => {
  it.each<[string, Readonly<Record<string, JsonSchema>>]>([
    ['allOf', { N: { allOf: [self] } }],
    ['anyOf', { N: { anyOf: [self, { type: 'string' }] } }],
    ['$ref', { N: { $ref: '#/$defs/M' }, M: self }],
    ['if', { N: { if: { type: 'string' }, then: self } }],
    ['dependentSchemas', { N: { dependentSchemas: { a: self } } }],
  ])('is a mistake of its author: %s', (_, $defs) => {
    expect(() => compileRawPlan({ ...member(self), $defs }).run({ v: 1 })).toThrow(DefinitionError);
  });

  it('may do so through properties, and where nothing refers to it', async () => {
    const schema = {
      type: 'object',
      properties: { n: { $ref: '#' } },
      $defs: { N: { allOf: [self] } },
    } as const;
    expect((await compileRawPlan(schema).run({ n: { n: {} } })).ok).toBe(true);
  });
});

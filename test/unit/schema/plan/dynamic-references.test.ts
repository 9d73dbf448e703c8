import { DefinitionError } from '../../../../src/foundation/definition-error.js';
import type { JsonSchema } from '../../../../src/schema/json-schema.js';
import { compilePlan, type PlanResult } from '../../../../src/schema/plan/plan.js';
import { renderIssues } from '../../../../src/schema/plan/render-issues.js';
import { accept, compileRawPlan, refuse } from './plan-support.js';

const run = async (schema: JsonSchema, value: unknown): Promise<PlanResult> =>
  compileRawPlan(schema).run(value);

const treeOf = (reference: JsonSchema, rest: JsonSchema = {}): JsonSchema => ({
  type: 'object',
  properties: { a: { type: 'array', items: reference }, b: { type: 'integer' } },
  additionalProperties: false,
  ...rest,
});

describe('a dynamic reference', () => {
  it.each<[string, JsonSchema]>([
    ['$dynamicRef', treeOf({ $dynamicRef: '#node' }, { $dynamicAnchor: 'node' })],
    ['$dynamicRef to $anchor', treeOf({ $dynamicRef: '#node' }, { $anchor: 'node' })],
    ['$dynamicRef to the root', treeOf({ $dynamicRef: '#' })],
    ['$recursiveRef', treeOf({ $recursiveRef: '#' }, { $recursiveAnchor: true })],
    ['beside $ref', treeOf({ $ref: '#', $dynamicRef: '#node' }, { $dynamicAnchor: 'node' })],
    ['beside keywords', treeOf({ $dynamicRef: '#node', minProperties: 1 }, { $dynamicAnchor: 'node' })],
  ])('leads to its anchor: %s', async (_, schema) => {
    expect(accept(await run(schema, { a: [{ a: [{ b: 1 }] }] })).value).toEqual({ a: [{ a: [{ b: 1 }] }] });
    expect(renderIssues(refuse(await run(schema, { a: [{ b: 1.5 }] })).issues)).toContain('/a/0/b: expected');
    expect(renderIssues(refuse(await run(schema, { a: [{ c: 1 }] })).issues)).toContain('/a/0/c: expected');
  });

  it('lets what it leads to be repaired', async () => {
    const { value, repairs } = accept(
      await run(treeOf({ $dynamicRef: '#node' }, { $dynamicAnchor: 'node' }), { a: [{ b: '1' }] }),
    );
    expect(value).toEqual({ a: [{ b: 1 }] });
    expect(repairs).toMatchObject([{ path: '/a/0/b' }]);
  });

  it('leads to anchors with any place', async () => {
    const schema: JsonSchema = {
      type: 'object',
      properties: { v: { $dynamicRef: '#x' } },
      $defs: { 'a b/~%': { $dynamicAnchor: 'x', type: 'integer' } },
    };
    expect((await run(schema, { v: 1 })).ok).toBe(true);
    expect(refuse(await run(schema, { v: 'x' })).issues).toMatchObject([{ path: '/v' }]);
  });

  it('is followed as well where a class is known', async () => {
    const schema = treeOf({ $dynamicRef: '#node' }, { $dynamicAnchor: 'node' });
    const plan = compilePlan({ schema, facts: new Map([[schema, {}]]) });
    expect((await plan.run({ a: [{ a: [{ b: 1 }] }] })).ok).toBe(true);
    expect(refuse(await plan.run({ a: [{ a: [{ b: 'x' }] }] })).issues[0]?.path).toBe('/a/0/a/0/b');
  });

  it('that leads nowhere is a mistake of its author', async () => {
    await expect(run(treeOf({ $dynamicRef: '#nowhere' }), { a: [{}] })).rejects.toThrow(DefinitionError);
  });

  it('that leads back to itself is a mistake of its author', async () => {
    const N: JsonSchema = { $dynamicAnchor: 'n', $dynamicRef: '#n' };
    await expect(run({ type: 'object', $defs: { N }, properties: { v: N } }, { v: 1 })).rejects.toThrow(
      DefinitionError,
    );
  });

  it('inside an embedded document refuses at worst', async () => {
    const inner = treeOf({ $dynamicRef: '#node' }, { $id: 'https://example.com/i', $dynamicAnchor: 'node' });
    const schema: JsonSchema = { type: 'object', properties: { v: inner } };
    expect((await run(schema, { v: { a: [{ b: 1.5 }] } })).ok).toBe(false);
  });
});

import { Type } from 'class-transformer';
import { IsObject, Validate, ValidateNested } from 'class-validator';
import type { JsonSchema } from '../../../../src/schema/json-schema.js';
import { compilePlan } from '../../../../src/schema/plan/plan.js';
import { typedClass } from '../fast/build.js';
import { accept, compileRawPlan, member } from './plan-support.js';

const open = { deep: { list: [{ n: 1 }] } };

/** Changes everything it can reach. */
function spoil(value: unknown): void {
  if (value instanceof Date) value.setTime(0);
  else if (value instanceof Uint8Array) value.fill(9);
  else if (typeof value === 'object' && value !== null) {
    Object.values(value).forEach(spoil);
    for (const key of Object.keys(value)) Reflect.set(value, key, 'spoilt');
  }
}

async function sentAfterSpoiling(schema: JsonSchema, sent: object, facts = new Map()): Promise<unknown> {
  spoil(accept(await compilePlan({ schema, facts }).run(sent)).value);
  return sent;
}

describe('a tool that changes its arguments changes nothing of its caller', () => {
  it.each<[string, JsonSchema]>([
    ['values without a schema', {}],
    ['members without a schema', { type: 'object' }],
    ['nodes that Ajv judges', { not: { type: 'string' } }],
    ['objects that Ajv judges', { type: 'object', minProperties: 1, not: { required: ['z'] } }],
    ['patterned members', { type: 'object', patternProperties: { '^d': {} } }],
    ['listed objects', { enum: [open, 1] }],
    ['constant objects', { const: open }],
    ['unions', { anyOf: [{ type: 'string' }, { const: open }, {}] }],
    ['nodes with a foreign $id', { $id: 'https://example.com/x', type: 'object' }],
  ])('%s', async (_, schema) => {
    const sent = { v: structuredClone(open) };
    expect(await sentAfterSpoiling(member(schema), sent)).toEqual({ v: open });
  });

  it('typed values given as such', async () => {
    const [when, bytes]: JsonSchema[] = [{ type: 'string', format: 'date-time' }, { type: 'string' }];
    const schema: JsonSchema = { type: 'object', properties: { when, bytes, any: {} } as never };
    const facts = new Map<JsonSchema, object>([
      [when as JsonSchema, { revive: { kind: 'date' } }],
      [bytes as JsonSchema, { revive: { kind: 'bytes' } }],
    ]);
    const make = (): object => ({
      when: new Date(5),
      bytes: new Uint8Array([1]),
      any: { when: new Date(5), bytes: Buffer.from('a'), map: new Map([['a', { b: 1 }]]), set: new Set([1]) },
    });
    expect(await sentAfterSpoiling(schema, make(), facts)).toEqual(make());
  });

  it('instances that class-transformer makes', async () => {
    class Part {
      @IsObject() data!: object;
    }
    class Whole {
      @Validate(
        class {
          validate(): boolean {
            return true;
          }
        },
      )
      @IsObject()
      data!: object;
      @ValidateNested() @Type(() => Part) part!: Part;
    }
    const typed = typedClass(Whole);
    const sent = { data: structuredClone(open), part: { data: structuredClone(open) } };
    spoil(accept(await compilePlan(typed).run(sent)).value);
    expect(sent).toEqual({ data: open, part: { data: open } });
  });

  it('nor of its schema: defaults and constants', async () => {
    const schema: JsonSchema = {
      type: 'object',
      properties: { a: { type: 'object', default: open }, b: { const: open, default: open } },
    };
    const plan = compileRawPlan(schema);
    spoil(accept(await plan.run({})).value);
    expect(accept(await plan.run({})).value).toEqual({ a: open, b: open });
  });
});

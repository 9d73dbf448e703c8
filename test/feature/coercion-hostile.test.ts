import { Transform, Type } from 'class-transformer';
import { IsInt, IsOptional, IsString, ValidateNested } from 'class-validator';
import { createToolRuntime, defineTool, type JsonSchema, Param, type RuntimeOptions } from 'toolwright';
import { problemsOf } from '../support/problems-of.js';

class Tree {
  @IsString() @IsOptional() name?: string;
  @ValidateNested() @IsOptional() @Type(() => Tree) child?: Tree;
  @ValidateNested({ each: true }) @IsOptional() @Type(() => Tree) children?: Tree[];
}
class Open {
  @Param({ schema: {} }) v!: unknown;
}
class Transformed {
  @Transform(({ value }: { value: unknown }) => value) @Param({ schema: {} }) v!: unknown;
}
class Big {
  @Param({ type: () => [String] }) v!: string[];
}

async function send(
  input: new () => object,
  args: unknown,
  options: RuntimeOptions = {},
): Promise<{ received: unknown; text: string }> {
  let received: unknown;
  const tool = defineTool({
    name: 'take',
    input,
    replayClass: 'read_only',
    // Arguments are kept for another attempt.
    maxRetries: 1,
    execute: action => void (received = action),
  });
  const { text } = await createToolRuntime([tool], options).call({ name: 'take', arguments: args });
  return { received, text };
}

/** `levels` of objects or arrays, made without recursion. */
function nest(levels: number, wrap: (inner: unknown) => unknown, innermost: unknown): unknown {
  let value = innermost;
  for (let level = 1; level < levels; level++) value = wrap(value);
  return value;
}
const objects = (levels: number, name = 'child'): unknown => nest(levels, inner => ({ [name]: inner }), {});
const arrays = (levels: number): unknown => nest(levels, inner => [inner], []);
const objectText = (levels: number, name = 'child'): string =>
  `${`{"${name}":`.repeat(levels - 1)}{}${'}'.repeat(levels - 1)}`;
const arrayText = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels);

const KIB = 1024;
const MIB = KIB * KIB;

describe('depth', () => {
  it.each<[string, (levels: number) => unknown]>([
    ['objects', levels => ({ v: objects(levels - 1) })],
    ['arrays', levels => ({ v: arrays(levels - 1) })],
    ['text of objects', levels => `{"v":${objectText(levels - 1)}}`],
    ['text of arrays', levels => `{"v":${arrayText(levels - 1)}}`],
  ])('may be 64 levels and not one more: %s', async (_, make) => {
    expect((await send(Open, make(64))).received).toEqual(
      Object.assign(new Open(), JSON.parse(textOf(make(64)))),
    );
    const { received, text } = await send(Open, make(65));
    expect(received).toBeUndefined();
    expect(text).toContain('expected at most 64 levels of objects and arrays');
  });

  /** Not JSON, but a caller in JavaScript can pass it. */
  const maps = nest(20_000, inner => new Map([['a', inner]]), new Map());
  const hostile: readonly (readonly [string, unknown])[] = [
    ['objects', objects(20_000)],
    ['text of objects', objectText(20_000)],
    ['arrays in a member', { children: arrays(20_000), v: arrays(20_000) }],
    ['text of arrays in a member', `{"v":${arrayText(20_000)},"children":${arrayText(20_000)}}`],
    ['maps', { v: maps }],
    ['text inside text', { v: objectText(20_000), child: objectText(20_000), children: arrayText(20_000) }],
  ];
  const limits = { argumentDepth: 100_000, argumentBytes: 64 * MIB };

  it.each(hostile)('of 20,000 levels is answered shortly under any limit: %s', async (_, args) => {
    for (const options of [{}, { limits, secrets: { TOKEN: 'a-secret-of-the-run' } }]) {
      for (const input of [Tree, Open, Transformed]) {
        const { text } = await send(input, args, options);
        expect(text.length).toBeLessThan(1_500);
        expect(text).not.toContain('call stack');
      }
    }
  });

  it('is bounded for text inside of arguments as for themselves', async () => {
    const textAt = (levels: number): object => ({ child: { child: objectText(levels - 2) } });
    expect((await send(Tree, textAt(64))).received).toBeInstanceOf(Tree);
    expect((await send(Tree, textAt(65))).text).toContain(
      '/child/child: expected at most 64 levels of objects and arrays, received text that holds more of them.',
    );
    const inner = JSON.stringify({ child: objectText(62) });
    expect((await send(Tree, { child: inner })).received).toBeInstanceOf(Tree);
    expect((await send(Tree, { child: JSON.stringify({ child: objectText(63) }) })).received).toBeUndefined();
  });

  it('is refused before a guardrail or a policy sees the arguments', async () => {
    const seen: string[] = [];
    const options: RuntimeOptions = {
      guardrails: [{ name: 'g', position: 'tool_call', check: () => seen.push('guardrail') > 0 }],
      policies: [{ name: 'p', decide: () => (seen.push('policy') > 0 ? 'allow' : 'deny') }],
    };
    await send(Tree, objects(3), options);
    expect(seen.splice(0)).toEqual(expect.arrayContaining(['guardrail', 'policy']));
    await send(Tree, objects(20_000), { ...options, limits });
    expect(seen).toEqual([]);
  });

  it('of ordinary trees is accepted, as instances all the way down', async () => {
    const { received } = await send(Tree, objects(60));
    let [levels, node] = [0, received as Tree | undefined];
    for (; node !== undefined; node = node.child) levels += node instanceof Tree ? 1 : 0;
    expect(levels).toBe(60);
  });
});

const textOf = (args: unknown): string => (typeof args === 'string' ? args : JSON.stringify(args));

describe('size', () => {
  const sized = (bytes: number): string => `{"v":["${'x'.repeat(bytes - '{"v":[""]}'.length)}"]}`;

  it('of text may be 1 MiB and not a byte more', async () => {
    expect((await send(Big, sized(MIB))).received).toBeInstanceOf(Big);
    expect((await send(Big, sized(MIB + 1))).text).toContain('expected at most 1048576 bytes of JSON');
  });

  it('is counted in bytes, not in characters', async () => {
    const text = JSON.stringify({ v: ['é'.repeat(MIB / 2)] });
    expect(text.length).toBeLessThan(MIB);
    expect((await send(Big, text)).text).toContain('bytes of JSON');
  });

  it('of objects has the same limit, within a few bytes', async () => {
    const objectOf = (bytes: number): object => JSON.parse(sized(bytes)) as object;
    expect((await send(Big, objectOf(MIB - 16))).received).toBeInstanceOf(Big);
    expect((await send(Big, objectOf(MIB + 1))).text).toContain('bytes of JSON');
  });

  it('of 10 MB is refused without reading them', async () => {
    expect((await send(Big, '}'.repeat(10 * MIB))).text).toContain('bytes of JSON');
    const reads: string[] = [];
    const args = {
      v: Array.from({ length: 10 }, () => 'x'.repeat(MIB)),
      get last() {
        reads.push('last');
        return '';
      },
    };
    expect((await send(Big, args)).text).toContain('bytes of JSON');
    expect(reads).toEqual([]);
  });

  it.each(['text', 'an object'])('of 10 MB works where the limit allows it: %s', async form => {
    const args = { v: Array.from({ length: 160 }, (_, index) => String(index % 10).repeat(64 * KIB)) };
    const sent = form === 'text' ? JSON.stringify(args) : args;
    const { received } = await send(Big, sent, { limits: { argumentBytes: 11 * MIB } });
    expect((received as Big).v).toEqual(args.v);
  });
});

describe('cycles', () => {
  const cyclic: Record<string, unknown> = { name: 'a' };
  cyclic['child'] = cyclic;
  const list: unknown[] = [];
  list.push(list);

  const map = new Map<string, unknown>();
  map.set('again', [map]);

  it.each<[string, new () => object, unknown]>([
    ['a recursive class', Tree, cyclic],
    ['arrays', Tree, { children: list }],
    ['an open member', Open, { v: cyclic }],
    ['a Map', Open, { v: map }],
    ['a Set', Open, { v: [new Set([map])] }],
    ['class-transformer', Transformed, { v: list }],
  ])('are refused: %s', async (_, input, args) => {
    const { received, text } = await send(input, args);
    expect(received).toBeUndefined();
    expect(text).toContain('expected data without a cycle');
  });

  it('are not seen where a value only stands in two places', async () => {
    const shared = { name: 'b' };
    const { received } = await send(Tree, { child: shared, children: [shared, shared] });
    expect(received).toMatchObject({ child: shared, children: [shared, shared] });
  });
});

describe('names that pollute', () => {
  class Account {
    @IsString() name!: string;
    @IsInt() @IsOptional() level?: number;
    @ValidateNested() @IsOptional() inner?: Tree;
  }
  const polluted = (): unknown => (({}) as { isAdmin?: unknown }).isAdmin;
  const parse = (text: string): unknown => JSON.parse(text);

  it.each([
    '{"name":"a","__proto__":{"isAdmin":true}}',
    '{"name":"a","constructor":{"prototype":{"isAdmin":true}}}',
    '{"name":"a","prototype":{"isAdmin":true}}',
    '{"name":"a","inner":{"__proto__":{"isAdmin":true}}}',
    '{"name":"a","inner":"{\\"__proto__\\":{\\"isAdmin\\":true}}"}',
    '{"name":"a","inner":{"constructor":{"prototype":{"isAdmin":true}}}}',
    '{"name":"a","hasOwnProperty":1}',
    '{"name":"a","toString":"x"}',
  ])('are refused as text and as an object: %s', async text => {
    for (const sent of [text, parse(text)]) {
      expect((await send(Account, sent)).received).toBeUndefined();
      expect(polluted()).toBeUndefined();
    }
  });

  it.each(['constructor', 'toString'])(
    'are never inherited: a member named %s that is required is missing',
    async name => {
      const schema: JsonSchema = {
        type: 'object',
        properties: { a: { type: 'string' } },
        required: ['a', name],
      };
      const tool = defineTool({ name: 'take', inputSchema: schema, execute: () => 'ran' });
      const { text } = await createToolRuntime([tool]).call({ name: 'take', arguments: { a: 'x' } });
      expect(text).toContain(`/${name}: expected`);
      expect(polluted()).toBeUndefined();
    },
  );

  it('cannot be asked for where no value may have them', () => {
    const inputSchema = { type: 'object', required: ['__proto__'] } as const;
    expect(problemsOf(() => defineTool({ name: 'take', inputSchema }))).toMatchObject([
      { seen: expect.stringContaining('__proto__') as string },
    ]);
  });

  it('stay members of open objects, apart from __proto__', async () => {
    const kept = await send(Open, { v: { constructor: { prototype: { isAdmin: true } } } });
    expect(Object.keys((kept.received as Open).v as object)).toEqual(['constructor']);
    expect((await send(Open, '{"v":[{"__proto__":{"isAdmin":true}}]}')).text).toContain('/v/0/__proto__');
    expect((await send(Transformed, '{"v":{"__proto__":{"isAdmin":true}}}')).received).toBeUndefined();
    expect(polluted()).toBeUndefined();
  });
});

describe('setters of a class', () => {
  const set: unknown[] = [];
  class Guarded {
    @IsInt() level!: number;
    set secret(value: unknown) {
      set.push(value);
    }
    @IsString()
    set name(value: string) {
      set.push(value);
    }
  }
  beforeEach(() => void set.splice(0));

  it('that are not declared are never called', async () => {
    expect((await send(Guarded, { level: 1, name: 'a', secret: 'x' })).text).toContain(
      '/secret: expected no member',
    );
    expect(set).not.toContain('x');
  });

  it('that are declared only see what fits', async () => {
    expect((await send(Guarded, { level: 1, name: { evil: true } })).received).toBeUndefined();
    expect(set).toEqual([]);
    expect((await send(Guarded, { level: 1, name: 'a' })).received).toBeInstanceOf(Guarded);
    expect(set).toEqual(['a']);
  });
});

describe('unknown members', () => {
  const open = defineTool({
    name: 'open',
    inputSchema: { type: 'object', properties: { a: { type: 'number' } } },
    execute: args => args,
  });

  it('are kept where the schema leaves it open, and refused by every class', async () => {
    expect((await createToolRuntime([open]).call({ name: 'open', arguments: { a: '1', b: '2' } })).text).toBe(
      '{"a":1,"b":"2"}',
    );
    for (const input of [Tree, Transformed]) {
      expect((await send(input, { extra: 1, v: 1 })).text).toContain(
        '/extra: expected no member of this name',
      );
    }
  });
});

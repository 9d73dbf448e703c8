import { IsEmail, IsIn, IsInt, IsOptional } from 'class-validator';
import {
  createToolRuntime,
  defineTool,
  InvalidArgumentsError,
  Param,
  ReplayClass,
  type RuntimeOptions,
  Tool,
  type ToolCall,
} from 'toolwright';

/** What the bodies of the tools received. */
const received: unknown[][] = [];
beforeEach(() => void received.splice(0));

class Customer {
  @IsEmail() email!: string;
  @IsIn(['gold', 'silver']) tier!: string;
  @IsInt() @IsOptional() age?: number;
}

class Sums {
  @Tool('Add two integers.')
  @ReplayClass('read_only')
  add(@Param({ type: 'integer' }) a: number, @Param({ type: 'integer' }) b: number): number {
    received.push([a, b]);
    return a + b;
  }

  @Tool('Search.')
  search(
    @Param('Text to look for.') query: string,
    @Param({ optional: true }) fuzzy?: boolean,
    @Param({ type: () => [String], optional: true }) tags?: string[],
    @Param({ default: 10, type: 'integer' }) limit = 10,
  ): string {
    received.push([query, fuzzy, tags, limit]);
    return 'ok';
  }

  @Tool('Enrol.')
  enrol(customer: Customer, since: Date): string {
    received.push([customer, since]);
    return 'ok';
  }

  @Tool('Say hello.')
  hello(): string {
    received.push([]);
    return 'hello';
  }
}

const call = (name: string, args?: unknown, options: RuntimeOptions = {}) =>
  createToolRuntime([Sums], options).call({ name, arguments: args });

async function refusal(name: string, args: unknown, options: RuntimeOptions = {}): Promise<string> {
  const observation = await call(name, args, options);
  expect(observation.isError).toBe(true);
  expect(observation.error).toBeInstanceOf(InvalidArgumentsError);
  expect(observation.attempts).toBe(0);
  expect(received).toEqual([]);
  expect(observation.text).toMatch(new RegExp(`^Invalid arguments for tool '${name}': `));
  return observation.text;
}

const nested = (levels: number): string => `{"query":${'['.repeat(levels)}${']'.repeat(levels)}}`;

describe('accepted arguments', () => {
  it.each([
    ['JSON text', '{"a":2,"b":3}'],
    ['an object', { a: 2, b: 3 }],
    ['an object without a prototype', Object.assign(Object.create(null) as object, { a: 2, b: 3 })],
  ])('come as %s and need no repair', async (_, args) => {
    expect(await call('add', args)).toMatchObject({ text: '5', isError: false, repairs: [] });
  });

  it.each([
    ['missing', undefined, []],
    ['null', null, [{ path: '', rule: 'absent-to-object', from: null, to: {} }]],
    ['the text null', 'null', [{ path: '', rule: 'absent-to-object', from: null, to: {} }]],
    ['blank text', ' \n', [{ path: '', rule: 'absent-to-object', from: ' \n', to: {} }]],
    ['an empty object', '{}', []],
  ])('may be %s for a tool without required ones', async (_, args, repairs) => {
    expect(await call('hello', args)).toMatchObject({ text: 'hello', repairs });
  });

  it('reach the body as typed values with defaults', async () => {
    const customer = { email: 'ada@example.org', tier: 'gold' };
    await call('enrol', JSON.stringify({ customer, since: '2030-02-03T04:05:06Z' }));
    await call('search', { query: 'x' });

    const [enrolled, since] = received[0] as [Customer, Date];
    expect(enrolled).toBeInstanceOf(Customer);
    expect(enrolled).toEqual(Object.assign(new Customer(), customer));
    expect(since).toEqual(new Date('2030-02-03T04:05:06Z'));
    expect(received[1]).toEqual(['x', undefined, undefined, 10]);
  });

  it('are left as the caller passed them', async () => {
    const args = Object.freeze({ a: '2', b: 3 });
    expect((await call('add', args)).text).toBe('5');
    expect(args).toEqual({ a: '2', b: 3 });
  });
});

describe('repairs', () => {
  it.each([
    ['text-to-number', 'add', { a: '2', b: 3 }, { path: '/a', from: '2', to: 2 }],
    [
      'text-to-boolean',
      'search',
      { query: 'x', fuzzy: 'false' },
      { path: '/fuzzy', from: 'false', to: false },
    ],
    ['integer-to-text', 'search', { query: 7 }, { path: '/query', from: 7, to: '7' }],
    ['text-to-json', 'search', { query: 'x', tags: '["a"]' }, { path: '/tags', from: '["a"]', to: ['a'] }],
  ])('record %s with path, from and to', async (rule, name, args, repair) => {
    expect(await call(name, args)).toMatchObject({ isError: false, repairs: [{ rule, ...repair }] });
  });

  it('record a removed null without a to', async () => {
    const { repairs } = await call('search', { query: 'x', fuzzy: null });
    expect(repairs).toEqual([{ path: '/fuzzy', rule: 'null-to-absent', from: null }]);
    expect(received[0]).toEqual(['x', undefined, undefined, 10]);
  });

  it('are all listed, in nested members too', async () => {
    const customer = '{"email":"ada@example.org","tier":"gold","age":"36"}';
    const { repairs, isError } = await call('enrol', { customer, since: '2030-01-01T00:00:00Z' });

    expect(isError).toBe(false);
    expect(repairs.map(({ path, rule }) => `${path} ${rule}`)).toEqual([
      '/customer text-to-json',
      '/customer/age text-to-number',
    ]);
    expect((received[0]?.[0] as Customer).age).toBe(36);
  });

  it.each([
    ['1e3', 'add', { a: '1e3', b: 1 }],
    ['0x10', 'add', { a: '0x10', b: 1 }],
    ['a padded number', 'add', { a: ' 2 ', b: 1 }],
    ['an empty text', 'add', { a: '', b: 1 }],
    ['1.5 for an integer', 'add', { a: '1.5', b: 1 }],
    ['true for a number', 'add', { a: true, b: 1 }],
    ['null for a required number', 'add', { a: null, b: 1 }],
    ['yes for a boolean', 'search', { query: 'x', fuzzy: 'yes' }],
    ['1 for a boolean', 'search', { query: 'x', fuzzy: 1 }],
    ['1.5 for a text', 'search', { query: 1.5 }],
  ])('never guess: %s is refused', async (_, name, args) => {
    await refusal(name, args);
  });
});

describe('refused arguments', () => {
  it('name what is missing and hold no values', async () => {
    const text = await refusal('add', { a: 4711 });
    expect(text).toContain('/b: expected an integer (required), received nothing.');
    expect(text).not.toContain('4711');
  });

  it('say path, expected and received of everything that is wrong', async () => {
    const text = await refusal('enrol', { customer: { email: 'nobody', tier: 'bronze' }, since: 'soon' });
    expect(text).toMatch(/\/customer\/email: expected .*email.*, received the text "nobody"/);
    expect(text).toMatch(/\/customer\/tier: expected one of 'gold', 'silver', received the text "bronze"/);
    expect(text).toContain('/since: expected ');
  });

  it.each([
    ['querry', "Did you mean 'query'?"],
    ['zzzzzzzzzz', 'Known members: query, fuzzy, tags, limit.'],
  ])('name the known members next to %s', async (name, hint) => {
    expect(await refusal('search', { query: 'x', [name]: 1 })).toContain(
      `/${name}: expected no member of this name, received a number 1. ${hint}`,
    );
  });

  it.each([
    ['at the top', '{"query":"x","__proto__":{"polluted":true}}'],
    ['inside', '{"customer":{"__proto__":{"polluted":true}},"since":"2030-01-01T00:00:00Z"}'],
  ])('include __proto__ %s', async (_, text) => {
    expect(await refusal(text.includes('query') ? 'search' : 'enrol', text)).toContain('__proto__');
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });

  it.each([
    ['{"a":1,', 'received the end of the text'],
    ["{'a':1}", 'a member name in double quotes'],
    ['add 1 and 2', 'expected JSON text: a JSON value at character 1'],
  ])('say where %s stops being JSON', async (text, part) => {
    expect(await refusal('add', text)).toContain(part);
  });

  it.each([
    ['a list', '[1,2]', 'an array with 2 items'],
    ['a number', '42', 'a number 42'],
    ['text', '"hello"', 'the text "hello"'],
    ['a boolean', true, 'true'],
  ])('say that %s is not an object', async (_, args, got) => {
    expect(await refusal('add', args)).toContain(`expected an object, received ${got}.`);
  });

  it.each([
    ['text', nested(10_000)],
    ['an object', JSON.parse(nested(10_000))],
    ['text inside a member', { query: 'x', tags: '['.repeat(10_000) + ']'.repeat(10_000) }],
  ])('may be nested 10,000 levels as %s without harm', async (_, args) => {
    expect((await refusal('search', args)).length).toBeLessThan(1_000);
  });

  it('are cyclic objects', async () => {
    const args: Record<string, unknown> = { query: 'x' };
    args['tags'] = [args];
    expect(await refusal('search', args)).toContain('without a cycle');
  });

  it('are larger than 1 MiB', async () => {
    const query = 'é'.repeat(600_000);
    for (const args of [JSON.stringify({ query }), { query }]) {
      expect(await refusal('search', args)).toContain('expected at most 1048576 bytes of JSON');
    }
    expect((await call('search', { query: 'x'.repeat(1_000_000) })).isError).toBe(false);
  });

  it('are bounded by the limits of the runtime', async () => {
    expect(await refusal('search', { query: 'long enough' }, { limits: { argumentBytes: 10 } })).toContain(
      'at most 10 bytes',
    );
    expect(await refusal('search', nested(4), { limits: { argumentDepth: 3 } })).toContain(
      'at most 3 levels',
    );
  });

  it('never show a whole value', async () => {
    const long = 'secret-looking-value-'.repeat(50);
    const text = await refusal('search', { query: { deep: long }, tags: long, limit: long, other: long });
    expect(text).not.toContain(long.slice(0, 60));
    expect(text.length).toBeLessThan(2_000);
  });
});

describe('a call from JavaScript', () => {
  it.each<[string, unknown, string]>([
    ['null', null, "Unknown tool '(nothing)'."],
    ['undefined', undefined, "Unknown tool '(nothing)'."],
    ['no name', {}, "Unknown tool 'undefined'."],
    ['an object as name', { name: Object.create(null) }, "Unknown tool '(object)'."],
    [
      'a name that throws',
      {
        get name() {
          throw new Error('no name');
        },
      },
      "Unknown tool '(unreadable)'.",
    ],
    ['a number as name', { name: 5 }, "Unknown tool '5'."],
    [
      'arguments that throw',
      {
        name: 'add',
        get arguments() {
          throw new Error('no arguments');
        },
      },
      "Tool 'add' failed: no arguments",
    ],
  ])('is answered whatever it is: %s', async (_case, sent, text) => {
    const runtime = createToolRuntime([Sums]);
    const observation = await runtime.call(sent as ToolCall, null as never);
    expect(observation.isError).toBe(true);
    expect(observation.text).toContain(text);
    expect((await runtime.openRun(null as never).call(sent as ToolCall, null as never)).isError).toBe(true);
  });
});

describe('a tool with a raw JSON Schema', () => {
  const raw = defineTool({
    name: 'raw',
    description: 'Take a size.',
    inputSchema: {
      type: 'object',
      properties: { size: { type: 'integer', minimum: 1 } },
      required: ['size'],
    },
    execute: args => args['size'],
  });

  it('repairs and refuses as a decorated one does', async () => {
    const runtime = createToolRuntime([raw]);
    expect(await runtime.call({ name: 'raw', arguments: { size: '3' } })).toMatchObject({
      text: '3',
      repairs: [{ path: '/size', rule: 'text-to-number' }],
    });
    const refused = await runtime.call({ name: 'raw', arguments: { size: 0 } });
    expect(refused.text).toMatch(/^Invalid arguments for tool 'raw': [^]*\/size: expected an integer/);
  });

  it('gives each attempt values of its own, also those that the schema does not describe', async () => {
    const seen: unknown[] = [];
    const greedy = defineTool({
      name: 'greedy',
      replayClass: 'read_only',
      maxRetries: 1,
      retryDelayMs: 0,
      inputSchema: { type: 'object' },
      execute: args => {
        const list = args['list'] as number[];
        seen.push([...list]);
        list.push(0);
        throw new Error('again');
      },
    });
    const given = { list: [1] };
    await createToolRuntime([greedy]).call({ name: 'greedy', arguments: given });
    expect(seen).toEqual([[1], [1]]);
    expect(given).toEqual({ list: [1] });
  });

  it('does not repeat a very long name', async () => {
    const strict = defineTool({ name: 'strict', execute: () => 'ok' });
    const refused = await createToolRuntime([strict]).call({
      name: 'strict',
      arguments: { ['x'.repeat(100_000)]: 1 },
    });
    expect(refused.text.length).toBeLessThan(1_000);
  });
});

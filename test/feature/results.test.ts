import { Type } from 'class-transformer';
import { IsInt, IsOptional, IsString } from 'class-validator';
import {
  Action,
  createToolRuntime,
  define,
  defineTool,
  FailCall,
  InvalidOutputError,
  type JsonObject,
  Observation,
  type ObservationFields,
  Param,
  Returns,
  type RuntimeOptions,
  Tool,
  type ToolExecutor,
  type ToolFields,
  UnusableResultError,
} from 'toolwright';

type Fields = Partial<ToolFields<Record<string, unknown>>>;

/** The answer of a tool `x` that gives back what `body` does. */
function answer(body: () => unknown, fields: Fields = {}, options: RuntimeOptions = {}) {
  const tool = defineTool({ name: 'x', description: 'X.', ...fields, execute: body });
  return createToolRuntime([tool], options).call({ name: 'x' });
}

class Point {
  @IsInt() x!: number;
  @IsString() @IsOptional() label?: string;
}

describe('a result as text', () => {
  it.each([
    ['a string as it is', 'say "hi"\n', 'say "hi"\n'],
    ['an empty string as it is', '', ''],
    ['undefined as a note', undefined, '(no output)'],
    ['null', null, 'null'],
    ['a number', 4.5, '4.5'],
    ['a boolean', false, 'false'],
    ['an object as compact JSON', { a: 1, b: [true, null], c: undefined }, '{"a":1,"b":[true,null]}'],
    ['a Date', new Date('2030-01-02T03:04:05.678Z'), '"2030-01-02T03:04:05.678Z"'],
    ['a bigint', 12345678901234567890n, '"12345678901234567890"'],
    ['a Map', new Map([['a', { at: new Date(0) }]]), '{"a":{"at":"1970-01-01T00:00:00.000Z"}}'],
    ['a Map without string keys', new Map([[1, 'one']]), '[[1,"one"]]'],
    ['a Set', new Set([1, 2n]), '[1,"2"]'],
    ['bytes as base64', new Uint8Array([104, 105]), '"aGk="'],
    ['an instance', Object.assign(new Point(), { x: 1 }), '{"x":1}'],
    ['an instance with toJSON', new URL('https://example.org/a'), '"https://example.org/a"'],
    ['NaN', [Number.NaN], '[null]'],
  ])('shows %s', async (_, value, text) => {
    expect(await answer(() => value)).toMatchObject({ isError: false, content: [{ type: 'text', text }] });
    expect((await answer(async () => value)).text).toBe(text);
  });

  it('has no structured content where no output is declared', async () => {
    expect(await answer(() => ({ a: 1 }))).not.toHaveProperty('structuredContent');
  });

  it('is an error when it has a cycle, endless levels or an invalid Date', async () => {
    const cyclic: Record<string, unknown> = {};
    cyclic['self'] = [cyclic];
    const deep = JSON.parse('['.repeat(5_000) + ']'.repeat(5_000)) as unknown;
    for (const value of [cyclic, deep, new Date(Number.NaN)]) {
      const observation = await answer(() => value);
      expect(observation.isError).toBe(true);
      expect(observation.error).toBeInstanceOf(UnusableResultError);
      expect(observation.text).toMatch(/^Tool 'x' failed: it ran, but its result is not usable: /);
    }
  });

  it.each([
    ['a generator', () => [1, 2].values()],
    [
      'an asynchronous generator',
      async function* () {
        yield 1;
      },
    ],
    ['a promise inside', () => ({ later: Promise.resolve(1) })],
  ])('is an error when it is still to come: %s', async (_, body) => {
    const { text, isError } = await answer(body);
    expect(isError).toBe(true);
    expect(text).toMatch(
      /it ran, but its result is not usable: The value has an? (asynchronous )?(iterator|promise) at /,
    );
  });

  it('is cut in the middle beyond 100 KiB, and says so', async () => {
    const whole = `HEAD${'é'.repeat(80_000)}TAIL`;
    const { text, isError } = await answer(() => whole);
    expect(isError).toBe(false);
    expect(text).toMatch(/^HEADé+\n\[… \d+ of 160008 bytes left out …\]\né+TAIL$/);
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(102_400);
    expect(Buffer.byteLength(text)).toBeGreaterThan(102_200);
    expect((await answer(() => 'x'.repeat(102_400))).text).toBe('x'.repeat(102_400));
  });

  it('is bounded by the limit of the runtime, over all blocks, in errors too', async () => {
    const limits = { resultBytes: 200 };
    const block = { type: 'text', text: 'a'.repeat(150) } as const;
    const resource = { type: 'resource', resource: { uri: 'a:b', text: 'q'.repeat(60) } } as const;
    const { content } = await answer(
      () => new Observation({ content: [block, block, resource] }),
      {},
      { limits },
    );
    expect(content).toEqual([
      block,
      { type: 'text', text: '\n[… 150 of 150 bytes left out …]\n' },
      { type: 'text', text: '[… 1 of 3 blocks left out …]' },
    ]);
    const failed = await answer(() => Promise.reject(new Error('z'.repeat(500))), {}, { limits });
    expect(failed.text).toMatch(/^Tool 'x' failed: z+\n\[… \d+ of 517 bytes left out …\]\nz+$/);
  });
});

describe('data of a result', () => {
  const limits = { dataBytes: 100 };

  it('is refused beyond the limit, since a cut would break its schema', async () => {
    const tool = defineTool({
      name: 'x',
      returns: { type: () => String, each: true },
      execute: () => ['y'.repeat(200)],
    });
    const { isError, text, error } = await createToolRuntime([tool], { limits }).call({ name: 'x' });
    expect(isError).toBe(true);
    expect(text).toBe(
      "Tool 'x' failed: it ran, but its result is not usable: it has 215 bytes of data, and the limit is 100. Ask for less.",
    );
    expect(error).toBeInstanceOf(UnusableResultError);
  });

  it('is left out beyond the limit when it is an image, audio or a blob', async () => {
    const picture = Observation.image('A'.repeat(104), 'image/png').content;
    const small = Observation.image('A'.repeat(100), 'image/png').content;
    const { content } = await answer(
      () => new Observation({ content: [...picture, ...small] }),
      {},
      { limits },
    );
    expect(content).toEqual([
      { type: 'text', text: '[… image of 104 base64 characters left out; the limit is 100 …]' },
      ...small,
    ]);
  });

  it.each([
    [
      'an image without data',
      { type: 'image', mimeType: 'image/png' },
      'content block 1 has no text in data.',
    ],
    ['an unknown type', { type: 'video' }, 'content block 1 has a type that is none of text, image, audio'],
    [
      'an empty resource',
      { type: 'resource', resource: { uri: 'a:b' } },
      'content block 1 has neither text nor blob.',
    ],
    [
      'an image with a data URL',
      { type: 'image', mimeType: 'image/png', data: 'data:image/png;base64,AAAA' },
      'content block 1 has no base64 in data (give bytes, or base64 without a `data:` prefix).',
    ],
    [
      'a resource of rubbish',
      { type: 'resource', resource: { uri: 'a:b', blob: '@@@' } },
      'content block 1 has no base64 in blob',
    ],
    [
      'an unknown audience',
      { type: 'text', text: 'a', annotations: { audience: ['nobody'] } },
      "content block 1 has something else than 'user' and 'assistant' in annotations.audience.",
    ],
    [
      'a priority beyond 1',
      { type: 'text', text: 'a', annotations: { priority: 7 } },
      'content block 1 has no number from 0 to 1 in annotations.priority.',
    ],
    [
      'base64 with wrong padding',
      { type: 'image', mimeType: 'a/b', data: 'AA=' },
      'content block 1 has no base64 in data',
    ],
    [
      'a date without a time',
      { type: 'text', text: 'a', annotations: { lastModified: '2025-01-01' } },
      'content block 1 has no date-time in annotations.lastModified.',
    ],
    [
      'text as size and icons',
      { type: 'resource_link', uri: 'a:b', name: 'a', icons: [{}] },
      'content block 1 has no list of { src } in icons.',
    ],
    [
      'what its toJSON makes something else',
      { type: 'text', text: 'a', toJSON: () => ({ foo: 1 }) },
      'content block 1 has a type that is none of text',
    ],
    [
      'a resource with a number as text',
      { type: 'resource', resource: { uri: 'a:b', text: 5, blob: 'AAAA' } },
      'content block 1 has no text in text.',
    ],
    ['a number as _meta', { type: 'text', text: 'a', _meta: 5 }, 'content block 1 has no object in _meta.'],
    ['text that is a bigint', { type: 'text', text: 1n }, 'content block 1 has no text in text.'],
    ['no object', 'text', 'content block 1 is not a plain object.'],
  ])('is refused when it is no content: %s', async (_, block, text) => {
    const observation = await answer(() => new Observation({ content: [block as never] }));
    expect(observation.isError).toBe(true);
    expect(observation.text).toContain(`it ran, but its result is not usable: ${text}`);
  });
});

describe('an observation', () => {
  it('chooses its content blocks itself', async () => {
    const content = [
      { type: 'text', text: 'Two pictures:' },
      { type: 'image', data: 'aGk=', mimeType: 'image/png' },
      { type: 'audio', data: 'aGk=', mimeType: 'audio/wav' },
      { type: 'resource', resource: { uri: 'file:///a.txt', mimeType: 'text/plain', text: 'hello' } },
      { type: 'resource_link', uri: 'file:///b.txt', name: 'b.txt' },
    ] as const;
    const observation = await answer(() => new Observation({ content }));
    expect(observation.content).toEqual(content);
    expect(observation.text).toBe('Two pictures:');
    expect(observation.visualize()).toBe(
      'Two pictures:\n[image image/png, 3 bytes]\n[audio audio/wav, 3 bytes]\nhello\n[link b.txt: file:///b.txt]',
    );
  });

  it.each([
    ['image', Observation.image(new Uint8Array([104, 105]), 'image/png')],
    ['audio', Observation.audio('aGk=', 'audio/wav')],
  ])('may be one %s', async (type, made) => {
    expect((await answer(() => made)).content).toMatchObject([{ type, data: 'aGk=' }]);
  });

  it('that is an error begins by naming the tool, once', async () => {
    const plain = await answer(() => Observation.error('no such file'));
    expect(plain).toMatchObject({ isError: true, text: "Tool 'x' failed: no such file", error: undefined });
    const named = await answer(() => Observation.error("Tool 'x' failed: again"));
    expect(named.text).toBe("Tool 'x' failed: again");
    const image = { type: 'image', data: '', mimeType: 'image/png' } as const;
    const pictured = await answer(() => new Observation({ content: [image], isError: true }));
    expect(pictured.content).toEqual([{ type: 'text', text: "Tool 'x' failed: see below." }, image]);
  });

  it('may carry structured content of its own', async () => {
    const { structuredContent, text } = await answer(
      () => new Observation({ content: 'one', structuredContent: { n: 1 } }),
    );
    expect({ structuredContent, text }).toEqual({ structuredContent: { n: 1 }, text: 'one' });
  });
});

describe('an observation class', () => {
  class FindAction extends Action {
    @Param('What.') what!: string;
  }
  class FindObservation extends Observation {
    @Param({ type: 'integer' }) count!: number;
    constructor(count: number, fields: ObservationFields = {}) {
      super(fields);
      this.count = count;
    }
    override toLlmContent() {
      return [{ type: 'text', text: `${this.count} found` }] as const;
    }
    override visualize() {
      if (this.count > 9) throw new Error('too many to draw');
      return '*'.repeat(this.count);
    }
  }
  @Tool({ name: 'find', action: FindAction, observation: FindObservation })
  class Find implements ToolExecutor<FindAction> {
    constructor(private readonly result: unknown) {}
    execute() {
      return this.result;
    }
  }
  const find = (result: unknown) =>
    createToolRuntime([define(new Find(result))]).call({ name: 'find', arguments: { what: 'x' } });

  it('says what the model reads, what people read and what programs get', async () => {
    const observation = await find(new FindObservation(3));
    expect(observation).toMatchObject({ text: '3 found', structuredContent: { count: 3 } });
    expect(observation.visualize()).toBe('***');
  });

  it('is built from a plain object', async () => {
    expect(await find({ count: 2 })).toMatchObject({ text: '2 found', structuredContent: { count: 2 } });
  });

  it('is checked', async () => {
    expect((await find(new FindObservation(1.5))).text).toMatch(
      /^Tool 'find' output failed schema validation: [^]*\/count: expected an integer/,
    );
  });

  it('whose view fails is shown as the model reads it', async () => {
    expect((await find(new FindObservation(10))).visualize()).toBe('10 found');
  });
});

describe('a declared output', () => {
  class Outputs {
    static result: unknown;
    @Tool('Number.') @Returns({ type: 'integer' }) integer() {
      return Outputs.result;
    }
    @Tool('Object.') @Returns(() => Point) point() {
      return Outputs.result;
    }
    @Tool('List.') @Returns({ type: () => Point, each: true }) points() {
      return Outputs.result;
    }
  }
  const output = (name: string, result: unknown) => {
    Outputs.result = result;
    return createToolRuntime([Outputs]).call({ name });
  };

  it('is sent as structured content, wrapped when it is not an object', async () => {
    expect(await output('integer', 5)).toMatchObject({ text: '5', structuredContent: { result: 5 } });
    expect(await output('points', [{ x: 1 }])).toMatchObject({
      text: '[{"x":1}]',
      structuredContent: { result: [{ x: 1 }] },
    });
    expect(await output('point', Object.assign(new Point(), { x: 1, label: undefined }))).toMatchObject({
      text: '{"x":1}',
      structuredContent: { x: 1 },
    });
  });

  it('is repaired as arguments are', async () => {
    expect(await output('integer', '5')).toMatchObject({ text: '5', structuredContent: { result: 5 } });
    expect((await output('point', { x: '7' })).structuredContent).toEqual({ x: 7 });
  });

  it.each([
    ['integer', 'x', '/result: expected an integer, received the text "x"'],
    ['integer', undefined, '/result: expected an integer, received null'],
    ['point', { x: 1.5 }, '/x: expected an integer'],
    ['point', 'text', 'expected an object, received a string'],
    ['points', [{ x: 1 }, {}], '/result/1/x: expected an integer (required)'],
  ])('of %s refuses %j and says where', async (name, result, part) => {
    const observation = await output(name, result);
    expect(observation.error).toBeInstanceOf(InvalidOutputError);
    expect(observation.text.startsWith(`Tool '${name}' output failed schema validation: `)).toBe(true);
    expect(observation.text).toContain(part);
    expect(observation).not.toHaveProperty('structuredContent');
  });

  it('may be a raw JSON Schema', async () => {
    const outputSchema = { type: 'array', items: { type: 'integer' } } as const;
    expect((await answer(() => [1, '2'], { outputSchema })).structuredContent).toEqual({ result: [1, 2] });
    expect((await answer(() => ['b'], { outputSchema })).isError).toBe(true);
  });

  it('refuses an observation whose structured content contradicts it', async () => {
    const outputSchema = { type: 'object', properties: { n: { type: 'integer' } }, required: ['n'] } as const;
    const content = 'one';
    const give = (structuredContent: JsonObject) =>
      answer(() => new Observation({ content, structuredContent }), { outputSchema });
    expect(await give({ n: 1 })).toMatchObject({ isError: false, structuredContent: { n: 1 } });
    for (const wrong of [{ n: 'x' }, {}]) {
      const { isError, text, error, structuredContent } = await give(wrong);
      expect({ isError, structuredContent }).toEqual({ isError: true, structuredContent: undefined });
      expect(text).toMatch(/^Tool 'x' output failed schema validation: /);
      expect(error).toBeInstanceOf(InvalidOutputError);
    }
  });

  it('refuses a Date of a year that RFC 3339 cannot write, and says so', async () => {
    class Found {
      @Type(() => Date) @Param() when!: Date;
    }
    const give = (when: Date) => answer(() => ({ when }), { returns: { type: () => Found } });
    const when = '9999-12-31T23:59:59.999Z';
    expect((await give(new Date(when))).structuredContent).toEqual({ when });
    const { text } = await give(new Date('+012000-01-01T00:00:00.000Z'));
    expect(text).toMatch(/^Tool 'x' output failed schema validation: /);
    expect(text).toContain('/when: expected a date-time');
    expect(text).toContain('Years go from 0000 to 9999.');
  });

  it('is not asked of an error', async () => {
    expect((await answer(() => Observation.error('no'), { returns: { type: 'integer' } })).text).toBe(
      "Tool 'x' failed: no",
    );
  });
});

describe('whatever a tool throws', () => {
  const unreadable = Object.defineProperty(new Error(), 'message', {
    get: () => {
      throw new Error('no');
    },
  });
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();

  it.each<[string, unknown, string]>([
    ['an error', new Error('down'), 'down'],
    ['an error without a message', new Error(), 'it threw an error without a message.'],
    ['text', 'broken', 'broken'],
    ['null', null, 'it threw null.'],
    ['undefined', undefined, 'it threw undefined.'],
    ['a number', 42, 'it threw a number.'],
    ['a frozen object', Object.freeze({ code: 1 }), 'it threw an object without a message.'],
    ['an object with a message', { message: 'odd' }, 'odd'],
    ['a symbol', Symbol('s'), 'it threw a symbol.'],
    ['an error whose message cannot be read', unreadable, 'it threw an error that cannot be read.'],
    ['something that is no longer there', proxy, 'it threw an error that cannot be read.'],
    [
      'something that only looks like an error of ours',
      { [Symbol.for('toolwright.error')]: true, fault: 'author' },
      'it threw an error that cannot be read.',
    ],
    ['a long text', 'x'.repeat(9_000), `${'x'.repeat(2_000)}…`],
    ['a long FailCall', new FailCall('y'.repeat(9_000)), 'y'.repeat(9_000)],
  ])('the call is answered: %s', async (_, thrown, text) => {
    const bodies = [
      () => {
        throw thrown;
      },
      // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors -- tools reject with anything.
      () => Promise.reject(thrown),
    ];
    for (const body of bodies) {
      const observation = await answer(body);
      expect(observation).toMatchObject({ isError: true, attempts: 1, toolName: 'x' });
      expect(observation.text).toBe(`Tool 'x' failed: ${text}`);
      expect(observation.text).not.toContain('.ts:');
    }
  });

  it('other calls of the run go on, each answered in its place', async () => {
    const tool = defineTool({
      name: 'divide',
      description: 'Divide.',
      input: { by: 'number' },
      execute: async ({ by }) => {
        if (by === 0) throw new Error('division by zero');
        return 12 / by;
      },
    });
    const run = createToolRuntime([tool]).openRun();
    const answers = await Promise.all([3, 0, 4].map(by => run.call({ name: 'divide', arguments: { by } })));
    await run.close();
    expect(answers.map(({ text }) => text)).toEqual(['4', "Tool 'divide' failed: division by zero", '3']);
  });
});

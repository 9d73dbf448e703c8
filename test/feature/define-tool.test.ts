import { Type } from 'class-transformer';
import { IsDate, IsInt, IsOptional, IsString } from 'class-validator';
import {
  createToolRuntime,
  defineTool,
  DefinitionError,
  Param,
  ReplayClass,
  Returns,
  RunContext,
  Tool,
  type ToolDefinition,
  withExecutor,
} from 'toolwright';

class OrderQuery {
  @IsString() customer!: string;
  @IsOptional() @IsInt() limit?: number;
  @IsOptional() @IsDate() @Type(() => Date) since?: Date;
}

class Sum {
  @Param() total!: number;
}

enum Priority {
  Low = 'low',
  High = 'high',
}

const call = async (tool: ToolDefinition, args: unknown): Promise<string> => {
  const answer = await createToolRuntime([tool]).call({ name: tool.name, arguments: args });
  return answer.text;
};

/** The problems that a call of `defineTool` with these fields reports. */
function problemsOf(fields: object): string[] {
  try {
    defineTool(fields as never);
  } catch (error) {
    if (error instanceof DefinitionError) return error.problems.map(({ where, seen }) => `${where}: ${seen}`);
    throw error;
  }
  return [];
}

describe('defineTool with a field map', () => {
  it.each([
    ['string', { type: 'string' }],
    ['number', { type: 'number' }],
    ['integer', { type: 'integer' }],
    ['boolean', { type: 'boolean' }],
    ['date', { type: 'string', format: 'date-time' }],
  ] as const)('reads %s, as it is, as a list and optional', (text, schema) => {
    const { inputSchema } = defineTool({
      name: 'x',
      input: { one: text, many: `${text}[]`, maybe: `${text}?`, maybeMany: `${text}[]?` },
    });
    expect(inputSchema).toEqual({
      type: 'object',
      properties: {
        one: schema,
        many: { type: 'array', items: schema },
        maybe: schema,
        maybeMany: { type: 'array', items: schema },
      },
      required: ['one', 'many'],
      additionalProperties: false,
    });
  });

  it('takes the same options as @Param', () => {
    const { inputSchema } = defineTool({
      name: 'x',
      input: {
        code: { type: 'string', description: 'A code.', pattern: '^[A-Z]+$' },
        priority: { enum: Priority, default: 'low' },
        nested: { type: () => OrderQuery, each: true, optional: true },
        raw: { schema: { type: 'array', prefixItems: [{ type: 'string' }] } },
      },
    });
    expect(inputSchema.properties).toEqual({
      code: { type: 'string', description: 'A code.', pattern: '^[A-Z]+$' },
      priority: { type: 'string', enum: ['low', 'high'], default: 'low' },
      nested: { type: 'array', items: { $ref: '#/$defs/OrderQuery' } },
      raw: { type: 'array', prefixItems: [{ type: 'string' }] },
    });
    expect(inputSchema.required).toEqual(['code', 'raw']);
  });

  it('types the arguments', async () => {
    const tool = defineTool({
      name: 'typed',
      input: {
        text: 'string',
        count: 'integer?',
        tags: 'string[]',
        at: 'date',
        level: { enum: ['low', 'high'] },
        priority: { enum: Priority },
        note: { type: 'string', nullable: true },
        orders: { type: () => OrderQuery, each: true },
        sizes: { type: () => [Number], optional: true },
        limit: { type: 'integer', default: 5 },
      },
      execute: args => {
        const text: string = args.text;
        const count: number | undefined = args.count;
        const tags: string[] = args.tags;
        const at: Date = args.at;
        const level: 'low' | 'high' = args.level;
        const priority: Priority = args.priority;
        const note: string | null = args.note;
        // @ts-expect-error -- null is a value of it.
        const wrongNote: string = args.note;
        const customers: string[] = args.orders.map(order => order.customer);
        const sizes: number[] | undefined = args.sizes;
        const limit: number = args.limit;
        // @ts-expect-error -- it may be left out.
        const wrong: number = args.count;
        // @ts-expect-error -- no such argument.
        const nothing: unknown = args.other;
        return [
          text,
          count,
          tags,
          at.getTime(),
          level,
          priority,
          note,
          customers,
          sizes,
          limit,
          wrong,
          wrongNote,
          nothing,
        ];
      },
    });
    const args = {
      text: 'a',
      tags: ['b'],
      at: '1970-01-01T00:00:01Z',
      level: 'low',
      priority: 'high',
      note: null,
      orders: [{ customer: 'c' }],
    };
    expect(JSON.parse(await call(tool, args))).toEqual(
      JSON.parse(
        JSON.stringify(['a', null, ['b'], 1000, 'low', 'high', null, ['c'], null, 5, null, null, null]),
      ),
    );
  });

  it('means no arguments when it is left out', async () => {
    const ping = defineTool({ name: 'ping', execute: () => 'pong' });
    expect(ping.inputSchema).toEqual({ type: 'object', properties: {}, additionalProperties: false });
    expect(await call(ping, {})).toBe('pong');
  });

  it('reports every field that cannot be read', () => {
    expect(problemsOf({ name: 'x', input: { a: 'text', b: 'string??', c: 5, d: 'string' } })).toEqual([
      "defineTool 'x', input 'a': 'text' is not a field type.",
      "defineTool 'x', input 'b': 'string??' is not a field type.",
      "defineTool 'x', input 'c': its value is a number.",
    ]);
  });
});

describe('defineTool with a DTO class', () => {
  const find = defineTool({
    name: 'find',
    input: OrderQuery,
    execute: (query, run: RunContext) => {
      const since: Date | undefined = query.since;
      return [query instanceof OrderQuery, query.customer, since?.getUTCFullYear(), run.runId];
    },
  });

  it('advertises its properties', () => {
    expect(find.inputSchema).toEqual({
      type: 'object',
      properties: {
        customer: { type: 'string' },
        limit: { type: 'integer' },
        since: { type: 'string', format: 'date-time' },
      },
      required: ['customer'],
      additionalProperties: false,
    });
  });

  it('gives an instance and the run to execute', async () => {
    const answer = await createToolRuntime([find]).call(
      { name: 'find', arguments: { customer: 'a', since: '2024-01-01T00:00:00Z' } },
      { runId: 'r' },
    );
    expect(answer.text).toBe('[true,"a",2024,"r"]');
  });
});

describe('defineTool with a raw JSON Schema', () => {
  const inputSchema = {
    type: 'object',
    properties: { a: { type: 'integer', minimum: 2 }, b: { oneOf: [{ type: 'string' }, { type: 'null' }] } },
    required: ['a'],
  } as const;

  it('advertises and enforces it as it is', async () => {
    const raw = defineTool({ name: 'raw', inputSchema, execute: args => args });
    expect(raw.inputSchema).toEqual(inputSchema);
    expect(await call(raw, { a: 2, b: null, c: 'not forbidden' })).toBe(
      '{"a":2,"b":null,"c":"not forbidden"}',
    );
    expect(await call(raw, { a: 1 })).toMatch(/^Invalid arguments for tool 'raw': /);
  });

  it('keeps a copy, so that later changes do not reach the tool', () => {
    const mutable = { type: 'object' as const, properties: { a: { type: 'string' } } };
    const output = { type: 'object' as const, properties: { a: { type: 'string' } } };
    const raw = defineTool({ name: 'raw', inputSchema: mutable, outputSchema: output } as never);
    mutable.properties.a.type = 'number';
    output.properties.a.type = 'number';
    expect(raw.inputSchema.properties).toEqual({ a: { type: 'string' } });
    expect(raw.outputSchema?.properties).toEqual({ a: { type: 'string' } });
  });

  it('refuses one that does not describe an object', () => {
    expect(problemsOf({ name: 'x', inputSchema: { type: 'string' } })).toEqual([
      `defineTool 'x', inputSchema: Its root has the type "string".`,
    ]);
  });

  it('reads older drafts, and stays alone when it is refused', async () => {
    const inputSchema = {
      $schema: 'http://json-schema.org/draft-07/schema#',
      definitions: { point: { type: 'array', items: [{ type: 'number' }, { type: 'number' }] } },
      properties: { at: { $ref: '#/definitions/point' } },
    };
    const tool = defineTool({ name: 'x', inputSchema, execute: args => args });
    expect(tool.inputSchema).toEqual({
      type: 'object',
      properties: { at: { $ref: '#/$defs/point' } },
      $defs: { point: { type: 'array', prefixItems: [{ type: 'number' }, { type: 'number' }] } },
    });
    const runtime = createToolRuntime([tool]);
    expect((await runtime.call({ name: 'x', arguments: { at: ['a'] } })).text).toContain('/at/0');
    expect(
      problemsOf({ name: 'y', inputSchema: { properties: { a: { $ref: 'https://x.test/a' } } } }),
    ).toEqual([expect.stringContaining("defineTool 'y', inputSchema at /properties/a") as string]);
  });
});

describe('defineTool', () => {
  it('gives the definition that decorators give', () => {
    class Calculator {
      @Tool({
        name: 'sum',
        title: 'Sum up',
        description: 'Adds numbers.',
        annotations: { openWorldHint: false },
        timeoutMs: 1_000,
        maxRetries: 3,
        retryDelayMs: 10,
      })
      @ReplayClass('idempotent')
      @Returns(() => Sum)
      add(
        @Param({ description: 'First.', minimum: 0 }) a: number,
        @Param({ optional: true }) b: number,
        @Param({ type: () => OrderQuery, each: true }) orders: OrderQuery[],
        run?: RunContext,
      ): Sum {
        run?.logger.info('adding');
        return Object.assign(new Sum(), { total: a + b + orders.length });
      }
    }
    const [decorated] = createToolRuntime([Calculator]).definitions();
    const defined = defineTool({
      name: 'sum',
      title: 'Sum up',
      description: 'Adds numbers.',
      annotations: { openWorldHint: false },
      timeoutMs: 1_000,
      maxRetries: 3,
      retryDelayMs: 10,
      replayClass: 'idempotent',
      returns: () => Sum,
      input: {
        a: { type: 'number', description: 'First.', minimum: 0 },
        b: 'number?',
        orders: { type: () => OrderQuery, each: true },
      },
      execute: () => undefined,
    });
    expect({ ...decorated?.describe(), origin: 'function' }).toEqual(defined.describe());
    expect(decorated?.origin).toBe('method');
    expect(decorated?.policy).toEqual(defined.policy);
    expect(JSON.stringify(decorated?.inputSchema)).toBe(JSON.stringify(defined.inputSchema));
  });

  it.each([
    ['title', { title: 'T' }, { title: 'T' }],
    ['description', { description: 'D.' }, { description: 'D.' }],
    ['annotations', { annotations: { destructiveHint: false } }, { annotations: { destructiveHint: false } }],
    [
      'replayClass',
      { replayClass: 'read_only' },
      { replayClass: 'read_only', annotations: { readOnlyHint: true } },
    ],
    ['origin', { origin: 'custom' }, { origin: 'custom' }],
    ['timeoutMs', { timeoutMs: 5 }, { policy: { timeoutMs: 5 } }],
    ['maxRetries', { maxRetries: 2 }, { policy: { maxRetries: 2 } }],
    ['retryDelayMs', { retryDelayMs: 7 }, { policy: { retryDelayMs: 7 } }],
    ['returns', { returns: { type: 'integer' } }, { outputSchema: resultOf({ type: 'integer' }) }],
    [
      'outputSchema',
      { outputSchema: { type: 'string' } },
      { outputSchema: resultOf({ type: 'string' }, false) },
    ],
  ])('shows %s', (_name, fields, shown) => {
    const plain = defineTool({ name: 'some_tool' });
    const definition = defineTool({ name: 'some_tool', ...(fields as object) });
    expect(definition).toMatchObject(shown);
    expect(plain).not.toMatchObject(shown);
  });

  it('has defaults for what is left out', () => {
    expect(defineTool({ name: 'some_tool' }).describe()).toEqual({
      name: 'some_tool',
      description: 'Some tool.',
      inputSchema: { type: 'object', properties: {}, additionalProperties: false },
      annotations: {},
      replayClass: 'side_effecting',
      origin: 'function',
    });
  });

  it('reports every mistake at once', () => {
    expect(
      problemsOf({
        name: 'not safe',
        descripton: 'x',
        action: class {},
        replayClass: 'readonly',
        timeoutMs: 0,
        maxRetries: -1,
        annotations: { readonlyHint: true },
        input: { a: 'text' },
        inputSchema: { type: 'object' },
        returns: () => String,
        outputSchema: { type: 'string' },
      }).join('\n'),
    ).toMatch(
      /'descripton' is not[^]*'action' is not[^]*both input and[^]*both returns and[^]*is 'readonly'[^]*'not safe'[^]*'readonlyHint'[^]*timeoutMs is 0[^]*maxRetries is -1/,
    );
    expect(problemsOf({})).toEqual(["defineTool 'undefined': it has no name."]);
  });

  it('leaves its fields as they are', () => {
    const fields = { name: 'x', input: { a: { enum: ['b'] } }, annotations: { title: 'T' } };
    const before = structuredClone(fields);
    defineTool(fields as never);
    expect(fields).toEqual(before);
    expect([fields.input.a.enum, fields.annotations].some(Object.isFrozen)).toBe(false);
  });
});

describe('a definition without an executor', () => {
  const declared = defineTool({ name: 'declared', input: { a: 'string' } });

  it('answers an error', async () => {
    const answer = await createToolRuntime([declared]).call({ name: 'declared', arguments: { a: 'x' } });
    expect(answer.isError).toBe(true);
    expect(answer.error?.code).toBe('NO_EXECUTOR');
    expect(answer.error?.message).toContain('it is declared without an executor');
    expect(answer.text).toMatch(/^Tool 'declared' failed: /);
    expect(answer.attempts).toBe(0);
  });

  it('gets one from withExecutor and stays as it is', async () => {
    const executable = withExecutor(declared, ({ a }, run) => `${String(a)} ${typeof run.runId}`);
    expect(await call(executable, { a: 'x' })).toBe('x string');
    expect(executable.describe()).toEqual(declared.describe());
    expect(declared.binding).toBeUndefined();
    expect(
      await call(
        withExecutor(executable, () => 'other'),
        { a: 'x' },
      ),
    ).toBe('other');
    expect(await call(executable, { a: 'x' })).toBe('x string');
  });

  it('cannot be changed', () => {
    expect(Object.isFrozen(declared)).toBe(true);
    expect(Object.isFrozen(declared.policy)).toBe(true);
    expect(Object.isFrozen(declared.annotations)).toBe(true);
    expect(Object.isFrozen(declared.inputSchema.properties)).toBe(true);
  });
});

function resultOf(schema: object, isClosed = true): object {
  return {
    type: 'object',
    properties: { result: schema },
    required: ['result'],
    ...(isClosed ? { additionalProperties: false } : {}),
  };
}

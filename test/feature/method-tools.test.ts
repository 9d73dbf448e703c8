import { Type } from 'class-transformer';
import { IsDate, IsInt, IsOptional, IsString, Max, Min } from 'class-validator';
import { createToolRuntime, Param, ReplayClass, Returns, RunContext, Tool, ToolSet } from 'toolwright';
import { container as globalContainer, inject, injectable } from 'tsyringe';

interface Tenant {
  readonly name: string;
}

class OrderStatus {
  @IsString() orderId!: string;
  @IsString() tenant!: string;
}

@injectable()
class OrderDatabase {
  find(orderId: string): string {
    return `row of ${orderId}`;
  }
}

enum Priority {
  Low = 'low',
  Normal = 'normal',
}

enum Size {
  Small,
  Large = 10,
}

class Dimensions {
  @IsInt() @Min(1) @Max(100) width!: number;
}

class Parcel {
  @IsString() label!: string;
  @IsOptional() @IsDate() @Type(() => Date) shipped?: Date;
  @IsOptional() dimensions?: Dimensions;
}

/** What the body received, in order. */
const received: unknown[] = [];

@injectable()
class Orders {
  constructor(
    private readonly db: OrderDatabase,
    @inject('currency') private readonly currency: string,
  ) {}

  @Tool({ description: 'Look up an order.', timeoutMs: 5_000, maxRetries: 2 })
  @ReplayClass('read_only')
  @Returns(() => OrderStatus)
  async lookupOrder(
    @Param({ description: 'Order id, ORD-XXXXXX.', pattern: '^ORD-\\d{6}$' }) orderId: string,
    run: RunContext<Tenant>,
  ): Promise<OrderStatus> {
    return { orderId: `${this.db.find(orderId)} in ${this.currency}`, tenant: run.state.name };
  }

  @Tool()
  runFirst(run: RunContext<Tenant>, text: string): string {
    return `${run.state.name} ${text}`;
  }

  @Tool()
  runInTheMiddle(a: number, run: RunContext<Tenant>, b: number): string {
    return `${run.state.name} ${a - b}`;
  }

  @Tool()
  optionalRun(text: string, run?: RunContext<Tenant>): string {
    return `${run?.state.name ?? 'nobody'} ${text}`;
  }

  @Tool()
  runTwice(first: RunContext, second: RunContext): boolean {
    return first === second;
  }

  @Tool()
  initialised(
    @Param({ optional: true }) limit: number = 10,
    @Param({ default: 'asc' }) order: string = 'desc',
    @Param({ optional: true }) note?: string,
  ): string {
    received.push([limit, order, note]);
    return 'ok';
  }

  @Tool()
  choose(
    @Param({ enum: Priority }) priority: Priority,
    @Param({ enum: Size }) size: Size,
    @Param({ enum: ['red', 'green'] }) colour: 'red' | 'green',
  ): string {
    return JSON.stringify([priority, size, colour]);
  }

  @Tool()
  ship(
    parcel: Parcel,
    @Param({ type: () => Parcel, each: true, minItems: 1 }) others: Parcel[],
    @Param({ type: () => [Number] }) weights: number[],
  ): string {
    received.push([parcel, others, weights]);
    return 'shipped';
  }

  @Tool()
  remember(value: string, when: Date): string {
    received.push(when);
    return value;
  }
}

function newContainer(): typeof globalContainer {
  return globalContainer.createChildContainer().register('currency', { useValue: 'EUR' });
}

const tools = createToolRuntime([Orders], { container: newContainer() });
const tenant = { state: { name: 'acme' } };

beforeEach(() => {
  received.length = 0;
});

describe('a decorated method', () => {
  it('is a tool whose service gets its dependencies from the container', async () => {
    const answer = await tools.call(
      { name: 'lookup_order', arguments: '{"orderId":"ORD-123456"}' },
      { state: { name: 'acme' } },
    );
    expect(answer.isError).toBe(false);
    expect(answer.structuredContent).toEqual({ orderId: 'row of ORD-123456 in EUR', tenant: 'acme' });
  });

  it('advertises its arguments and nothing of the run', () => {
    expect(tools.toolsMap.get('lookup_order')?.describe()).toEqual({
      name: 'lookup_order',
      description: 'Look up an order.',
      inputSchema: {
        type: 'object',
        properties: {
          orderId: { type: 'string', description: 'Order id, ORD-XXXXXX.', pattern: '^ORD-\\d{6}$' },
        },
        required: ['orderId'],
        additionalProperties: false,
      },
      outputSchema: {
        type: 'object',
        properties: { orderId: { type: 'string' }, tenant: { type: 'string' } },
        required: ['orderId', 'tenant'],
        additionalProperties: false,
      },
      annotations: { readOnlyHint: true },
      replayClass: 'read_only',
      origin: 'method',
    });
  });

  it('answers an error for arguments that do not fit, without running', async () => {
    const answer = await tools.call({ name: 'lookup_order', arguments: { orderId: 'nope' } }, tenant);
    expect(answer.isError).toBe(true);
    expect(answer.attempts).toBe(0);
    expect(answer.text).toMatch(/^Invalid arguments for tool 'lookup_order': /);
  });

  it('is built once per run', async () => {
    let built = 0;
    @ToolSet()
    class Counter {
      private count = 0;
      constructor() {
        built++;
      }
      @Tool() next(): number {
        return ++this.count;
      }
    }
    const runtime = createToolRuntime([Counter]);
    const run = runtime.openRun();
    expect((await run.call({ name: 'next' })).text).toBe('1');
    expect((await run.call({ name: 'next' })).text).toBe('2');
    expect((await runtime.call({ name: 'next' })).text).toBe('1');
    expect(built).toBe(2);
    await run.close();
  });
});

describe('RunContext', () => {
  it.each([
    ['run_first', { text: 'x' }, ['text'], 'acme x'],
    ['run_in_the_middle', { a: 5, b: 3 }, ['a', 'b'], 'acme 2'],
    ['optional_run', { text: 'x' }, ['text'], 'acme x'],
    ['run_twice', {}, [], 'true'],
  ])('is injected into %s and not advertised', async (name, args, argumentNames, text) => {
    expect(Object.keys(tools.toolsMap.get(name)?.inputSchema.properties ?? {})).toEqual(argumentNames);
    expect((await tools.call({ name, arguments: args }, tenant)).text).toBe(text);
  });

  it.each(['run_first', 'optional_run'])('of %s is refused as an argument', async name => {
    const answer = await tools.call({ name, arguments: { text: 'x', run: { state: 1 } } }, tenant);
    expect(answer.isError).toBe(true);
    expect(answer.error?.code).toBe('INVALID_ARGUMENTS');
    expect(answer.text).toContain('run');
  });
});

describe('parameters', () => {
  it('keep their initialisers when an optional argument is absent', async () => {
    await tools.call({ name: 'initialised' }, tenant);
    await tools.call({ name: 'initialised', arguments: { limit: 3, order: 'none', note: 'n' } }, tenant);
    expect(received).toEqual([
      [10, 'asc', undefined],
      [3, 'none', 'n'],
    ]);
  });

  it('are required unless they say otherwise', () => {
    expect(tools.toolsMap.get('initialised')?.inputSchema).toEqual({
      type: 'object',
      properties: {
        limit: { type: 'number' },
        order: { type: 'string', default: 'asc' },
        note: { type: 'string' },
      },
      additionalProperties: false,
    });
    expect(tools.toolsMap.get('run_in_the_middle')?.inputSchema.required).toEqual(['a', 'b']);
  });

  it('take the values of enum objects and lists', async () => {
    expect(tools.toolsMap.get('choose')?.inputSchema.properties).toEqual({
      priority: { type: 'string', enum: ['low', 'normal'] },
      size: { type: 'integer', enum: [0, 10], description: '0 = Small, 10 = Large.' },
      colour: { type: 'string', enum: ['red', 'green'] },
    });
    const good = { priority: 'low', size: 10, colour: 'red' };
    expect((await tools.call({ name: 'choose', arguments: good }, tenant)).text).toBe('["low",10,"red"]');
    const bad = await tools.call({ name: 'choose', arguments: { ...good, priority: 'Low' } }, tenant);
    expect(bad.isError).toBe(true);
    expect(bad.text).toContain('normal');
  });

  it('receive nested DTOs, alone and in arrays, as instances', async () => {
    const answer = await tools.call(
      {
        name: 'ship',
        arguments: {
          parcel: { label: 'a', shipped: '2024-05-01T10:00:00Z' },
          others: [{ label: 'b' }],
          weights: [1, 2],
        },
      },
      tenant,
    );
    expect(answer.text).toBe('shipped');
    const [[parcel, others, weights]] = received as [[Parcel, Parcel[], number[]]];
    expect(parcel).toBeInstanceOf(Parcel);
    expect(parcel.shipped).toEqual(new Date('2024-05-01T10:00:00Z'));
    expect(others).toHaveLength(1);
    expect(others[0]).toBeInstanceOf(Parcel);
    expect(weights).toEqual([1, 2]);
  });

  it('apply the rules of nested DTOs', async () => {
    const answer = await tools.call(
      {
        name: 'ship',
        arguments: {
          parcel: { label: 'a', dimensions: { width: 500 } },
          others: [],
          weights: ['x'],
        },
      },
      tenant,
    );
    expect(answer.error?.details['paths']).toEqual(
      expect.arrayContaining(['/parcel/dimensions/width', '/others', '/weights/0']),
    );
  });

  it('receive Date objects for date-time text', async () => {
    await tools.call({ name: 'remember', arguments: { value: 'x', when: '2024-05-01T10:00:00Z' } }, tenant);
    expect(received).toEqual([new Date('2024-05-01T10:00:00Z')]);
  });
});

describe('other decorators', () => {
  const wrapped: string[] = [];

  /** Replaces the method by one without parameter names, as tracing and caching decorators do. */
  function Trace() {
    return (_target: object, name: string, descriptor: PropertyDescriptor): void => {
      const method = descriptor.value as (...args: unknown[]) => unknown;
      descriptor.value = function (this: unknown, ...args: unknown[]): unknown {
        wrapped.push(name);
        return method.apply(this, args);
      };
    };
  }

  class Parent {
    @Trace()
    @Tool()
    above(text: string, run: RunContext<Tenant>): string {
      return text + run.state.name;
    }
    @Tool()
    @Trace()
    below(text: string, run: RunContext<Tenant>): string {
      return text + run.state.name;
    }
    @Tool()
    @Trace()
    static alone(text: string): string {
      return text;
    }
  }

  class Child extends Parent {
    @Trace()
    override above(@Param('Another name.') words: string, run: RunContext<Tenant>): string {
      return `child ${words}${run.state.name}`;
    }
  }

  it('may wrap the method, on either side of @Tool', async () => {
    const runtime = createToolRuntime([Parent]);
    const answers = ['above', 'below', 'alone'].map(name =>
      runtime.call({ name, arguments: { text: 'x ' } }, tenant),
    );
    expect((await Promise.all(answers)).map(({ text }) => text)).toEqual(['x acme', 'x acme', 'x ']);
    expect(wrapped).toEqual(['above', 'below', 'alone']);
  });

  it('may wrap an override', async () => {
    const runtime = createToolRuntime([Child]);
    const answer = await runtime.call({ name: 'above', arguments: { words: 'x ' } }, tenant);
    expect(answer.text).toBe('child x acme');
  });
});

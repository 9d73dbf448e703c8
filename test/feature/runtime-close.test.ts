import { AsyncLocalStorage } from 'node:async_hooks';
import { setImmediate as turn } from 'node:timers/promises';
import {
  Action,
  createToolRuntime,
  define,
  defineTool,
  FailCall,
  type Logger,
  Param,
  RunClosedError,
  RunContext,
  silentLogger,
  Tool,
  type ToolDefinition,
  type ToolExecutor,
  type ToolHost,
  ToolSet,
  use,
} from 'toolwright';
import { injectable } from 'tsyringe';

const log: string[] = [];
beforeEach(() => void log.splice(0));

@injectable()
class Connection {
  async dispose() {
    await turn();
    log.push('dispose Connection');
  }
}

@ToolSet()
class Service {
  constructor(readonly connection: Connection) {}

  @Tool('Never ends.')
  hang(run: RunContext) {
    run.call.signal.addEventListener('abort', () => log.push('aborted'));
    return new Promise(() => undefined);
  }

  @Tool('Quick.')
  quick() {
    return 'done';
  }
}

class PortAction extends Action {
  @Param('Text.') text!: string;
}

@Tool({ name: 'port', action: PortAction })
class Port implements ToolExecutor<PortAction> {
  constructor(private readonly failing = false) {}
  static create(_host: ToolHost, { failing = false }: { failing?: boolean }): ToolDefinition[] {
    const port = new Port(failing);
    const prefix = failing ? 'bad' : 'good';
    return [define(port, { name: `${prefix}_a` }), define(port, { name: `${prefix}_b` })];
  }
  execute({ text }: PortAction) {
    return text;
  }
  async close() {
    await turn();
    log.push('close Port');
    if (this.failing) throw new Error('stuck');
  }
}

describe('closing a runtime', () => {
  it('cancels and answers what is in flight, then disposes the services of its runs', async () => {
    const runtime = createToolRuntime([Service]);
    const run = runtime.openRun();
    const calls = [run.call({ name: 'hang' }), runtime.call({ name: 'hang' })];
    await turn();
    await runtime.close();

    for (const { text, error } of await Promise.all(calls)) {
      expect(text).toMatch(/^Tool 'hang' was cancelled\./);
      expect(error).toMatchObject({ code: 'CALL_CANCELLED' });
    }
    expect(log).toEqual(['aborted', 'aborted', 'dispose Connection', 'dispose Connection']);
  });

  it('closes each executor once, also when it serves several tools and close() is called again', async () => {
    const runtime = createToolRuntime([use(Port, {})]);
    await runtime.call({ name: 'good_a', arguments: { text: 'x' } });
    await runtime.call({ name: 'good_b', arguments: { text: 'x' } });
    expect(log).toEqual([]);
    const closings = [runtime.close(), runtime.close()];
    await Promise.all(closings);
    await runtime.close();
    expect(log).toEqual(['close Port']);
  });

  it('goes on when an executor cannot be closed, and logs it', async () => {
    const lines: unknown[] = [];
    const logger: Logger = { ...silentLogger, error: (...line) => void lines.push(line) };
    const runtime = createToolRuntime([use(Port, { failing: true }), use(Port, {})], { logger });
    await runtime.close();
    expect(log).toEqual(['close Port', 'close Port']);
    expect(lines).toEqual([[expect.any(String), expect.objectContaining({ error: 'stuck' })]]);
  });

  it('gives an executor five seconds to close', async () => {
    const lines: unknown[] = [];
    const logger: Logger = { ...silentLogger, error: (_text, fields) => void lines.push(fields) };
    const tool = defineTool({ name: 'stuck', execute: () => 'ok' });
    const stuck = tool.with({
      binding: { ...tool.binding!, close: () => new Promise<void>(() => undefined) },
    });
    await createToolRuntime([stuck, use(Port, {})], { logger }).close();
    expect(log).toEqual(['close Port']);
    expect(lines).toEqual([{ toolName: 'stuck', error: 'it did not finish within 5000 ms' }]);
  });

  it('waits for executors until the calls of open runs are answered', async () => {
    const runtime = createToolRuntime([Service, use(Port, {})]);
    const run = runtime.openRun();
    void run.call({ name: 'hang' });
    await turn();
    await runtime.close();
    expect(log).toEqual(['aborted', 'dispose Connection', 'close Port']);
  });

  it('makes later calls answer an error without running', async () => {
    const runtime = createToolRuntime([Service]);
    const opened = runtime.openRun();
    await runtime.close();
    const late = [
      runtime.call({ name: 'quick' }),
      opened.call({ name: 'quick' }),
      runtime.openRun().call({ name: 'quick' }),
    ];
    for (const observation of await Promise.all(late)) {
      expect(observation).toMatchObject({ isError: true, attempts: 0 });
      expect(observation.error).toBeInstanceOf(RunClosedError);
      expect(observation.text).toMatch(/^Tool 'quick' failed: /);
    }
  });
});

describe('closing a run', () => {
  it('waits for its calls without cancelling them', async () => {
    const run = createToolRuntime([Service]).openRun();
    const call = run.call({ name: 'quick' });
    await run.close();
    expect((await call).text).toBe('done');
    expect((await run.call({ name: 'quick' })).error).toBeInstanceOf(RunClosedError);
  });

  it('may be preceded by cancelling its calls', async () => {
    const run = createToolRuntime([Service]).openRun();
    const call = run.call({ name: 'hang' });
    await turn();
    run.cancel(new Error('enough'));
    await run.close();
    expect((await call).text).toMatch(/^Tool 'hang' was cancelled\./);
  });

  it('leaves other runs alone', async () => {
    const runtime = createToolRuntime([Service]);
    const [first, second] = [runtime.openRun(), runtime.openRun()];
    await first.close();
    expect((await second.call({ name: 'quick' })).text).toBe('done');
    await second.close();
  });

  it('closes an executor class that the run has built', async () => {
    const runtime = createToolRuntime([PlainPort]);
    await runtime.call({ name: 'plain', arguments: { text: 'x' } });
    expect(log).toEqual(['close PlainPort']);
    await runtime.close();
    expect(log).toHaveLength(1);
  });
});

@Tool({ name: 'plain', action: PortAction })
class PlainPort implements ToolExecutor<PortAction> {
  execute({ text }: PortAction) {
    return text;
  }
  close() {
    log.push('close PlainPort');
  }
}

describe('run.close()', () => {
  it('may be awaited by a tool of the run: it then ends with that call', async () => {
    let isDisposed = false;
    @ToolSet()
    class Closing {
      @Tool()
      async finish(): Promise<string> {
        await open.close();
        return `disposed: ${String(isDisposed)}`;
      }
      dispose(): void {
        isDisposed = true;
      }
    }
    const runtime = createToolRuntime([Closing]);
    const open = runtime.openRun();
    expect((await open.call({ name: 'finish' })).text).toBe('disposed: false');
    await open.close();
    expect(isDisposed).toBe(true);
    expect((await open.call({ name: 'finish' })).error).toBeInstanceOf(RunClosedError);
  });
});

describe('a tool that ends after its call timed out', () => {
  it('is disposed in the async context of its caller', async () => {
    const traces = new AsyncLocalStorage<string>();
    const seen: unknown[] = [];
    @Tool({ name: 'late', description: 'Late.', timeoutMs: 5 })
    class Late {
      async execute(): Promise<void> {
        await new Promise(resolve => setTimeout(resolve, 30));
      }
      dispose() {
        seen.push(traces.getStore());
      }
    }
    const runtime = createToolRuntime([Late]);
    const calls = ['a', 'b'].map(trace => traces.run(trace, () => runtime.call({ name: 'late' })));
    for (const { error } of await Promise.all(calls)) expect(error?.code).toBe('TOOL_TIMEOUT');
    await runtime.close();

    expect(seen).toEqual(['a', 'b']);
  });
});

describe('a journal that never finishes writing the end', () => {
  it('holds the answer for five seconds at most', async () => {
    const tool = defineTool({ name: 'quick', execute: () => 'done' });
    const lines: string[] = [];
    const runtime = createToolRuntime([tool], {
      journal: {
        write: event => (event.type === 'tool-call-ended' ? new Promise(() => undefined) : undefined),
      },
      logger: { ...silentLogger, error: text => void lines.push(text) },
    });
    expect((await runtime.call({ name: 'quick' })).text).toBe('done');
    expect(lines).toEqual(['The end of a tool call could not be recorded.']);
    await runtime.close();
  });
});

describe('a logger that throws', () => {
  it('harms no call', async () => {
    const fail = (): never => {
      throw new Error('disk full');
    };
    const tool = defineTool({
      name: 'log',
      execute: (_args, run) => {
        run.logger.info('working');
        throw new FailCall('no');
      },
    });
    const logger = { debug: fail, info: fail, warn: fail, error: fail };
    const runtime = createToolRuntime([tool], {
      logger,
      journal: { write: event => (event.type === 'tool-call-ended' ? fail() : undefined) },
    });
    expect((await runtime.call({ name: 'log' })).text).toBe("Tool 'log' failed: no");
    await runtime.close();
  });
});

describe('a tool that calls another runtime', () => {
  it('fails by its own name when that call is refused', async () => {
    const inner = createToolRuntime([
      defineTool({ name: 'inner', input: { n: 'number' }, execute: () => 1 }),
    ]);
    const outer = defineTool({
      name: 'outer',
      execute: async () => {
        const { error } = await inner.call({ name: 'nowhere' });
        throw error!;
      },
    });
    const { error, text } = await createToolRuntime([outer]).call({ name: 'outer' });
    expect(error?.code).toBe('TOOL_FAILED');
    expect(text).toBe("Tool 'outer' failed: Unknown tool 'nowhere'. Known tools: inner.");
  });
});

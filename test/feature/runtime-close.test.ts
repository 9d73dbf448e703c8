import { setImmediate as turn } from 'node:timers/promises';
import {
  Action,
  createToolRuntime,
  define,
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

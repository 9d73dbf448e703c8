import { setImmediate as turn } from 'node:timers/promises';
import {
  Action,
  CaptiveDependencyError,
  createToolRuntime,
  type CurrentCall,
  DependencyMissingError,
  type Logger,
  OutsideCallError,
  Param,
  type ProgressUpdate,
  RunContext,
  silentLogger,
  Tool,
  type ToolExecutor,
  ToolSet,
} from 'toolwright';
import { container as globalContainer, inject, injectable, singleton } from 'tsyringe';
import { FakeClock } from '../support/fake-clock.js';

interface Tenant {
  readonly name: string;
}

const log: string[] = [];
beforeEach(() => void log.splice(0));

/** Knows its run from the constructor. */
@injectable()
class Session {
  constructor(readonly run: RunContext<Tenant>) {
    log.push('build Session');
  }
  dispose() {
    log.push('dispose Session');
  }
}

@singleton()
class Database {
  readonly id = Math.random();
  dispose() {
    log.push('dispose Database');
  }
}

@ToolSet()
class Orders {
  private seen = 0;
  constructor(
    readonly session: Session,
    readonly database: Database,
  ) {
    log.push('build Orders');
  }

  @Tool('The run in the middle of the parameters.')
  async whoAmI(before: string, run: RunContext<Tenant>, after: string) {
    const earlier = run.state;
    await turn();
    return [before, earlier.name, this.session.run.state.name, run.state.name, after].join(' ');
  }

  @Tool('Whether everybody sees one state object.')
  isSame(run: RunContext<Tenant>) {
    return run.state === this.session.run.state && run === this.session.run;
  }

  @Tool('Count the calls that this instance has seen.')
  count() {
    return `${++this.seen} ${this.database.id}`;
  }

  @Tool('No run at all.')
  plain(text: string) {
    return text;
  }

  @Tool('Throws.')
  crash() {
    throw new Error('down');
  }

  @Tool({ description: 'Never ends.', timeoutMs: 20 })
  hang() {
    return new Promise(() => undefined);
  }

  async [Symbol.asyncDispose]() {
    await turn();
    log.push('dispose Orders');
  }
}

@Tool('One instance per call.')
class OpenTicket {
  @Param({ optional: true }) summary: string = 'none';
  private seen = 0;
  constructor(private readonly session: Session) {
    log.push('build OpenTicket');
  }
  execute(run: RunContext<Tenant>) {
    return `${++this.seen} ${this.summary} ${this.session.run === run ? 'same run' : 'other run'}`;
  }
  dispose() {
    log.push('dispose OpenTicket');
  }
}

class PingAction extends Action {
  @Param('Text.') text!: string;
}

@Tool({ name: 'ping', action: PingAction })
@injectable()
class Ping implements ToolExecutor<PingAction> {
  private seen = 0;
  constructor(private readonly session: Session) {
    log.push('build Ping');
  }
  execute(action: PingAction, run: RunContext<Tenant>) {
    return `${++this.seen} ${action.text} ${run.state.name} ${this.session.run.state.name}`;
  }
  dispose() {
    log.push('dispose Ping');
  }
}

const text = async (observation: Promise<{ readonly text: string }>): Promise<string> =>
  (await observation).text;

describe('the state of a run', () => {
  it('is the very object that the caller gave, in tools and in constructors', async () => {
    const runtime = createToolRuntime([Orders, Ping]);
    const options = { state: { name: 'acme' } };
    expect(await text(runtime.call({ name: 'is_same' }, options))).toBe('true');
    expect(await text(runtime.call({ name: 'ping', arguments: { text: 'hi' } }, options))).toBe(
      '1 hi acme acme',
    );
    expect(await text(runtime.call({ name: 'plain', arguments: { text: 'hi' } }, options))).toBe('hi');
  });

  it('is injected at any position and never advertised', async () => {
    const runtime = createToolRuntime([Orders]);
    expect(Object.keys(runtime.toolsMap.get('who_am_i')?.inputSchema.properties ?? {})).toEqual([
      'before',
      'after',
    ]);
    const call = { name: 'who_am_i', arguments: { before: 'a', after: 'z' } };
    expect(await text(runtime.call(call, { state: { name: 'acme' } }))).toBe('a acme acme acme z');
    const spoofed = { name: 'who_am_i', arguments: { ...call.arguments, run: { state: 'root' } } };
    expect(await text(runtime.call(spoofed, { state: { name: 'acme' } }))).toContain(
      '/run: expected no member of this name',
    );
  });

  it('never mixes between 200 interleaved runs', async () => {
    const runtime = createToolRuntime([Orders]);
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, index) =>
        text(
          runtime.call(
            { name: 'who_am_i', arguments: { before: `b${index}`, after: 'z' } },
            { state: { name: `t${index}` } },
          ),
        ),
      ),
    );
    expect(answers).toEqual(
      Array.from({ length: 200 }, (_, index) => `b${index} t${index} t${index} t${index} z`),
    );
  });
});

describe('what a run tells', () => {
  class Facts {
    @Tool('Facts.')
    facts(run: RunContext) {
      const { runId, conversationId, workspaceRoot } = run;
      run.logger.info('asked', { runId });
      return { runId, conversationId, workspaceRoot, now: run.now(), random: run.random(), uuid: run.uuid() };
    }
  }

  it('comes from the options of run and runtime', async () => {
    const lines: unknown[] = [];
    const ignore = (): void => undefined;
    const logger: Logger = {
      debug: ignore,
      warn: ignore,
      error: ignore,
      info: (...line) => void lines.push(line),
    };
    const runtime = createToolRuntime([Facts], {
      clock: new FakeClock('2030-05-06T07:08:09.000Z'),
      entropy: { random: () => 0.25, uuid: () => 'fixed' },
      workspaceRoot: '/srv',
      logger,
    });
    const { content } = await runtime.call({ name: 'facts' }, { runId: 'r1', conversationId: 'c1' });

    expect(JSON.parse((content[0] as { text: string }).text)).toEqual({
      runId: 'r1',
      conversationId: 'c1',
      workspaceRoot: '/srv',
      now: '2030-05-06T07:08:09.000Z',
      random: 0.25,
      uuid: 'fixed',
    });
    expect(lines).toEqual([['asked', { runId: 'r1' }]]);
    await runtime.call({ name: 'facts' }, { runId: 'r2', logger: { ...logger, info: ignore } });
    expect(lines).toHaveLength(1);
  });
});

describe('run.call', () => {
  const calls: CurrentCall[] = [];
  let failures = 0;
  beforeEach(() => void calls.splice(0));

  class Watched {
    @Tool({ description: 'Fails as often as told.', maxRetries: 5, retryDelayMs: 0 })
    async work(run: RunContext) {
      calls.push(run.call);
      await turn();
      run.call.progress({ progress: 1, total: 2, message: `attempt ${run.call.attempt}` });
      if (run.call.attempt <= failures) throw new Error('again');
      return run.call.toolName;
    }
  }

  it('tells id, tool, turn, attempt, key and signal; the key holds across attempts', async () => {
    failures = 2;
    const runtime = createToolRuntime([Watched]);
    const seen: ProgressUpdate[] = [];
    const observation = await runtime.call(
      { id: 'call-7', name: 'work' },
      { runId: 'r1', turn: 4, onProgress: update => void seen.push(update) },
    );

    expect(observation).toMatchObject({ text: 'work', callId: 'call-7', toolName: 'work', attempts: 3 });
    expect(calls.map(call => [call.id, call.toolName, call.turn, call.attempt])).toEqual([
      ['call-7', 'work', 4, 1],
      ['call-7', 'work', 4, 2],
      ['call-7', 'work', 4, 3],
    ]);
    expect(new Set(calls.map(call => call.idempotencyKey)).size).toBe(1);
    expect(calls.every(call => call.signal instanceof AbortSignal && !call.signal.aborted)).toBe(true);
    expect(seen).toEqual([1, 2, 3].map(n => ({ progress: 1, total: 2, message: `attempt ${n}` })));
  });

  it('has defaults for turn and id, and a key of its own for each call', async () => {
    failures = 0;
    const run = createToolRuntime([Watched]).openRun();
    const first = await run.call({ name: 'work' });
    await run.call({ name: 'work' }, { turn: 2 });
    await run.close();

    expect(calls.map(call => call.turn)).toEqual([1, 2]);
    expect(calls[0]?.id).toBe(first.callId);
    expect(new Set(calls.map(call => call.idempotencyKey)).size).toBe(2);
  });

  it('is refused outside a call', async () => {
    const run = createToolRuntime([Watched]).openRun({ runId: 'r9' });
    expect(() => run.context.call).toThrow(OutsideCallError);
    expect(() => run.context.call).toThrow('r9');
    await run.close();
  });
});

describe('services', () => {
  const state = { name: 'acme' };

  it('live once per run in service classes and executors, once per call in command classes', async () => {
    const runtime = createToolRuntime([Orders, Ping, OpenTicket]);
    const run = runtime.openRun({ state });
    const ping = { name: 'ping', arguments: { text: 'x' } };
    const counts = [
      await text(run.call({ name: 'count' })),
      await text(run.call({ name: 'count' })),
      await text(run.call(ping)),
      await text(run.call(ping)),
      await text(run.call({ name: 'open_ticket', arguments: { summary: 'a' } })),
      await text(run.call({ name: 'open_ticket' })),
    ];
    await run.close();

    expect(counts.map(count => count.split(' ')[0])).toEqual(['1', '2', '1', '2', '1', '1']);
    expect(counts.slice(4)).toEqual(['1 a same run', '1 none same run']);
    expect(await text(runtime.call({ name: 'count' }))).toMatch(/^1 /);
  });

  it('that are singletons are shared by all runs and never disposed', async () => {
    const runtime = createToolRuntime([Orders]);
    const ids = [
      await text(runtime.call({ name: 'count' })),
      await text(runtime.call({ name: 'count' })),
    ].map(answer => answer.split(' ')[1]);
    await runtime.close();

    expect(ids[0]).toBe(ids[1]);
    expect(log).not.toContain('dispose Database');
  });

  it('are disposed in reverse order, each once, when the run closes', async () => {
    const run = createToolRuntime([Orders, Ping]).openRun({ state });
    await run.call({ name: 'count' });
    await run.call({ name: 'ping', arguments: { text: 'x' } });
    expect(log).toEqual(['build Session', 'build Orders', 'build Session', 'build Ping']);
    log.splice(0);
    await Promise.all([run.close(), run.close()]);
    expect(log).toEqual(['dispose Ping', 'dispose Session', 'dispose Orders', 'dispose Session']);
  });

  it('of one call are disposed with the call', async () => {
    const run = createToolRuntime([OpenTicket]).openRun({ state });
    await run.call({ name: 'open_ticket' });
    expect(log).toEqual(['build Session', 'build OpenTicket', 'dispose OpenTicket', 'dispose Session']);
    await run.close();
    expect(log).toHaveLength(4);
  });

  it.each([
    ['an error', 'crash', false],
    ['a timeout', 'hang', false],
    ['a cancellation', 'hang', true],
  ])('are disposed once after %s', async (_, name, isCancelled) => {
    const runtime = createToolRuntime([Orders]);
    const observation = await runtime.call({ name }, isCancelled ? { signal: AbortSignal.timeout(5) } : {});

    expect(observation.isError).toBe(true);
    await runtime.close();
    expect(log.filter(line => line.startsWith('dispose'))).toEqual(['dispose Orders', 'dispose Session']);
  });

  it('come from the container of the runtime, or of the run', async () => {
    @ToolSet()
    class Greeter {
      constructor(@inject('greeting') private readonly greeting: string) {}
      @Tool('Greet.')
      greet() {
        return this.greeting;
      }
    }
    const [english, german] = ['hello', 'hallo'].map(greeting =>
      globalContainer.createChildContainer().register('greeting', { useValue: greeting }),
    );
    const runtime = createToolRuntime([Greeter], { container: english! });

    expect(await text(runtime.call({ name: 'greet' }))).toBe('hello');
    expect(await text(runtime.call({ name: 'greet' }, { container: german! }))).toBe('hallo');
    expect(await text(runtime.call({ name: 'greet' }))).toBe('hello');
  });
});

describe('a dependency that is missing', () => {
  @injectable()
  class Repository {
    constructor(@inject('dsn') readonly dsn: string) {}
  }
  @ToolSet()
  class Reports {
    constructor(readonly repository: Repository) {}
    @Tool('Report.')
    report() {
      return 'never';
    }
  }

  it('is named with tool, chain and token when the runtime is made with a container', () => {
    const make = () => createToolRuntime([Reports], { container: globalContainer.createChildContainer() });
    expect(make).toThrow(DependencyMissingError);
    expect(make).toThrow(/'report'.*Reports → Repository → token 'dsn'/);
  });

  it('answers an error without one, for the program by name and for the model in general', async () => {
    const observation = await createToolRuntime([Reports]).call({ name: 'report' });
    expect(observation.error).toBeInstanceOf(DependencyMissingError);
    expect(observation.error?.message).toMatch(/'report'.*token 'dsn'/);
    expect(observation.text).toMatch(/^Tool 'report' failed: .*mistake in its set-up/);
    expect(observation.text).not.toContain('dsn');
  });

  it('is found by checkDependencies() without building anything', () => {
    const runtime = createToolRuntime([Reports, Orders]);
    expect(() => runtime.checkDependencies()).toThrow(DependencyMissingError);
    expect(log).toEqual([]);
  });
});

describe('a singleton that captures a run', () => {
  @singleton()
  class Cache {
    constructor(readonly run: RunContext) {}
  }
  @ToolSet()
  class Catalogue {
    constructor(readonly cache: Cache) {}
    @Tool('List.')
    list() {
      return 'never';
    }
  }

  it('is refused with the chain, at once with a container and by the call without', async () => {
    const make = () => createToolRuntime([Catalogue], { container: globalContainer.createChildContainer() });
    expect(make).toThrow(CaptiveDependencyError);
    expect(make).toThrow(/'list'.*Cache → RunContext/);

    const { error, isError } = await createToolRuntime([Catalogue]).call({ name: 'list' });
    expect(isError).toBe(true);
    expect(error).toBeInstanceOf(CaptiveDependencyError);
  });
});

describe('a mistake in declaration or set-up', () => {
  it('is logged for people, since the model is told nothing about it', async () => {
    @ToolSet()
    class Unbuildable {
      constructor(readonly dsn: Unregistered) {}

      @Tool()
      query(): string {
        return this.dsn.url;
      }
    }
    const lines: [string, unknown][] = [];
    const logger: Logger = { ...silentLogger, error: (text, fields) => void lines.push([text, fields]) };
    const { text } = await createToolRuntime([Unbuildable], { logger }).call({ id: 'c1', name: 'query' });
    expect(text).not.toContain('Unregistered');
    expect(lines).toEqual([
      [
        expect.stringMatching(/^A tool could not be used: .*Unregistered/s),
        { runId: expect.any(String), callId: 'c1', toolName: 'query', code: expect.any(String) },
      ],
    ]);
  });
});

abstract class Unregistered {
  constructor(readonly url: string) {}
}

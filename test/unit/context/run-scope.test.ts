import { setImmediate as turn } from 'node:timers/promises';
import {
  container as globalContainer,
  delay,
  inject,
  injectable,
  injectWithTransform,
  Lifecycle,
  singleton,
} from 'tsyringe';
import { ActiveCall, enterCall } from '../../../src/context/current-call.js';
import { createRunContext, RunContext } from '../../../src/context/run-context.js';
import { openRunScope } from '../../../src/context/run-scope.js';
import { tsyringeResolver } from '../../../src/context/tsyringe-resolver.js';
import { type JsonObject } from '../../../src/foundation/json.js';

const log: string[] = [];
beforeEach(() => void log.splice(0));

@injectable()
class Session {
  constructor(readonly run: RunContext<number>) {}
}

@injectable()
class Connection {
  async dispose() {
    await turn();
    log.push('Connection');
  }
}

@injectable()
class Repository {
  constructor(readonly connection: Connection) {}
  [Symbol.dispose]() {
    log.push('Repository');
  }
}

@injectable()
class Orders {
  constructor(
    readonly repository: Repository,
    readonly session: Session,
  ) {}
  async [Symbol.asyncDispose]() {
    await turn();
    log.push('Orders');
  }
  dispose() {
    log.push('dispose() beside a symbol');
  }
}

@injectable()
class OpenTicket {
  summary?: string;
  constructor(
    readonly session: Session,
    readonly connection: Connection,
  ) {}
  dispose() {
    log.push('OpenTicket');
  }
}

function open(run: RunContext = createRunContext()) {
  const container = globalContainer.createChildContainer();
  container.register(Session, Session, { lifecycle: Lifecycle.ContainerScoped });
  return { container, run, scope: openRunScope(tsyringeResolver(container), run) };
}

describe('RunScope', () => {
  it('builds a service once per run, also for concurrent first calls', async () => {
    const { scope } = open();
    const services = await Promise.all(Array.from({ length: 20 }, async () => scope.resolve(Orders)));

    expect(new Set(services).size).toBe(1);
    expect(open().scope.resolve(Orders)).not.toBe(services[0]);
  });

  it('builds a tool that holds arguments once per call, over services of the run', () => {
    const { scope } = open();
    const [one, other] = [scope.openCall().resolve(OpenTicket), scope.openCall().resolve(OpenTicket)];

    expect(one).not.toBe(other);
    expect(one.connection).not.toBe(other.connection);
    expect(one.session).toBe(other.session);
    expect(scope.resolve(Orders).session).toBe(one.session);
  });

  it('disposes in reverse order of construction, awaiting each, one disposer per object', async () => {
    const { scope } = open();
    scope.resolve(Orders);
    await scope.close();
    await scope.close();

    expect(log).toEqual(['Orders', 'Repository', 'Connection']);
  });

  it('disposes what a call built at the end of the call', async () => {
    const { scope } = open();
    scope.resolve(Orders);
    const call = scope.openCall();
    call.resolve(OpenTicket);
    await Promise.all([call.close(), call.close()]);
    expect(log).toEqual(['OpenTicket', 'Connection']);

    await scope.close();
    expect(log).toEqual(['OpenTicket', 'Connection', 'Orders', 'Repository', 'Connection']);
  });

  it('disposes calls left open when the run closes, before the services they use', async () => {
    const { scope } = open();
    scope.resolve(Orders);
    scope.openCall().resolve(OpenTicket);
    await scope.close();

    expect(log).toEqual(['OpenTicket', 'Connection', 'Orders', 'Repository', 'Connection']);
  });

  it('disposes once even when a disposer closes its scope again', async () => {
    const { scope } = open();
    @injectable()
    class Recursive {
      dispose() {
        log.push('Recursive');
        void scope.close();
      }
    }
    scope.resolve(Recursive);
    await scope.close();

    expect(log).toEqual(['Recursive']);
  });

  it('goes on after a failing disposer, then reports it without secrets', async () => {
    @injectable()
    class First {
      dispose() {
        log.push('First');
      }
    }
    @injectable()
    class Failing {
      constructor(readonly first: First) {}
      dispose() {
        throw new Error('lost hunter2');
      }
    }
    const errors: [string, JsonObject | undefined][] = [];
    const keep = (message: string, fields?: JsonObject) => {
      log.push('reported');
      errors.push([message, fields]);
    };
    const logger = { debug: keep, info: keep, warn: keep, error: keep };
    const { scope } = open(createRunContext({ runId: 'r', logger, secrets: { key: 'hunter2' } }));
    scope.resolve(Failing);
    await scope.close();

    expect(log).toEqual(['First', 'reported']);
    expect(errors).toEqual([
      ['Failing failed to dispose.', { runId: 'r', className: 'Failing', reason: 'lost [secret key]' }],
    ]);
  });

  it('takes dispose() with parameters for a method of the domain, and never calls close()', async () => {
    @injectable()
    class Waste {
      dispose(barrel: string) {
        log.push(barrel);
      }
      close() {
        log.push('close');
      }
    }
    const { scope } = open();
    scope.resolve(Waste);
    await scope.close();

    expect(log).toEqual([]);
  });

  it('refuses to build once closed, also while it disposes', async () => {
    const closed = expect.objectContaining({ code: 'SCOPE_CLOSED' }) as Error;
    const { scope } = open();
    @injectable()
    class Late {
      dispose() {
        expect(() => scope.resolve(Session)).toThrow(closed);
        log.push('Late');
      }
    }
    scope.resolve(Late);
    const call = scope.openCall();
    const ended = scope.openCall();
    await ended.close();
    expect(() => ended.resolve(OpenTicket)).toThrow(closed);
    await scope.close();

    expect(log).toEqual(['Late']);
    expect(() => scope.resolve(Late)).toThrow(closed);
    expect(() => call.resolve(OpenTicket)).toThrow(closed);
  });

  it('disposes what was built before a constructor threw, and passes its error on', async () => {
    @injectable()
    class Broken {
      constructor(readonly connection: Connection) {
        throw new Error('no route');
      }
    }
    const { scope } = open();
    expect(() => scope.resolve(Broken)).toThrow('no route');
    await scope.close();

    expect(log).toEqual(['Connection']);
  });

  it('names the tool being called when a dependency is missing', () => {
    @injectable()
    class Database {
      constructor(@inject('dsn') readonly dsn: string) {}
    }
    @injectable()
    class Reports {
      constructor(readonly database: Database) {}
    }
    const { scope, run } = open();
    const call = new ActiveCall(run, {
      id: '1',
      toolName: 'make_report',
      turn: 1,
      attempt: 1,
    });

    expect(() => enterCall(call, () => scope.resolve(Reports))).toThrow(
      "Tool 'make_report' cannot be built: Reports → Database → token 'dsn' is not registered. " +
        "Write: `container.register('dsn', { useValue: … })`.",
    );
  });

  it('sees a registration added after a failure', () => {
    @injectable()
    class Database {
      constructor(@inject('dsn') readonly dsn: string) {}
    }
    const { scope, container } = open();
    expect(() => scope.resolve(Database)).toThrow();
    container.register('dsn', { useValue: 'postgres://' });

    expect(scope.resolve(Database).dsn).toBe('postgres://');
  });

  it('keeps what it has found; the next run finds what was registered since', () => {
    const { scope, container } = open();
    const first = scope.openCall().resolve(OpenTicket);
    @injectable()
    class OtherTicket extends OpenTicket {}
    container.register(OpenTicket, { useClass: OtherTicket });

    expect(first).not.toBeInstanceOf(OtherTicket);
    expect(scope.openCall().resolve(OpenTicket)).not.toBeInstanceOf(OtherTicket);
    const next = openRunScope(tsyringeResolver(container), createRunContext());
    expect(next.openCall().resolve(OpenTicket)).toBeInstanceOf(OtherTicket);
  });

  it('refuses a tool that holds arguments in a shared object', () => {
    @singleton()
    class SharedTicket {
      summary?: string;
    }
    const { scope } = open();

    expect(() => scope.openCall().resolve(SharedTicket)).toThrow(
      expect.objectContaining({
        code: 'DEFINITION',
        message: expect.stringContaining('SharedTicket') as string,
      }) as Error,
    );
    expect(scope.resolve(SharedTicket)).toBe(open().scope.resolve(SharedTicket));
  });

  it('builds what a tool class is registered as', () => {
    class FakeOrders {}
    const { scope, container } = open();
    container.register(Orders, { useClass: FakeOrders as unknown as typeof Orders });
    container.register(OpenTicket, { useToken: 'ticket' });
    container.register('ticket', { useClass: FakeOrders });

    expect(scope.resolve(Orders)).toBeInstanceOf(FakeOrders);
    expect(scope.openCall().resolve(OpenTicket)).toBeInstanceOf(FakeOrders);
  });

  it('supplies delayed classes when first used, and transformed values', () => {
    class Upper {
      transform(text: string, suffix: string) {
        return text.toUpperCase() + suffix;
      }
    }
    @injectable()
    class Eager {
      constructor(
        @inject(delay(() => Lazy)) readonly lazy: { readonly session: Session },
        @injectWithTransform('greeting', Upper, '!') readonly greeting: string,
      ) {}
    }
    @injectable()
    class Lazy {
      constructor(readonly session: Session) {
        log.push('Lazy');
      }
    }
    const { scope, container, run } = open();
    container.register('greeting', { useValue: 'hi' });
    const eager = scope.resolve(Eager);
    expect([log, eager.greeting]).toEqual([[], 'HI!']);

    expect(eager.lazy.session.run).toBe(run);
    expect(log).toEqual(['Lazy']);
  });

  it('passes more than three dependencies in order, and leaves defaults to the constructor', () => {
    @injectable()
    class Wide {
      constructor(
        readonly a: Session,
        readonly b: Connection,
        readonly c: Repository,
        readonly d: RunContext,
        readonly size: number = 7,
      ) {}
    }
    const { scope, run } = open();

    expect(scope.resolve(Wide)).toMatchObject({
      a: expect.any(Session) as Session,
      b: expect.any(Connection) as Connection,
      c: expect.any(Repository) as Repository,
      d: run,
      size: 7,
    });
  });

  it('keeps 1,000 interleaved runs apart', async () => {
    const { container } = open();
    const resolver = tsyringeResolver(container);
    const seen = await Promise.all(
      Array.from({ length: 1_000 }, async (_, index) => {
        const scope = openRunScope(resolver, createRunContext({ state: index }));
        for (let step = 0; step < index % 4; step++) await turn();
        const first = scope.resolve(Orders).session;
        await turn();
        const second = scope.openCall().resolve(OpenTicket).session;
        await scope.close();
        return [first === second, second.run.state];
      }),
    );

    expect(seen).toEqual(seen.map((_, index) => [true, index]));
  });
});

import { createToolRuntime, Param, Tool, ToolSet } from 'toolwright';
import { container as globalContainer, inject, injectable, injectAll, Lifecycle } from 'tsyringe';
import { checkDependencies } from '../../../src/context/dependency-check.js';
import { type Resolver } from '../../../src/context/resolver.js';
import { createRunContext, RunContext } from '../../../src/context/run-context.js';
import { openRunScope } from '../../../src/context/run-scope.js';
import { tsyringeResolver } from '../../../src/context/tsyringe-resolver.js';
import { HandMadeContainer } from './hand-made-container.js';

class Pool {
  disposed = 0;
  dispose() {
    this.disposed++;
  }
}

/** Registered as one per run. */
@injectable()
class UnitOfWork {
  disposed = 0;
  constructor(
    readonly run: RunContext,
    readonly pool: Pool,
  ) {}
  dispose() {
    this.disposed++;
  }
}

@injectable()
class Formatter {
  disposed = 0;
  constructor(readonly run: RunContext) {}
  dispose() {
    this.disposed++;
  }
}

abstract class Mailer {
  abstract send(): string;
}

@injectable()
class SmtpMailer extends Mailer {
  constructor(readonly pool: Pool) {
    super();
  }
  send() {
    return 'smtp';
  }
}

class FactoryMade {
  disposed = 0;
  constructor(
    readonly run: RunContext,
    readonly work: UnitOfWork,
    readonly pool: Pool,
  ) {}
  dispose() {
    this.disposed++;
  }
}

@injectable()
class Orders {
  constructor(
    readonly run: RunContext,
    readonly pool: Pool,
    readonly work: UnitOfWork,
    readonly formatter: Formatter,
    readonly secondFormatter: Formatter,
    readonly mailer: Mailer,
    @inject('dsn') readonly dsn: string,
    @inject('alias') readonly aliased: Mailer,
    readonly made: FactoryMade,
    @injectAll('rule') readonly rules: unknown[],
    @inject('absent', { isOptional: true }) readonly absent?: string,
  ) {}
}

@injectable()
class Leaky {
  constructor(readonly run: RunContext) {}
}

@injectable()
class NeedsLeaky {
  constructor(readonly leaky: Leaky) {}
}

/** Shared; reaches the run by a token and another class. */
@injectable()
class Cache {
  constructor(@inject('tracer') readonly tracer: unknown) {}
}

@injectable()
class Tracer {
  constructor(readonly formatter: Formatter) {}
}

@injectable()
class NeedsCache {
  constructor(readonly cache: Cache) {}
}

/** Shared; nobody can see that its factory keeps the run. */
class Opaque {}

@injectable()
class NeedsOpaque {
  constructor(readonly opaque: Opaque) {}
}

@injectable()
class NeedsAbsent {
  constructor(@inject('absent') readonly absent: string) {}
}

@injectable()
class Hen {
  constructor(@inject('egg') readonly egg: unknown) {}
}

@injectable()
class Egg {
  constructor(readonly hen: Hen) {}
}

const disposed: string[] = [];
beforeEach(() => void disposed.splice(0));

@injectable()
class First {
  dispose() {
    disposed.push('First');
  }
}

@injectable()
class Second {
  constructor(readonly first: First) {}
  async dispose() {
    await Promise.resolve();
    disposed.push('Second');
    throw new Error('cannot be disposed');
  }
}

@ToolSet()
class Desk {
  constructor(
    readonly run: RunContext<string>,
    readonly work: UnitOfWork,
    readonly second: Second,
    readonly pool: Pool,
  ) {}

  @Tool('Count what this run and all runs have asked.')
  count(run: RunContext<string>): string {
    const own = (this.work.disposed -= 1);
    return [run.state, this.run === run, this.work.run === run, own, this.pool.disposed].join(' ');
  }

  dispose() {
    disposed.push('Desk');
  }
}

@Tool('One object for each call.')
class Ask {
  @Param('What.') what!: string;
  constructor(
    readonly work: UnitOfWork,
    readonly first: First,
  ) {}
  execute(run: RunContext<string>): string {
    return [this.what, run.state, this.work.run === run, (this.work.disposed -= 1)].join(' ');
  }
}

function tsyringe(): Resolver {
  const container = globalContainer.createChildContainer();
  container.registerSingleton(Pool);
  container.register(UnitOfWork, UnitOfWork, { lifecycle: Lifecycle.ContainerScoped });
  container.register(Mailer as never, { useClass: SmtpMailer });
  container.register('dsn', { useValue: 'postgres://' });
  container.register('alias', { useToken: Mailer as never });
  container.register(FactoryMade, {
    useFactory: scope =>
      new FactoryMade(scope.resolve(RunContext), scope.resolve(UnitOfWork), scope.resolve(Pool)),
  });
  container.register('rule', { useValue: 'value' });
  container.register('rule', { useClass: Formatter });
  container.register('rule', { useToken: Pool });
  container.registerSingleton(Leaky);
  container.registerSingleton(Cache);
  container.register('tracer', { useToken: Tracer });
  container.register('egg', { useClass: Egg });
  container.register(Opaque, { useFactory: () => new Opaque() });
  return tsyringeResolver(container);
}

function handMade(): Resolver {
  return new HandMadeContainer()
    .singleton(Pool, Pool, () => new Pool())
    .add(UnitOfWork, { kind: 'class', target: UnitOfWork, lifetime: 'run' })
    .add(Mailer, { kind: 'class', target: SmtpMailer, lifetime: 'transient' })
    .add('dsn', { kind: 'shared', resolve: () => 'postgres://' })
    .add('alias', { kind: 'alias', token: Mailer })
    .factory(
      FactoryMade,
      scope =>
        new FactoryMade(
          scope.resolve(RunContext) as RunContext,
          scope.resolve(UnitOfWork) as UnitOfWork,
          scope.resolve(Pool) as Pool,
        ),
    )
    .add('rule', { kind: 'shared', resolve: () => 'value' })
    .add('rule', { kind: 'class', target: Formatter, lifetime: 'transient' })
    .add('rule', { kind: 'alias', token: Pool })
    .singleton(Leaky, Leaky, () => new Leaky(createRunContext()))
    .singleton(Cache, Cache, () => new Cache(undefined))
    .add('tracer', { kind: 'alias', token: Tracer })
    .add('egg', { kind: 'class', target: Egg, lifetime: 'transient' })
    .factory(Opaque, () => new Opaque());
}

describe.each([
  ['tsyringe', tsyringe],
  ['a hand-made container', handMade],
])('a resolver over %s', (_, open) => {
  it('supplies every kind of dependency', () => {
    const run = createRunContext();
    const orders = openRunScope(open(), run).resolve(Orders);

    expect(orders.run).toBe(run);
    expect(orders.pool).toBeInstanceOf(Pool);
    expect([orders.work.run, orders.work.pool]).toEqual([run, orders.pool]);
    expect(orders.formatter).toBeInstanceOf(Formatter);
    expect(orders.mailer).toBeInstanceOf(SmtpMailer);
    expect(orders.aliased.send()).toBe('smtp');
    expect(orders.dsn).toBe('postgres://');
    expect(orders.made).toMatchObject({ run, work: orders.work, pool: orders.pool });
    expect(orders.rules).toEqual(['value', expect.any(Formatter), orders.pool]);
    expect(orders.absent).toBeUndefined();
  });

  it('shares singletons between runs, per-run objects within one, and transients with nobody', () => {
    const resolver = open();
    const [one, other] = [createRunContext(), createRunContext()].map(run => openRunScope(resolver, run));
    const [first, second] = [one!.resolve(Orders), other!.resolve(Orders)];

    expect(one!.resolve(Orders)).toBe(first);
    expect(second).not.toBe(first);
    expect(second.pool).toBe(first.pool);
    expect(second.work).not.toBe(first.work);
    expect(second.made.run).not.toBe(first.made.run);
    expect(first.formatter).not.toBe(first.secondFormatter);
  });

  it('disposes what the run built, and nothing shared or made by a factory', async () => {
    const scope = openRunScope(open(), createRunContext());
    const orders = scope.resolve(Orders);
    await Promise.all([scope.close(), scope.close()]);
    await scope.close();

    expect(orders.work.disposed).toBe(1);
    expect([orders.formatter.disposed, orders.secondFormatter.disposed]).toEqual([1, 1]);
    expect(orders.pool.disposed).toBe(0);
    expect(orders.made.disposed).toBe(0);
  });

  it('passes the check when everything is there', () => {
    expect(() => checkDependencies(open(), Orders, 'lookup_order')).not.toThrow();
  });

  it('refuses what is missing, before and during a run', () => {
    const missing = expect.objectContaining({ code: 'DEPENDENCY_MISSING' }) as Error;

    expect(() => checkDependencies(open(), NeedsAbsent, 'x')).toThrow(missing);
    expect(() => openRunScope(open(), createRunContext()).resolve(NeedsAbsent)).toThrow(missing);
  });

  it('refuses a singleton that captures the run', () => {
    expect(() => checkDependencies(open(), NeedsLeaky, 'x')).toThrow(
      expect.objectContaining({
        code: 'CAPTIVE_DEPENDENCY',
        details: { toolLabel: 'x', chain: ['Leaky', 'RunContext'] },
      }) as Error,
    );
  });

  it('refuses a singleton that captures the run through tokens and classes, with the whole chain', () => {
    expect(() => checkDependencies(open(), NeedsCache, 'x')).toThrow(
      expect.objectContaining({
        code: 'CAPTIVE_DEPENDENCY',
        details: {
          toolLabel: 'x',
          chain: ['Cache', "token 'tracer'", 'Tracer', 'Formatter', 'RunContext'],
        },
      }) as Error,
    );
  });

  it('takes the word of a factory', () => {
    expect(() => checkDependencies(open(), NeedsOpaque, 'x')).not.toThrow();
  });

  it('shows a cycle', () => {
    expect(() => checkDependencies(open(), Hen, 'x')).toThrow(
      expect.objectContaining({
        code: 'DEPENDENCY_CYCLE',
        details: { toolLabel: 'x', chain: ['Hen', 'Egg', 'Hen'] },
      }) as Error,
    );
  });

  it('builds nothing any more once the run is closed', async () => {
    const scope = openRunScope(open(), createRunContext());
    await scope.close();

    expect(() => scope.resolve(Desk)).toThrow(expect.objectContaining({ code: 'SCOPE_CLOSED' }) as Error);
  });

  it('serves a runtime: services of a run and of a call, shared ones, disposal in reverse order', async () => {
    const runtime = createToolRuntime([Desk, Ask], { container: open() });
    const run = runtime.openRun({ state: 'acme' });
    const ask = { name: 'ask', arguments: { what: 'it' } };
    const texts = [
      (await run.call({ name: 'count' })).text,
      (await run.call(ask)).text,
      (await runtime.call(ask, { state: 'other' })).text,
      (await run.call(ask)).text,
    ];
    expect(texts).toEqual(['acme true true -1 0', 'it acme true -2', 'it other true -1', 'it acme true -3']);
    expect(disposed).toEqual(['First', 'First', 'First']);
    await run.close();
    expect(disposed.slice(3)).toEqual(['Desk', 'Second', 'First']);
    await runtime.close();
    expect(disposed).toHaveLength(6);
  });

  it('is checked when a runtime is made with it', () => {
    @ToolSet()
    class Unbuildable {
      constructor(@inject('absent') readonly absent: string) {}
      @Tool('Never.')
      never(): string {
        return this.absent;
      }
    }
    expect(() => createToolRuntime([Unbuildable], { container: open() })).toThrow(
      expect.objectContaining({ code: 'DEPENDENCY_MISSING' }) as Error,
    );
  });
});

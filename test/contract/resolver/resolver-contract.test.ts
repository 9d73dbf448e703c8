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

@injectable()
class NeedsAbsent {
  constructor(@inject('absent') readonly absent: string) {}
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
    .singleton(Leaky, Leaky, () => new Leaky(createRunContext()));
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
});

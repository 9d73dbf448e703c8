import {
  container as globalContainer,
  delay,
  type DependencyContainer,
  inject,
  injectable,
  injectAll,
  Lifecycle,
  scoped,
  singleton,
} from 'tsyringe';
import { checkDependencies } from '../../../src/context/dependency-check.js';
import { RunContext } from '../../../src/context/run-context.js';
import { tsyringeResolver } from '../../../src/context/tsyringe-resolver.js';
import { type Constructor } from '../../../src/foundation/constructor.js';

@injectable()
class OrderDatabase {
  constructor(
    @inject('dsn') readonly dsn: string,
    @inject(Symbol('region')) readonly region: string,
  ) {}
}

@injectable()
class Orders {
  constructor(readonly database: OrderDatabase) {}
}

@injectable()
class Tracer {
  constructor(readonly run: RunContext) {}
}

@singleton()
class Cache {
  constructor(readonly tracer: Tracer) {}
}

@scoped(Lifecycle.ContainerScoped)
class UnitOfWork {}

@injectable()
class NeedsCache {
  constructor(readonly cache: Cache) {}
}

function check(target: Constructor, register: (container: DependencyContainer) => void = () => undefined) {
  const container = globalContainer.createChildContainer();
  register(container);
  checkDependencies(tsyringeResolver(container), target, 'a_tool');
}

const captive = (...chain: string[]) =>
  expect.objectContaining({
    code: 'CAPTIVE_DEPENDENCY',
    details: { toolLabel: 'a_tool', chain },
    message: expect.stringContaining(chain.join(' → ')) as string,
  }) as Error;

describe('checkDependencies', () => {
  it('lists everything missing, with tool, path and the text to write', () => {
    expect(() => check(Orders)).toThrow(
      expect.objectContaining({
        code: 'DEPENDENCY_MISSING',
        fault: 'caller',
        message:
          "Tool 'a_tool' cannot be built: Orders → OrderDatabase → token 'dsn' is not registered. " +
          "Write: `container.register('dsn', { useValue: … })`.\n" +
          "Tool 'a_tool' cannot be built: Orders → OrderDatabase → token Symbol(region) is not registered. " +
          'Write: `container.register(region, { useValue: … })`.',
      }) as Error,
    );
  });

  it('explains parameters that have no type at run time', () => {
    interface Clock {
      now(): number;
    }
    @injectable()
    class Scheduler {
      constructor(
        readonly clock: Clock,
        readonly label: string,
      ) {}
    }

    expect(() => check(Scheduler)).toThrow(/Scheduler → Object .*@inject\('token'\)[^]*Scheduler → String /);
  });

  it('asks for @injectable() where the compiler emitted no types', () => {
    class Bare {
      constructor(readonly dep: UnitOfWork) {}
    }
    @injectable()
    class Tool {
      constructor(readonly bare: Bare) {}
    }

    expect(() => check(Tool)).toThrow(
      expect.objectContaining({
        code: 'DEFINITION',
        message: expect.stringMatching(/Bare \(Tool → Bare\).*@injectable\(\)/) as string,
      }) as Error,
    );
    expect(() =>
      check(Tool, container => container.registerInstance(Bare, new Bare(new UnitOfWork()))),
    ).not.toThrow();
  });

  it('refuses a singleton that captures the run, directly or through others', () => {
    expect(() => check(NeedsCache)).toThrow(captive('Cache', 'Tracer', 'RunContext'));
    expect(() => check(Cache)).toThrow(captive('Cache', 'Tracer', 'RunContext'));
    expect(() => check(Orders, c => c.registerSingleton(OrderDatabase, Tracer as never))).toThrow(
      captive('Tracer', 'RunContext'),
    );
  });

  it('refuses a singleton that captures a per-run class', () => {
    @singleton()
    class Keeper {
      constructor(readonly work: UnitOfWork) {}
    }

    expect(() => check(Keeper)).toThrow(captive('Keeper', 'UnitOfWork'));
  });

  it.each([Lifecycle.ContainerScoped, Lifecycle.ResolutionScoped])(
    'takes lifecycle %s for one per run',
    lifecycle => {
      class Scoped {}
      @singleton()
      class Keeper {
        constructor(readonly held: Scoped) {}
      }

      expect(() => check(Keeper, c => c.register(Scoped, Scoped, { lifecycle }))).toThrow(
        captive('Keeper', 'Scoped'),
      );
      expect(() => check(Keeper)).not.toThrow();
    },
  );

  it('follows aliases, shared aliases, delayed classes and lists of registrations', () => {
    @singleton()
    class ByToken {
      constructor(@inject('work') readonly work: unknown) {}
    }
    @singleton()
    class ByDelay {
      constructor(@inject(delay(() => Tracer)) readonly tracer: Tracer) {}
    }
    @singleton()
    class ByList {
      constructor(@injectAll('works') readonly works: unknown[]) {}
    }
    @injectable()
    class BySharedAlias {
      constructor(@inject('shared') readonly shared: unknown) {}
    }
    const register = (c: DependencyContainer) => {
      c.register('work', { useToken: UnitOfWork });
      c.register('works', { useValue: 1 });
      c.register('works', { useClass: Tracer });
      c.register('works', { useValue: 2 });
      c.registerSingleton('shared', Tracer);
      c.register('shared', { useToken: UnitOfWork }, { lifecycle: Lifecycle.Singleton });
    };

    expect(() => check(ByToken, register)).toThrow(captive('ByToken', "token 'work'", 'UnitOfWork'));
    expect(() => check(ByDelay, register)).toThrow(captive('ByDelay', 'Tracer', 'RunContext'));
    expect(() => check(ByList, register)).toThrow(captive('ByList', 'Tracer', 'RunContext'));
    expect(() => check(BySharedAlias, register)).toThrow(captive("token 'shared'", 'UnitOfWork'));
  });

  it('finds a captive in a class first seen where it was allowed', () => {
    @injectable()
    class Both {
      constructor(
        readonly tracer: Tracer,
        readonly cache: Cache,
      ) {}
    }

    expect(() => check(Both)).toThrow(captive('Cache', 'Tracer', 'RunContext'));
  });

  it('shows a cycle, and accepts one broken by delay', () => {
    @injectable()
    class Chicken {
      constructor(@inject('egg') readonly egg: unknown) {}
    }
    @injectable()
    class Egg {
      constructor(readonly chicken: Chicken) {}
    }
    @injectable()
    class LazyEgg {
      constructor(@inject(delay(() => Chicken)) readonly chicken: Chicken) {}
    }

    expect(() => check(Chicken, c => c.register('egg', { useToken: Egg }))).toThrow(
      expect.objectContaining({
        code: 'DEPENDENCY_CYCLE',
        details: { toolLabel: 'a_tool', chain: ['Chicken', "token 'egg'", 'Egg', 'Chicken'] },
      }) as Error,
    );
    expect(() => check(Chicken, c => c.register('egg', { useClass: LazyEgg }))).not.toThrow();
  });

  it('does not look into factories and values', () => {
    expect(() =>
      check(Orders, c => c.register(OrderDatabase, { useFactory: () => new OrderDatabase('a', 'b') })),
    ).not.toThrow();
    expect(() =>
      check(NeedsCache, c => c.register(Cache, { useValue: new Cache(undefined as never) })),
    ).not.toThrow();
  });

  it('stays fast where dependencies are shared between many paths', () => {
    let previous: Constructor[] = [UnitOfWork];
    for (let level = 0; level < 40; level++) {
      const below = previous;
      previous = ['a', 'b'].map(() => {
        class Node {
          constructor(
            readonly first: unknown,
            readonly second: unknown,
          ) {}
        }
        Reflect.defineMetadata('design:paramtypes', [below[0], below.at(-1)], Node);
        return Node;
      });
    }

    expect(() => check(previous[0]!)).not.toThrow();
  });

  it('refuses a per-call tool that the container shares', () => {
    @singleton()
    class Ticket {}
    const resolver = tsyringeResolver();

    expect(() => checkDependencies(resolver, Ticket, 'ticket', 'call')).toThrow(/^Ticket: .*one call/);
    expect(() => checkDependencies(resolver, Ticket, 'ticket', 'run')).not.toThrow();
  });

  it('refuses @injectAll over a container that cannot list registrations', () => {
    @injectable()
    class Rules {
      constructor(@injectAll('rule') readonly rules: unknown[]) {}
    }

    expect(() => checkDependencies({ find: () => undefined }, Rules, 'rules')).toThrow(/findAll/);
  });
});

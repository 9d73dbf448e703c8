import { jest } from '@jest/globals';
import {
  container as globalContainer,
  delay,
  type DependencyContainer,
  inject,
  injectable,
  injectAll,
  instanceCachingFactory,
  instancePerContainerCachingFactory,
  Lifecycle,
} from 'tsyringe';
import { asResolver } from '../../../src/context/container.js';
import { createRunContext, RunContext } from '../../../src/context/run-context.js';
import { openRunScope } from '../../../src/context/run-scope.js';
import { tsyringeResolver } from '../../../src/context/tsyringe-resolver.js';

class Shared {
  disposed = 0;
  dispose() {
    this.disposed++;
  }
}

@injectable()
class Leaky {
  constructor(readonly run: RunContext) {}
}

@injectable()
class Holder {
  constructor(@inject('held') readonly held: unknown) {}
}

@injectable()
class ListHolder {
  constructor(@injectAll('held') readonly held: unknown[]) {}
}

let container: DependencyContainer;
beforeEach(() => (container = globalContainer.createChildContainer()));

const scopeOf = (run = createRunContext()) => openRunScope(tsyringeResolver(container), run);
const heldIn = (scope = scopeOf()) => scope.resolve(Holder).held;

describe('tsyringeResolver', () => {
  it('uses the global container when given none', () => {
    class OnlyGlobal {}
    const instance = new OnlyGlobal();
    globalContainer.registerInstance(OnlyGlobal, instance);

    expect(openRunScope(tsyringeResolver(), createRunContext()).resolve(OnlyGlobal)).toBe(instance);
    expect(openRunScope(asResolver(), createRunContext()).resolve(OnlyGlobal)).toBe(instance);
  });

  it('finds registrations of parent containers, the nearest first', () => {
    const child = container.createChildContainer();
    container.register('held', { useValue: 'parent' });
    const held = () => openRunScope(tsyringeResolver(child), createRunContext()).resolve(Holder).held;
    expect(held()).toBe('parent');

    child.register('held', { useValue: 'child' });
    expect(held()).toBe('child');
  });

  it('follows registrations that are replaced, cleared and reset', () => {
    const resolver = tsyringeResolver(container);
    const held = () => openRunScope(resolver, createRunContext()).resolve(Holder).held;
    container.registerSingleton('held', Shared);
    const first = held();
    expect(held()).toBe(first);

    container.clearInstances();
    expect(held()).not.toBe(first);
    container.register('held', { useValue: 'mock' });
    expect(held()).toBe('mock');
    container.reset();
    expect(held).toThrow(/token 'held' is not registered/);
  });

  it.each([0, '', false, null, undefined])('supplies the value %p', value => {
    container.register('held', { useValue: value });

    expect(heldIn()).toBe(value);
  });

  it('keeps each of several registrations apart, in order', () => {
    container.registerSingleton('held', Shared);
    container.register('held', { useFactory: () => 'made' });
    container.registerSingleton('held', Shared);
    const [one, other] = [scopeOf().resolve(ListHolder).held, scopeOf().resolve(ListHolder).held];

    expect(one).toEqual([expect.any(Shared), 'made', expect.any(Shared)]);
    expect(one[0]).not.toBe(one[2]);
    expect([other[0], other[2]]).toEqual([one[0], one[2]]);
    expect(other[0]).toBe(one[0]);
    expect(other[2]).toBe(one[2]);
    expect(heldIn()).toBe(one[2]);
  });

  it('never lets a run dispose a singleton that it was the first to use', async () => {
    container.registerSingleton('held', Shared);
    const scope = scopeOf();
    const shared = heldIn(scope) as Shared;
    await scope.close();

    expect(shared.disposed).toBe(0);
    expect(heldIn()).toBe(shared);
  });

  it('runs interceptors for singletons', () => {
    container.registerSingleton('held', Shared);
    const seen: unknown[] = [];
    container.afterResolution('held', (_, result) => seen.push(result), { frequency: 'Once' });
    const shared = heldIn();

    expect(seen).toEqual([shared]);
  });

  it('gives factories the run, once per run where they cache per container', () => {
    container.register('held', {
      useFactory: instancePerContainerCachingFactory(scope => ({ run: scope.resolve(RunContext) })),
    });
    const [run, other] = [createRunContext(), createRunContext()];
    const scope = scopeOf(run);

    expect(heldIn(scope)).toEqual({ run });
    expect(scope.openCall().resolve(Holder).held).toBe(heldIn(scope));
    expect(heldIn(scopeOf(other))).toEqual({ run: other });
  });

  it('lets factories list and look up registrations', () => {
    container.register('part', { useValue: 1 });
    container.register('part', { useValue: 2 });
    container.register('held', {
      useFactory: scope => [
        scope.resolveAll('part'),
        scope.isRegistered('part'),
        scope.isRegistered('other'),
      ],
    });

    expect(heldIn()).toEqual([[1, 2], true, false]);
  });

  it('does not dispose what a caching factory keeps beyond the run', async () => {
    container.register('held', {
      useFactory: instanceCachingFactory(scope => ({ part: scope.resolve(Shared) })),
    });
    const scope = scopeOf();
    const { part } = heldIn(scope) as { part: Shared };
    await scope.close();

    expect(part.disposed).toBe(0);
    expect(heldIn()).toEqual({ part });
  });

  it('keeps the run out of singletons that a factory asks for', () => {
    container.registerSingleton(Leaky);
    container.register('held', { useFactory: scope => scope.resolve(Leaky) });

    expect(() => heldIn()).toThrow(/RunContext/);
  });

  it('supplies classes registered with delay, shared or not', () => {
    container.register('held', { useToken: delay(() => Leaky) });
    const run = createRunContext();
    expect((heldIn(scopeOf(run)) as Leaky).run).toBe(run);

    container.register(
      'held',
      { useClass: delay(() => Shared) },
      {
        lifecycle: Lifecycle.Singleton,
      },
    );
    expect(heldIn()).toBe(heldIn());
  });

  it('opens no child container, whatever is registered', () => {
    const children = jest.spyOn(container, 'createChildContainer');
    container.register('held', { useFactory: scope => scope.resolve(Leaky) });
    container.register(Shared, Shared, { lifecycle: Lifecycle.ContainerScoped });
    const scope = scopeOf();
    scope.resolve(Holder);
    scope.resolve(Shared);

    expect(children).not.toHaveBeenCalled();
  });

  describe('over a container whose registrations cannot be read', () => {
    const hidden = (): DependencyContainer =>
      ({
        isRegistered: (...args) => container.isRegistered(...args),
        createChildContainer: () => container.createChildContainer(),
      }) as Partial<DependencyContainer> as DependencyContainer;
    const hiddenScope = () => openRunScope(tsyringeResolver(hidden()), createRunContext());

    it('resolves what is registered and builds what is not', () => {
      container.register('held', { useValue: 'value' });

      expect(hiddenScope().resolve(Holder).held).toBe('value');
      expect(hiddenScope().resolve(Leaky).run).toBeInstanceOf(RunContext);
    });

    it('gives container-scoped classes once per run, and fails rather than leak the run', () => {
      container.register('held', { useClass: Shared }, { lifecycle: Lifecycle.ContainerScoped });
      const scope = hiddenScope();
      const first = scope.resolve(Holder).held;
      expect(scope.openCall().resolve(Holder).held).toBe(first);
      expect(hiddenScope().resolve(Holder).held).not.toBe(first);

      container.registerSingleton('held', Leaky);
      expect(() => hiddenScope().resolve(Holder)).toThrow(/RunContext/);
    });
  });
});

describe('asResolver', () => {
  it('keeps one resolver per tsyringe container and takes a resolver as it is', () => {
    const resolver = { find: () => undefined };

    expect(asResolver(container)).toBe(asResolver(container));
    expect(asResolver(container)).not.toBe(asResolver(container.createChildContainer()));
    expect(asResolver(resolver)).toBe(resolver);
  });
});

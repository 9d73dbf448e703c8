import '../foundation/reflection.js';
import { container as globalContainer, type DependencyContainer, Lifecycle } from 'tsyringe';
import type { Constructor } from '../foundation/constructor.js';
import { type DelayedClass, isDelayedClass } from './constructor-plan.js';
import type { Registration, ResolutionScope, Resolver, Token } from './resolver.js';

/** A container of tsyringe's, under a name that costs no import of it. */
export type TsyringeContainer = DependencyContainer;

/**
 * Resolves from a tsyringe container. `@singleton()` and values are shared by all runs, `ContainerScoped` and
 * `ResolutionScoped` classes live once per run, other classes are built for each injection. Interceptors
 * (`beforeResolution`, `afterResolution`) run for singletons only.
 *
 * @param container - Registrations may be added and replaced at any time; a run keeps those it has used. @defaultValue tsyringe's global container
 */
export function tsyringeResolver(container: DependencyContainer = globalContainer): Resolver {
  return isTransparent(container) ? new TransparentTsyringe(container) : opaqueTsyringe(container);
}

/** The private parts of tsyringe 4.10 that tell what is registered; without them each token would cost a child container. */
interface TransparentContainer extends DependencyContainer {
  readonly _registry: { readonly _registryMap: ReadonlyMap<unknown, readonly TsyringeRegistration[]> };
  readonly parent?: TransparentContainer;
  resolveRegistration(registration: TsyringeRegistration, context: unknown): unknown;
}

type Source = Token | DelayedClass | { readonly useValue: unknown };

interface TsyringeRegistration {
  readonly provider: {
    readonly useValue?: unknown;
    readonly useToken?: Token | DelayedClass;
    readonly useClass?: Source;
    readonly useFactory?: (container: DependencyContainer) => unknown;
  };
  readonly options: { readonly lifecycle: Lifecycle };
  readonly instance?: unknown;
}

function isTransparent(container: DependencyContainer): container is TransparentContainer {
  const { _registry, resolveRegistration } = container as Partial<TransparentContainer>;
  return _registry?._registryMap instanceof Map && typeof resolveRegistration === 'function';
}

class TransparentTsyringe implements Resolver {
  readonly #container: TransparentContainer;
  readonly #described = new WeakMap<TsyringeRegistration, Registration>();
  readonly #facades = new WeakMap<ResolutionScope, DependencyContainer>();

  constructor(container: TransparentContainer) {
    this.#container = container;
  }

  find(token: Token): Registration | undefined {
    const registration = this.#registrations(token)?.at(-1);
    return registration && this.#describeOnce(registration, token);
  }

  findAll(token: Token): readonly Registration[] {
    return (this.#registrations(token) ?? []).map(registration => this.#describeOnce(registration, token));
  }

  #registrations(token: Token): readonly TsyringeRegistration[] | undefined {
    let container: TransparentContainer | undefined = this.#container;
    while (container !== undefined) {
      const registrations = container._registry._registryMap.get(token);
      // tsyringe leaves an empty list behind when it looks for what is not registered.
      if (registrations !== undefined && registrations.length > 0) return registrations;
      container = container.parent;
    }
    return undefined;
  }

  #describeOnce(registration: TsyringeRegistration, token: Token): Registration {
    let described = this.#described.get(registration);
    if (described === undefined) {
      described = this.#describe(registration, token);
      this.#described.set(registration, described);
    }
    return described;
  }

  #describe(registration: TsyringeRegistration, token: Token): Registration {
    const { useFactory, useToken, useClass, useValue } = registration.provider;
    if (useFactory !== undefined)
      return { kind: 'opaque', resolve: scope => useFactory(this.#facade(scope)) };
    const source = useToken ?? useClass;
    if (source === undefined) return { kind: 'shared', resolve: () => useValue };
    // tsyringe takes `{ useValue: null }` for a class; what was meant is plain.
    if (typeof source === 'object' && 'useValue' in source)
      return { kind: 'shared', resolve: () => source.useValue };
    const { lifecycle } = registration.options;
    if (lifecycle === Lifecycle.Singleton) return this.#describeShared(registration, source, token);
    if (isDelayedClass(source))
      return { kind: 'opaque', resolve: scope => source.createProxy(target => scope.resolve(target)) };
    return useToken === undefined
      ? {
          kind: 'class',
          target: source as Constructor,
          lifetime: lifecycle === Lifecycle.Transient ? 'transient' : 'run',
        }
      : { kind: 'alias', token: source };
  }

  #describeShared(registration: TsyringeRegistration, source: Source, token: Token): Registration {
    const resolve = (): unknown => registration.instance ?? this.#resolveShared(registration, token);
    if (typeof source === 'object') return { kind: 'shared', resolve };
    return registration.provider.useToken === undefined
      ? { kind: 'shared', target: source as Constructor, resolve }
      : { kind: 'shared', token: source, resolve };
  }

  /** Only the latest registration of a token can be asked for by name, which is what interceptors listen to. */
  #resolveShared(registration: TsyringeRegistration, token: Token): unknown {
    return this.#registrations(token)?.at(-1) === registration
      ? this.#container.resolve(token as Constructor)
      : this.#container.resolveRegistration(registration, { scopedResolutions: new Map() });
  }

  /**
   * What a factory receives: the container, except that everything it resolves comes from the run. A child
   * container would build shared objects inside the run and let them keep it.
   */
  #facade(scope: ResolutionScope): DependencyContainer {
    let facade = this.#facades.get(scope);
    if (facade === undefined) {
      facade = Object.create(this.#container, {
        resolve: { value: (token: Token) => scope.resolve(token) },
        resolveAll: { value: (token: Token) => scope.resolveAll(token) },
      }) as DependencyContainer;
      this.#facades.set(scope, facade);
    }
    return facade;
  }
}

/**
 * For versions of tsyringe that hide their registrations: one child container per run resolves whatever is
 * registered. The run's context is not in it, because a shared object first built there would keep it; what is
 * registered and needs the context therefore fails instead of leaking.
 */
function opaqueTsyringe(container: DependencyContainer): Resolver {
  const children = new WeakMap<ResolutionScope, DependencyContainer>();
  const childOf = (scope: ResolutionScope): DependencyContainer => {
    const child = children.get(scope) ?? container.createChildContainer();
    children.set(scope, child);
    return child;
  };
  return {
    find: token =>
      container.isRegistered(token as Constructor, true)
        ? { kind: 'opaque', resolve: scope => childOf(scope).resolve(token as Constructor) }
        : undefined,
  };
}

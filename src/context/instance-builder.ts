import type { Constructor } from '../foundation/constructor.js';
import { DefinitionError } from '../foundation/definition-error.js';
import { type ConstructorPlan, constructorPlan, type Dependency } from './constructor-plan.js';
import { findCurrentCall } from './current-call.js';
import { DependencyMissingError, ScopeClosedError } from './dependency-errors.js';
import {
  severalUnsupported,
  sharedCallTool,
  typesNotEmitted,
  unregistered,
  withoutType,
} from './dependency-problems.js';
import type { DisposalList } from './disposal.js';
import type { Registration, ResolutionScope, Resolver, Token } from './resolver.js';
import { isRunContextType, type RunContext } from './run-context.js';

/** What is known of a token. */
interface LookUp {
  readonly registration: Registration | undefined;
  /** Of a class; undefined for other tokens. */
  readonly plan: ConstructorPlan | undefined;
}

/** Who disposes what is being built; nobody when a factory asked, since it may keep the object longer than the run. */
type Owner = DisposalList | undefined;

/**
 * Builds the objects of one run from cached constructor plans. The container is asked only for what all runs share
 * and for factories, never to build in a child: a child keeps and disposes what it happens to build first.
 */
export class InstanceBuilder {
  readonly #resolver: Resolver;
  readonly #run: RunContext;
  readonly #runOwner: DisposalList;
  #perRun: Map<Token, unknown> | undefined;
  /** Looking up costs more than building, so a run keeps what it found. */
  #lookUps: Map<Token, LookUp> | undefined;
  #scope: ResolutionScope | undefined;

  constructor(resolver: Resolver, run: RunContext, runOwner: DisposalList) {
    this.#resolver = resolver;
    this.#run = run;
    this.#runOwner = runOwner;
  }

  /** The service of a tool: one per run whatever the container says, unless all runs share it. */
  buildService(token: Token): unknown {
    const { registration } = this.#lookUp(token);
    if (registration === undefined) return this.#oncePerRun(token);
    switch (registration.kind) {
      case 'class':
        return this.#oncePerRun(registration.target);
      case 'alias':
        return this.buildService(registration.token);
      default:
        return registration.resolve(this.#scopeForFactories());
    }
  }

  /** A tool that holds the arguments of its call: always a new object. */
  buildCallTool(token: Token, owner: DisposalList): unknown {
    const { registration, plan } = this.#lookUp(token);
    if (registration === undefined) return this.#build(plan, token, owner);
    switch (registration.kind) {
      case 'class':
        return this.#construct(registration.target, owner);
      case 'alias':
        return this.buildCallTool(registration.token, owner);
      case 'shared':
        throw new DefinitionError([sharedCallTool(token as Constructor)]);
      case 'opaque':
        return registration.resolve(this.#scopeForFactories());
    }
  }

  #resolve(token: Token, owner: Owner): unknown {
    return isRunContextType(token) ? this.#run : this.#resolveService(token, owner);
  }

  #resolveService(token: Token, owner: Owner): unknown {
    const { registration, plan } = this.#lookUp(token);
    return registration === undefined
      ? this.#build(plan, token, owner)
      : this.#fromRegistration(registration, owner);
  }

  #resolveAll(token: Token, owner: Owner): unknown[] {
    if (this.#resolver.findAll === undefined) throw new DefinitionError([severalUnsupported(token, [])]);
    const registrations = this.#resolver.findAll(token);
    return registrations.length === 0
      ? [this.#resolve(token, owner)]
      : registrations.map(registration => this.#fromRegistration(registration, owner));
  }

  #fromRegistration(registration: Registration, owner: Owner): unknown {
    switch (registration.kind) {
      case 'shared':
        return registration.resolve();
      case 'class':
        return registration.lifetime === 'run'
          ? this.#oncePerRun(registration.target)
          : this.#construct(registration.target, owner);
      case 'alias':
        return this.#resolve(registration.token, owner);
      case 'opaque':
        return registration.resolve(this.#scopeForFactories());
    }
  }

  #oncePerRun(target: Token): unknown {
    const perRun = (this.#perRun ??= new Map<Token, unknown>());
    let instance = perRun.get(target);
    if (instance === undefined) {
      instance = this.#construct(target, this.#runOwner);
      perRun.set(target, instance);
    }
    return instance;
  }

  #scopeForFactories(): ResolutionScope {
    return (this.#scope ??= {
      run: this.#run,
      resolve: token => this.#resolve(token, undefined),
      resolveAll: token => this.#resolveAll(token, undefined),
    });
  }

  #construct(token: Token, owner: Owner): unknown {
    return this.#build(this.#lookUp(token).plan, token, owner);
  }

  #build(plan: ConstructorPlan | undefined, token: Token, owner: Owner): unknown {
    if (plan?.dependencies === undefined) throw this.#unbuildable(token);
    if (owner?.isClosed === true) throw new ScopeClosedError(this.#run.runId, plan.target.name);
    const instance = this.#instantiate(plan.target, plan.dependencies, owner);
    owner?.add(instance as object);
    return instance;
  }

  /** Spelled out for the usual sizes, because spreading an array of arguments costs more than all the rest. */
  #instantiate(target: Constructor, dependencies: readonly Dependency[], owner: Owner): unknown {
    const a = dependencies[0];
    const b = dependencies[1];
    const c = dependencies[2];
    if (a === undefined) return new target();
    if (b === undefined) return new target(this.#inject(a, owner));
    if (c === undefined) return new target(this.#inject(a, owner), this.#inject(b, owner));
    if (dependencies.length === 3)
      return new target(this.#inject(a, owner), this.#inject(b, owner), this.#inject(c, owner));
    return new target(...dependencies.map(dependency => this.#inject(dependency, owner)));
  }

  #inject(dependency: Dependency, owner: Owner): unknown {
    const { transform } = dependency;
    if (transform === undefined) return this.#injectPlain(dependency, owner);
    const transformer = this.#resolve(transform.token, owner) as Transformer;
    return transformer.transform(this.#injectPlain(dependency, owner), ...transform.args);
  }

  #injectPlain(dependency: Dependency, owner: Owner): unknown {
    switch (dependency.kind) {
      case 'run':
        return this.#run;
      case 'one':
        return dependency.optional && !this.#isKnown(dependency.token)
          ? undefined
          : this.#resolveService(dependency.token, owner);
      case 'all':
        return dependency.optional && !this.#isKnown(dependency.token)
          ? []
          : this.#resolveAll(dependency.token, owner);
      case 'delayed':
        return dependency.delayed.createProxy(target => this.#resolve(target, owner));
      case 'unknown':
        if (dependency.optional) return undefined;
        throw new DependencyMissingError(this.#label(), [withoutType(dependency.position, [])]);
    }
  }

  #isKnown(token: Token): boolean {
    const { registration, plan } = this.#lookUp(token);
    return registration !== undefined || plan !== undefined;
  }

  #lookUp(token: Token): LookUp {
    const lookUps = (this.#lookUps ??= new Map<Token, LookUp>());
    let known = lookUps.get(token);
    if (known === undefined) {
      known = { registration: this.#resolver.find(token), plan: constructorPlan(token) };
      // What nobody knows may be registered before it is asked for again.
      if (known.registration !== undefined || known.plan !== undefined) lookUps.set(token, known);
    }
    return known;
  }

  #unbuildable(token: Token): Error {
    const target = this.#lookUp(token).plan?.target;
    return target === undefined
      ? new DependencyMissingError(this.#label(), [unregistered(token, [])])
      : new DefinitionError([typesNotEmitted(target, [])]);
  }

  #label(): string {
    return findCurrentCall(this.#run)?.toolName ?? '(unknown)';
  }
}

/** What tsyringe's `@injectWithTransform` names. */
interface Transformer {
  transform(value: unknown, ...args: readonly unknown[]): unknown;
}

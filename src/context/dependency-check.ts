import type { Constructor } from '../foundation/constructor.js';
import { DefinitionError, type DefinitionProblem } from '../foundation/definition-error.js';
import { constructorPlan, type Dependency } from './constructor-plan.js';
import {
  CaptiveDependencyError,
  DependencyCycleError,
  DependencyMissingError,
  type MissingDependency,
} from './dependency-errors.js';
import {
  severalUnsupported,
  sharedCallTool,
  typesNotEmitted,
  unregistered,
  withoutType,
} from './dependency-problems.js';
import { type Registration, renderToken, type Resolver, type Token } from './resolver.js';
import { isRunContextType } from './run-context.js';

/** How often a tool's class is built: shapes that hold the arguments of a call are built per call. */
export type ToolLifetime = 'run' | 'call';

/**
 * Walks everything the constructor of `target` needs, without building anything. Factories are not looked into.
 *
 * @throws {@link DependencyMissingError} (`DEPENDENCY_MISSING`) when something is not registered,
 * {@link CaptiveDependencyError} (`CAPTIVE_DEPENDENCY`) when a shared object captures a run,
 * {@link DependencyCycleError} (`DEPENDENCY_CYCLE`), and {@link DefinitionError} (`DEFINITION`) when a constructor's types
 * were not emitted or a per-call tool is registered as shared.
 */
export function checkDependencies(
  resolver: Resolver,
  target: Constructor,
  toolLabel: string,
  lifetime: ToolLifetime = 'run',
): void {
  const walk = new DependencyWalk(resolver, toolLabel);
  walk.visitToken(target, START);
  if (lifetime === 'call' && isShared(resolver, target)) walk.problems.push(sharedCallTool(target));
  if (walk.problems.length > 0) throw new DefinitionError(walk.problems);
  if (walk.missing.length > 0) throw new DependencyMissingError(toolLabel, walk.missing);
}

function isShared(resolver: Resolver, token: Token): boolean {
  const registration = resolver.find(token);
  return registration?.kind === 'alias'
    ? isShared(resolver, registration.token)
    : registration?.kind === 'shared';
}

/** The way from the tool's class to where the walk stands. */
interface Trail {
  readonly names: readonly string[];
  /** What is being built, for cycles; starts anew behind a delayed class. */
  readonly open: readonly Token[];
  /** The nearest object that all runs share, and the index of its name. */
  readonly shared?: { readonly registration: Registration; readonly index: number };
}

const START: Trail = { names: [], open: [] };

class DependencyWalk {
  readonly missing: MissingDependency[] = [];
  readonly problems: DefinitionProblem[] = [];
  readonly #resolver: Resolver;
  readonly #toolLabel: string;
  /** Classes seen, by the shared object they were seen under: below another one they may be captives. */
  readonly #seen = new Map<Registration | undefined, Set<Constructor>>();

  constructor(resolver: Resolver, toolLabel: string) {
    this.#resolver = resolver;
    this.#toolLabel = toolLabel;
  }

  visitToken(token: Token, trail: Trail, optional = false): void {
    const registration = this.#resolver.find(token);
    if (isRunContextType(token)) this.#refuseCapture('RunContext', trail);
    else if (registration !== undefined) this.#visitRegistration(registration, token, trail);
    else if (constructorPlan(token) !== undefined) this.#visitClass(token as Constructor, trail);
    else if (!optional) this.missing.push(unregistered(token, trail.names));
  }

  #visitRegistration(registration: Registration, token: Token, trail: Trail): void {
    switch (registration.kind) {
      case 'class':
        if (registration.lifetime === 'run') this.#refuseCapture(registration.target.name, trail);
        this.#visitClass(registration.target, trail);
        break;
      case 'alias':
        this.#visitAlias(registration.token, token, trail);
        break;
      case 'shared': {
        const inside = { ...trail, shared: { registration, index: trail.names.length } };
        if (registration.target !== undefined) this.#visitClass(registration.target, inside);
        else if (registration.token !== undefined) this.#visitAlias(registration.token, token, inside);
        break;
      }
      case 'opaque':
        break;
    }
  }

  #visitAlias(target: Token, alias: Token, trail: Trail): void {
    this.visitToken(target, this.#enter(alias, trail));
  }

  #visitClass(target: Constructor, trail: Trail): void {
    const inside = this.#enter(target, trail);
    const under = trail.shared?.registration;
    const seen = this.#seen.get(under) ?? new Set();
    this.#seen.set(under, seen);
    if (seen.has(target)) return;
    seen.add(target);
    const dependencies = constructorPlan(target)?.dependencies;
    if (dependencies === undefined) this.problems.push(typesNotEmitted(target, inside.names));
    else for (const dependency of dependencies) this.#visitDependency(dependency, inside);
  }

  #visitDependency(dependency: Dependency, trail: Trail): void {
    if (dependency.transform !== undefined) this.visitToken(dependency.transform.token, trail);
    switch (dependency.kind) {
      case 'run':
        this.#refuseCapture('RunContext', trail);
        break;
      case 'one':
        this.visitToken(dependency.token, trail, dependency.optional);
        break;
      case 'all':
        this.#visitAll(dependency.token, trail, dependency.optional);
        break;
      case 'delayed':
        this.visitToken(dependency.delayed.wrap(), { ...trail, open: [] });
        break;
      case 'unknown':
        if (!dependency.optional) this.missing.push(withoutType(dependency.position, trail.names));
        break;
    }
  }

  #visitAll(token: Token, trail: Trail, optional: boolean): void {
    if (this.#resolver.findAll === undefined) {
      this.problems.push(severalUnsupported(token, trail.names));
      return;
    }
    const registrations = this.#resolver.findAll(token);
    if (registrations.length === 0) this.visitToken(token, trail, optional);
    for (const registration of registrations) this.#visitRegistration(registration, token, trail);
  }

  #enter(token: Token, trail: Trail): Trail {
    const start = trail.open.indexOf(token);
    if (start >= 0)
      throw new DependencyCycleError(this.#toolLabel, [...trail.open.slice(start), token].map(renderToken));
    return { ...trail, names: [...trail.names, renderToken(token)], open: [...trail.open, token] };
  }

  #refuseCapture(captive: string, trail: Trail): void {
    if (trail.shared === undefined) return;
    throw new CaptiveDependencyError(this.#toolLabel, [...trail.names.slice(trail.shared.index), captive]);
  }
}

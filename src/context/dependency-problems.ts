import type { Constructor } from '../foundation/constructor.js';
import type { DefinitionProblem } from '../foundation/definition-error.js';
import { type MissingDependency, renderChain } from './dependency-errors.js';
import { renderToken, type Token } from './resolver.js';

/** @param names - What leads to the token, the tool's class first. */
export function unregistered(token: Token, names: readonly string[]): MissingDependency {
  const path = [...names, renderToken(token)];
  if (typeof token === 'function')
    return {
      path,
      seen: 'is a built-in type, which no container can supply',
      fix: "`@inject('token')` before the parameter and `container.register('token', { useValue: … })`",
    };
  const written = typeof token === 'string' ? `'${token}'` : (token.description ?? 'token');
  return { path, seen: 'is not registered', fix: `\`container.register(${written}, { useValue: … })\`` };
}

export function withoutType(position: number, names: readonly string[]): MissingDependency {
  return {
    path: [...names, `parameter ${position}`],
    seen: 'has no type at run time (an interface, a type-only import or a circular import)',
    fix: "`@inject('token')` before the parameter, or import its class without `type`",
  };
}

export function typesNotEmitted(target: Constructor, names: readonly string[]): DefinitionProblem {
  return {
    where: names.length > 1 ? `${target.name} (${renderChain(names)})` : target.name,
    seen: `Its constructor takes ${target.length} parameter(s), but the compiler emitted no types for them.`,
    fix: 'Put @injectable() from tsyringe on the class (with "emitDecoratorMetadata": true), or register an instance.',
  };
}

export function severalUnsupported(token: Token, names: readonly string[]): DefinitionProblem {
  return {
    where: renderChain(names),
    seen: `@injectAll asks for every registration of ${renderToken(token)}, but the container's adapter has no findAll().`,
    fix: 'Add findAll() to the adapter, or register one array under the token and use @inject.',
  };
}

export function sharedCallTool(target: Constructor): DefinitionProblem {
  return {
    where: target.name,
    seen: 'It holds the arguments of one call, but the container shares one object between all calls.',
    fix: 'Remove @singleton() or register the class as transient.',
  };
}

import type { Resolver } from './resolver.js';
import { refuseOtherCopies } from './tsyringe-copies.js';
import { type TsyringeContainer, tsyringeResolver } from './tsyringe-resolver.js';

/** Where services come from: a tsyringe container, or a {@link Resolver} over another one. */
export type Container = TsyringeContainer | Resolver;

const resolvers = new WeakMap<TsyringeContainer, Resolver>();
let globalResolver: Resolver | undefined;

/** @param container - @defaultValue tsyringe's global container */
export function asResolver(container?: Container): Resolver {
  if (container === undefined) return refuseOtherCopies((globalResolver ??= tsyringeResolver()));
  if ('find' in container) return container;
  const resolver = resolvers.get(container) ?? tsyringeResolver(container);
  resolvers.set(container, resolver);
  return resolver;
}

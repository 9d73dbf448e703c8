import type { AnyConstructor, Constructor } from '../foundation/constructor.js';
import type { RunContext } from './run-context.js';

/** What a constructor parameter asks for. */
export type Token = string | symbol | AnyConstructor;

/** What a container knows about a token. */
export type Registration =
  /** toolwright builds `target` from its constructor, once per run or for each injection, and disposes it. */
  | { readonly kind: 'class'; readonly target: Constructor; readonly lifetime: 'run' | 'transient' }
  /**
   * One object for all runs, built and kept by the container. A container that says what it builds it from
   * (`target`, or `token` when it stands for another token) lets toolwright refuse one that captures a run.
   */
  | {
      readonly kind: 'shared';
      readonly target?: Constructor;
      readonly token?: Token;
      resolve(): unknown;
    }
  /** Another name for `token`. */
  | { readonly kind: 'alias'; readonly token: Token }
  /** A factory: asked at each injection, never disposed by toolwright. */
  | { readonly kind: 'opaque'; resolve(scope: ResolutionScope): unknown };

/** A run as a factory sees it. Stable for the whole run, so it can key a cache. */
export interface ResolutionScope {
  readonly run: RunContext;
  resolve(token: Token): unknown;
  resolveAll(token: Token): unknown[];
}

/** The port to a dependency-injection container. It only answers what is registered; toolwright does the rest. */
export interface Resolver {
  /** Undefined when nothing is registered: a class may then still be built from its constructor. A run keeps the answer. */
  find(token: Token): Registration | undefined;
  /** All registrations of a token, for containers that can hold several. Empty when there are none. */
  findAll?(token: Token): readonly Registration[];
}

export function renderToken(token: Token): string {
  if (typeof token === 'function') return token.name || '(anonymous class)';
  return typeof token === 'string' ? `token '${token}'` : `token ${token.toString()}`;
}

import {
  type Registration,
  type ResolutionScope,
  type Resolver,
  type Token,
} from '../../../src/context/resolver.js';
import { type Constructor } from '../../../src/foundation/constructor.js';

/** All it takes to stand in for tsyringe. */
export class HandMadeContainer implements Resolver {
  readonly #entries = new Map<Token, Registration[]>();

  add(token: Token, registration: Registration): this {
    this.#entries.set(token, [...(this.#entries.get(token) ?? []), registration]);
    return this;
  }

  singleton(token: Token, target: Constructor, build: () => unknown): this {
    let built: unknown;
    return this.add(token, { kind: 'shared', target, resolve: () => (built ??= build()) });
  }

  factory(token: Token, resolve: (scope: ResolutionScope) => unknown): this {
    return this.add(token, { kind: 'opaque', resolve });
  }

  find = (token: Token): Registration | undefined => this.#entries.get(token)?.at(-1);

  findAll = (token: Token): readonly Registration[] => this.#entries.get(token) ?? [];
}

import type { Constructor } from '../foundation/constructor.js';
import { ownClassMetadata } from '../foundation/reflection.js';
import type { Token } from './resolver.js';
import { isRunContextType } from './run-context.js';

/** tsyringe's `delay(() => Class)`: a stand-in object that asks for the real one when first used. */
export interface DelayedClass {
  wrap(): Constructor;
  createProxy(create: (target: Constructor) => unknown): unknown;
}

type Source =
  | { readonly kind: 'run' }
  | { readonly kind: 'one' | 'all'; readonly token: Token }
  | { readonly kind: 'delayed'; readonly delayed: DelayedClass }
  /** Neither a type nor a token is known: an interface, a type-only import or a circular one. */
  | { readonly kind: 'unknown' };

/** What one constructor parameter needs. */
export type Dependency = Source & {
  /** Of the parameter, from 1. */
  readonly position: number;
  /** Nothing is injected when the token is not registered. */
  readonly optional: boolean;
  readonly transform?: { readonly token: Token; readonly args: readonly unknown[] };
};

export interface ConstructorPlan {
  readonly target: Constructor;
  /** Undefined when the constructor takes parameters whose types the compiler did not emit. */
  readonly dependencies: readonly Dependency[] | undefined;
}

const plans = new WeakMap<object, ConstructorPlan>();

/** How to build a class, read once from the metadata of the compiler and of tsyringe's `@inject` family; undefined for what is not a class of the program. */
export function constructorPlan(type: unknown): ConstructorPlan | undefined {
  if (typeof type !== 'function') return undefined;
  const known = plans.get(type);
  if (known !== undefined) return known;
  if (/\{\s*\[native code\]\s*\}$/.test(Function.prototype.toString.call(type))) return undefined;
  const target = type as Constructor;
  const plan = { target, dependencies: readDependencies(target) };
  plans.set(type, plan);
  return plan;
}

function readDependencies(target: Constructor): readonly Dependency[] | undefined {
  const types = ownClassMetadata('design:paramtypes', target) as readonly unknown[] | undefined;
  const injected = ownClassMetadata('injectionTokens', target) as Record<number, unknown> | undefined;
  if (types !== undefined || injected !== undefined) {
    const count = Math.max(
      types?.length ?? 0,
      target.length,
      ...Object.keys(injected ?? {}).map(i => +i + 1),
    );
    return Array.from({ length: count }, (_, index) =>
      readDependency(injected?.[index] ?? types?.[index], index + 1, index >= target.length),
    );
  }
  if (target.length > 0) return undefined;
  const parent: unknown = Object.getPrototypeOf(target);
  return typeof parent !== 'function' || parent === Function.prototype || hasOwnConstructor(target)
    ? []
    : readDependencies(parent as Constructor);
}

const CONSTRUCTOR = /(?:^|[^.\w$])constructor\s*\(/;
/** `constructor(...args)` is how wrapping decorators, `super(...arguments)` how TypeScript passes everything on. */
const PASSES_ON = /constructor\s*\((?:\s*\.\.\.|\s*\)\s*\{\s*super\(\.\.\.arguments\))/;

function hasOwnConstructor(target: Constructor): boolean {
  const source = Function.prototype.toString.call(target);
  return CONSTRUCTOR.test(source) && !PASSES_ON.test(source);
}

interface InjectDescriptor {
  readonly token: unknown;
  readonly multiple?: boolean;
  readonly isOptional?: boolean;
  readonly transform?: Token;
  readonly transformArgs?: readonly unknown[];
}

/** @param hasDefault - The constructor supplies a value of its own when nothing is injected. */
function readDependency(entry: unknown, position: number, hasDefault: boolean): Dependency {
  if (!isInjectDescriptor(entry)) return { ...readSource(entry, false), position, optional: hasDefault };
  const { transform, transformArgs = [] } = entry;
  return {
    ...readSource(entry.token, entry.multiple === true),
    position,
    optional: entry.isOptional === true || hasDefault,
    ...(transform === undefined ? {} : { transform: { token: transform, args: transformArgs } }),
  };
}

function readSource(token: unknown, multiple: boolean): Source {
  if (isRunContextType(token)) return { kind: 'run' };
  if (isDelayedClass(token)) return multiple ? { kind: 'unknown' } : { kind: 'delayed', delayed: token };
  return isToken(token) ? { kind: multiple ? 'all' : 'one', token } : { kind: 'unknown' };
}

const isToken = (value: unknown): value is Token =>
  typeof value === 'string' || typeof value === 'symbol' || typeof value === 'function';

const isInjectDescriptor = (entry: unknown): entry is InjectDescriptor =>
  typeof entry === 'object' && entry !== null && 'token' in entry;

export function isDelayedClass(value: unknown): value is DelayedClass {
  return typeof value === 'object' && value !== null && 'wrap' in value && 'createProxy' in value;
}

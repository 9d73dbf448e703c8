/** A concrete class: something `new` can be applied to. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- constructor parameters are contravariant: `unknown[]` would refuse every real class.
export type Constructor<T = unknown> = new (...args: any[]) => T;

/** A concrete or abstract class, as decorators receive it. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- see above.
export type AnyConstructor<T = unknown> = abstract new (...args: any[]) => T;

/** True for functions written as `class …`. */
export function isClass(value: unknown): value is Constructor {
  return typeof value === 'function' && Function.prototype.toString.call(value).startsWith('class');
}

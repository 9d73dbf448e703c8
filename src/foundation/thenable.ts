import { types } from 'node:util';

/** True for promises of any kind. */
export function isThenable(value: unknown): value is PromiseLike<unknown> {
  return (
    typeof value === 'object' && value !== null && typeof (value as { then?: unknown }).then === 'function'
  );
}

/** Keeps a promise that nobody will wait for from ending the process when it rejects. */
export function ignoreRejection(value: unknown): void {
  if (types.isPromise(value)) void Promise.prototype.then.call(value, undefined, () => undefined);
}

/** Applies `next` at once when the value is there: a promise that is not needed costs more than most calls. */
export function chain<T, R>(value: T | Promise<T>, next: (value: T) => R): R | Promise<R> {
  return value instanceof Promise ? value.then(next) : next(value);
}

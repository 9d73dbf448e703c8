import type { AnyConstructor } from '../foundation/constructor.js';
import { DefinitionError, type DefinitionProblem } from '../foundation/definition-error.js';
import { describeKind } from '../foundation/value-kind.js';

function classNameOf(target: object): string {
  const owner = typeof target === 'function' ? target : target.constructor;
  return (owner as AnyConstructor).name || 'a class without a name';
}

/**
 * Catches `@Tool` without parentheses, which would otherwise decorate nothing.
 *
 * @param needed - What stands between the parentheses at least.
 */
export function refuseBareUse(decorator: string, argument: unknown, needed = ''): void {
  const isClass = typeof argument === 'function' && Object.hasOwn(argument, 'prototype');
  const isPrototype =
    typeof argument === 'object' && argument !== null && Object.hasOwn(argument, 'constructor');
  if (!isClass && !isPrototype) return;
  throw problem(
    classNameOf(argument),
    `@${decorator} is written without parentheses.`,
    `write @${decorator}(${needed}).`,
  );
}

/** @throws {@link DefinitionError} when a decorator got something else than an object of options. */
export function refuseNoOptions(options: unknown, where: string): void {
  if (typeof options === 'object' && options !== null && !Array.isArray(options)) return;
  throw problem(where, `it got ${describeKind(options)}.`, 'give an object of options.');
}

/** @throws {@link DefinitionError} when the same decorator stands on the same spot already; one of them would be ignored. */
export function refuseSecond(present: unknown, where: string): void {
  if (present !== undefined) throw problem(where, 'it stands here twice.', 'keep one.');
}

/** @throws {@link DefinitionError} with the problems, when there are some. */
export function throwIfAny(problems: readonly DefinitionProblem[]): void {
  if (problems.length > 0) throw new DefinitionError(problems);
}

const problem = (where: string, seen: string, fix: string): DefinitionError =>
  new DefinitionError([{ where, seen, fix }]);

import { type AnyConstructor } from '../foundation/constructor.js';
import { DefinitionError } from '../foundation/definition-error.js';
import { type MemberKey } from '../tool/class-metadata.js';
import { findUnknownOptions } from '../tool/unknown-options.js';

/** `Orders.lookupOrder` or `Orders`, for a decorator's target. */
export function placeOf(target: object, member?: MemberKey): string {
  const owner = typeof target === 'function' ? target : target.constructor;
  const name = (owner as AnyConstructor).name || 'a class without a name';
  return member === undefined ? name : `${name}.${String(member)}`;
}

/**
 * Catches `@Tool` without parentheses, which would otherwise decorate nothing.
 *
 * @param needed - What stands between the parentheses at least.
 */
export function refuseBareUse(decorator: string, argument: unknown, needed = ''): void {
  const isPrototype =
    typeof argument === 'object' && argument !== null && Object.hasOwn(argument, 'constructor');
  if (typeof argument !== 'function' && !isPrototype) return;
  throw new DefinitionError([
    {
      where: placeOf(argument),
      seen: `@${decorator} is written without parentheses.`,
      fix: `write @${decorator}(${needed}).`,
    },
  ]);
}

/** @throws {@link DefinitionError} naming each option that nobody reads. */
export function checkOptions(decorator: string, options: object, known: readonly string[]): void {
  const unknown = findUnknownOptions(options, known, decorator);
  if (unknown.length > 0) throw new DefinitionError(unknown);
}

import { type AnyConstructor, isClass } from '../foundation/constructor.js';
import { isPlainObject } from '../foundation/json.js';
import { describeKind } from '../foundation/value-kind.js';

/** What is wrong with the whole of a declared result; undefined when it is a thunk or options. */
export function findReturnsMistake(given: unknown): { seen: string; fix: string } | undefined {
  if (isClass(given) || [String, Number, Boolean, Date].includes(given as never)) {
    const { name } = given as AnyConstructor;
    return { seen: `it got ${name} itself.`, fix: `write () => ${name}.` };
  }
  return typeof given === 'function' || isPlainObject(given)
    ? undefined
    : {
        seen: `it got ${describeKind(given)}.`,
        fix: "write () => TheClass, or options: { type: 'string' }.",
      };
}

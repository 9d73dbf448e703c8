import { type AnyConstructor, type Constructor, isClass } from '../foundation/constructor.js';
import type { DefinitionProblem } from '../foundation/definition-error.js';
import { describeKind } from '../foundation/value-kind.js';
import { readClassMetadata } from './class-metadata.js';

/** True for classes, and for decorated ones that a compiler wrote as functions. */
export function isClassOrItsFunction(value: unknown): value is Constructor {
  return isClass(value) || isEs5Class(value);
}

/** True for a function that carries decorators: such a class can extend no real class and tells nothing about itself. */
export function isEs5Class(value: unknown): value is Constructor {
  return (
    typeof value === 'function' &&
    !isClass(value) &&
    readClassMetadata(value as unknown as AnyConstructor) !== undefined
  );
}

export const es5Problem = (target: Constructor): DefinitionProblem => ({
  where: target.name || 'a class without a name',
  seen: 'it was compiled to ES5 classes, which are functions.',
  fix: 'set "target": "ES2022" in tsconfig.json.',
});

/** What is wrong with an option that must be a class; undefined when it is one. */
export function findClassMistake(value: unknown): { seen: string; fix: string } | undefined {
  if (isClass(value)) return undefined;
  return typeof value === 'function'
    ? {
        seen: 'it is a function, not a class.',
        fix: 'give the class itself; if it was compiled to ES5 classes, set "target": "ES2022" in tsconfig.json.',
      }
    : { seen: `it is ${describeKind(value)}, not a class.`, fix: 'give the class itself.' };
}

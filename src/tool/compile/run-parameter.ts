import type { EmittedType } from '../../foundation/reflection.js';
import type { ParamOptions } from '../tool-options.js';

const RUN_NAMES = ['run', 'context', 'ctx'];
/** What compilers emit for a type that is none at run time: an `import type`, a union, a circular import. */
const ERASED: readonly unknown[] = [Object, Function, undefined];

/** True for a parameter that is called like the run, and whose type is lost. */
export function isLostRun(name: string | undefined, emitted: EmittedType): boolean {
  return RUN_NAMES.includes(name ?? '') && (!emitted.emitted || ERASED.includes(emitted.type));
}

/** Why such a parameter is no argument; undefined when it says what it takes. */
export function findLostRun(
  name: string | undefined,
  emitted: EmittedType,
  { type, enum: allowed, schema }: ParamOptions,
): { seen: string; fix: string } | undefined {
  const isStated = type !== undefined || allowed !== undefined || schema !== undefined;
  if (isStated || !isLostRun(name, emitted)) return undefined;
  return {
    seen: 'it is called like the run, but its type is not known at run time.',
    fix:
      'import RunContext without `type`, or write @Param({ type: () => RunContext }); ' +
      "for an argument, state its type: @Param({ type: 'string' }).",
  };
}

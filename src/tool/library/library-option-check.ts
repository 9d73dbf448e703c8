import type { DefinitionProblem } from '../../foundation/definition-error.js';
import { isPlainObject } from '../../foundation/json.js';
import { findIconProblems } from '../icon.js';
import { findTextProblems } from '../tool-option-check.js';
import { findUnknownOptions } from '../unknown-options.js';
import type { ResourceOptions } from './library-options.js';

const COMMON = ['name', 'title', 'description', 'icons', 'timeoutMs', 'params', 'complete'];
export const PROMPT_OPTION_NAMES: readonly string[] = COMMON;
export const RESOURCE_OPTION_NAMES: readonly string[] = [...COMMON, 'mimeType', 'size'];

/** Options that cannot be meant. */
export function findLibraryOptionProblems(
  options: ResourceOptions,
  known: readonly string[],
  where: string,
): DefinitionProblem[] {
  const { name, title, description, mimeType, icons, complete, size } = options;
  return [
    ...findUnknownOptions(options, known, where),
    ...findTextProblems('name', name, where),
    ...findTextProblems('title', title, where),
    ...findTextProblems('description', description, where),
    ...findTextProblems('mimeType', mimeType, where),
    ...findIconProblems(icons, where),
    ...(size === undefined || (Number.isInteger(size) && size >= 0)
      ? []
      : [{ where, seen: 'size is no number of bytes.', fix: 'give a whole number, or leave it out.' }]),
    ...findCompleteProblems(complete, where),
  ];
}

function findCompleteProblems(complete: unknown, where: string): DefinitionProblem[] {
  if (complete === undefined) return [];
  const isMeant =
    isPlainObject(complete) &&
    Object.values(complete).every(each => typeof each === 'string' || typeof each === 'function');
  return isMeant
    ? []
    : [
        {
          where,
          seen: 'complete holds something else.',
          fix: "give methods by argument: complete: { city: 'completeCity' }.",
        },
      ];
}

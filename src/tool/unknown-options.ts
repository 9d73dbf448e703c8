import type { DefinitionProblem } from '../foundation/definition-error.js';
import { nearestNames } from '../foundation/names.js';

/** Option names nobody reads, e.g. misspelt ones. */
export function findUnknownOptions(
  options: object,
  known: readonly string[],
  where: string,
): DefinitionProblem[] {
  return Object.keys(options)
    .filter(name => !known.includes(name))
    .map(name => {
      const nearest = nearestNames(name, known)[0];
      return {
        where,
        seen: `'${name}' is not an option.`,
        fix: nearest === undefined ? `use one of ${known.join(', ')}.` : `write '${nearest}'.`,
      };
    });
}

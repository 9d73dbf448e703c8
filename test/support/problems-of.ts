import { createToolRuntime, DefinitionError, type DefinitionProblem } from 'toolwright';

export type AnyClass = new (...args: never[]) => unknown;

/** The problems of the DefinitionError that `declare` throws; none when it throws nothing. */
export function problemsOf(declare: () => unknown): readonly DefinitionProblem[] {
  try {
    declare();
  } catch (error) {
    if (error instanceof DefinitionError) return error.problems;
    throw error;
  }
  return [];
}

export const compileProblemsOf = (target: AnyClass): readonly DefinitionProblem[] =>
  problemsOf(() => createToolRuntime([target]));

import { ToolwrightError } from './toolwright-error.js';

/** One mistake in a declaration: where it is, what was seen there, and the text to write instead. */
export interface DefinitionProblem {
  /** Class and member, e.g. `Orders.lookupOrder, parameter 1 'tags'`. */
  readonly where: string;
  readonly seen: string;
  readonly fix: string;
}

/** A class, tool or option is declared wrongly. Lists every problem found, not only the first. */
export class DefinitionError extends ToolwrightError {
  declare readonly problems: readonly DefinitionProblem[];

  constructor(problems: readonly DefinitionProblem[]) {
    super({
      code: 'DEFINITION',
      fault: 'author',
      message: problems.map(problem => `${problem.where}: ${problem.seen} Fix: ${problem.fix}`).join('\n'),
      details: { problems: problems.map(problem => ({ ...problem })) },
    });
    // Node prints the enumerable members of what nobody caught, and the message has told all of this.
    Object.defineProperty(this, 'problems', { value: problems, enumerable: false });
    Object.defineProperty(this, 'details', { enumerable: false });
  }
}

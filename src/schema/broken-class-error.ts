import { ToolwrightError } from '../foundation/toolwright-error.js';

/** Code of a tool's author fails while arguments become an instance of a class. What it threw is the `cause`. */
export class BrokenClassError extends ToolwrightError {
  constructor(facts: {
    readonly className: string;
    /** Missing when it cannot be told. */
    readonly member?: string | undefined;
    /** What went wrong, e.g. `the setter threw`. */
    readonly fact: string;
    readonly cause?: unknown;
  }) {
    const { className, member, fact, cause } = facts;
    const where = member === undefined ? className : `${className}.${member}`;
    super({
      code: 'BROKEN_CLASS',
      fault: 'author',
      message: `${where}: ${fact}${cause instanceof Error ? ` ${cause.name}` : ''}.`,
      details: { className, ...(member === undefined ? {} : { member }) },
      cause,
    });
  }
}

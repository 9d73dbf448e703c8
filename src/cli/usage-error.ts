const NAME = 'UsageError';

/** The command cannot be carried out as it was given: exit code 2. */
export class UsageError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = NAME;
  }

  /** Also true for one that the compiling thread threw, of which only the properties arrive here. */
  static is(value: unknown): value is UsageError {
    try {
      return value instanceof Error && value.name === NAME;
    } catch {
      // Modules throw anything, also what cannot be read.
      return false;
    }
  }
}

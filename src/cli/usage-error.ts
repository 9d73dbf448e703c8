/** The command cannot be carried out as it was given: exit code 2. */
export class UsageError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'UsageError';
  }
}

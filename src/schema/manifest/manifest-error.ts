import { ToolwrightError } from '../../foundation/toolwright-error.js';

/** The command that writes a manifest, for the texts of problems. */
export const SCHEMA_COMMAND = 'npx toolwright schema -p tsconfig.json';

/** A manifest cannot be had: it is missing, unreadable, of another version, or no longer true. */
export class ManifestError extends ToolwrightError {
  constructor(facts: {
    /** The file, or what was given instead. */
    readonly where: string;
    readonly seen: string;
    readonly fix: string;
    readonly cause?: unknown;
  }) {
    super({
      code: 'MANIFEST_UNUSABLE',
      fault: 'author',
      message: `${facts.where}: ${facts.seen} Fix: ${facts.fix}`,
      details: { where: facts.where },
      cause: facts.cause,
    });
  }
}

import { cutText } from '../../foundation/cut-text.js';
import { DefinitionError, type DefinitionProblem } from '../../foundation/definition-error.js';

const MAX_LISTED = 50;

/** What was changed in a schema of somebody else's, and what is wrong with it. */
export class Report {
  private readonly noted: string[] = [];
  private readonly problems: DefinitionProblem[] = [];
  private unlisted = 0;

  get notes(): readonly string[] {
    return this.unlisted === 0 ? this.noted : [...this.noted, `And ${this.unlisted} more changes.`];
  }

  /** @param pointer - Of the node, in the schema as it was given. */
  note(pointer: string, fact: string): void {
    if (this.noted.length < MAX_LISTED) this.noted.push(`${pointer === '' ? '(root)' : pointer}: ${fact}`);
    else this.unlisted++;
  }

  refuse(pointer: string, seen: string, fix: string): void {
    const where = nameNode(pointer);
    const isKnown = this.problems.some(problem => problem.where === where && problem.seen === seen);
    if (!isKnown && this.problems.length < MAX_LISTED) this.problems.push({ where, seen, fix });
  }

  /** @throws DefinitionError when anything was refused. */
  throwIfRefused(): void {
    if (this.problems.length > 0) throw new DefinitionError(this.problems);
  }
}

export function refuseWhole(pointer: string, seen: string, fix: string): never {
  throw new DefinitionError([{ where: nameNode(pointer), seen, fix }]);
}

const nameNode = (pointer: string): string =>
  pointer === '' ? 'JSON Schema' : `JSON Schema at ${cutText(pointer, 200)}`;

/** A value that somebody else wrote, as one short line. */
export const show = (value: unknown): string => cutText(JSON.stringify(value), 80);

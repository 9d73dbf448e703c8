import type { JsonObject } from '../foundation/json.js';
import { ToolwrightError } from '../foundation/toolwright-error.js';

/** What a tool asks a person. */
export interface Question {
  /** What the person reads. */
  readonly message: string;
  /**
   * What is to be filled in: JSON Schema of a flat object whose members are texts, numbers, booleans or choices.
   * @defaultValue one text
   */
  readonly schema?: JsonObject;
}

/** A question on its way to a person, secrets masked. */
export interface AskedQuestion extends Question {
  readonly callId: string;
  readonly toolName: string;
  /** Aborts when nobody waits for the answer any more. */
  readonly signal: AbortSignal;
}

/** What a person did: `value` is an object where there is a schema, else a text. */
export type QuestionAnswer =
  | { readonly answered: true; readonly value: string | JsonObject }
  | { readonly answered: false; readonly reason?: string };

/** Puts the questions of tools to a person. */
export interface Answerer {
  answer(question: AskedQuestion): QuestionAnswer | Promise<QuestionAnswer>;
}

/** A tool asked, and this run has nobody who answers. */
export class NobodyToAskError extends ToolwrightError {
  constructor(toolName: string) {
    super({
      code: 'NOBODY_TO_ASK',
      fault: 'environment',
      message:
        'Nobody can be asked in this run, which has no `answerer`. It did not go on: do without, or tell the user what is missing.',
      details: { toolName },
    });
  }
}

/** A person did not answer, or not so that it can be used. */
export class QuestionUnansweredError extends ToolwrightError {
  /** @param reason - What the person did, in words. */
  constructor(toolName: string, reason: string) {
    super({
      code: 'QUESTION_UNANSWERED',
      fault: 'environment',
      message: `The question to the user was not answered: ${reason}. Do not ask again; do without the answer.`,
      details: { toolName },
    });
  }
}

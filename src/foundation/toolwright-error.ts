import type { JsonObject } from './json.js';

/** Who has to act for the error to go away. */
export type Fault = 'author' | 'model' | 'policy' | 'environment' | 'caller' | 'replay' | 'internal';

/** What an error is made of. */
export interface ToolwrightErrorFacts {
  /** Upper snake case, unique; every code is explained in docs/errors.md. */
  readonly code: string;
  readonly fault: Fault;
  readonly message: string;
  /** @defaultValue false */
  readonly retryable?: boolean;
  /** Plain JSON for programs; never argument values or secrets. */
  readonly details?: JsonObject;
  readonly cause?: unknown;
}

const MARKER = Symbol.for('toolwright.error');

/** The base of every error toolwright throws. Recognise it with {@link ToolwrightError.is}, also across copies of the package. */
export class ToolwrightError extends Error {
  readonly code: string;
  readonly fault: Fault;
  readonly retryable: boolean;
  readonly details: JsonObject;
  readonly [MARKER] = true;

  constructor(facts: ToolwrightErrorFacts) {
    super(facts.message, facts.cause === undefined ? undefined : { cause: facts.cause });
    this.name = new.target.name;
    this.code = facts.code;
    this.fault = facts.fault;
    this.retryable = facts.retryable ?? false;
    this.details = facts.details ?? {};
  }

  /** The text a model may read; errors that are not for the model say so in general words. */
  toModelText(): string {
    return this.fault === 'model' || this.fault === 'policy' || this.fault === 'environment'
      ? this.message
      : 'The tool is not available because of a mistake in its set-up. Do not call it again; tell the user.';
  }

  /** Never throws, whatever was thrown: what cannot be read is no error of ours. */
  static is(value: unknown): value is ToolwrightError {
    if (typeof value !== 'object' || value === null) return false;
    try {
      return (value as { [MARKER]?: unknown })[MARKER] === true;
    } catch {
      return false;
    }
  }
}

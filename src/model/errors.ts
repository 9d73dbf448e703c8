import { ToolwrightError } from '../foundation/toolwright-error.js';

/** What is known of an answer that a model did not give. */
export interface ModelFailure {
  readonly model: string;
  readonly reason: string;
  /** HTTP status, where there was an answer. */
  readonly status?: number | undefined;
  /** How long the provider asks to wait before the next attempt. */
  readonly retryAfterMs?: number | undefined;
  readonly attempts: number;
  /** True when the same request may succeed later. */
  readonly retryable: boolean;
  readonly cause?: unknown;
}

/** A model gave no answer: its provider refused, failed or could not be reached. `cause` is what was thrown. */
export class ModelFailedError extends ToolwrightError {
  readonly failure: ModelFailure;

  constructor(failure: ModelFailure) {
    const { model, reason, status, attempts, retryable, cause } = failure;
    const times = attempts === 1 ? '' : ` after ${attempts} attempts`;
    super({
      code: 'MODEL_FAILED',
      fault: 'environment',
      message: `The model '${model}' gave no answer${times}: ${reason}`,
      retryable,
      details: { model, attempts, ...(status === undefined ? {} : { status }) },
      cause,
    });
    this.failure = failure;
  }
}

/** A value was given as a model that is none. */
export class UnknownModelError extends ToolwrightError {
  constructor(seen: string) {
    super({
      code: 'UNKNOWN_MODEL',
      fault: 'caller',
      message:
        `The model is ${seen}. Give openaiCompatible({ … }), a language model of an AI SDK provider ` +
        '(specification v2 or v3), or an object with provider, modelId, dialect and generate().',
    });
  }
}

import { type Clock, delay, systemClock } from '../foundation/clock.js';
import { type Entropy, systemEntropy } from '../foundation/entropy.js';
import { ToolwrightError } from '../foundation/toolwright-error.js';
import { ModelFailedError } from './errors.js';
import type { Model, ModelEvent, ModelRequest } from './model.js';

/** @defaultValue of `retries` everywhere */
export const DEFAULT_RETRIES = 2;

const FIRST_DELAY_MS = 500;
/** Also of what a provider asks for: nobody waits longer than this for one answer. */
const MAX_DELAY_MS = 60_000;

/** How a model that gives no answer is asked again. */
export interface RetryOptions {
  /** Further attempts after the first. @defaultValue 2 */
  readonly retries?: number | undefined;
  readonly clock?: Clock | undefined;
  readonly entropy?: Entropy | undefined;
}

/**
 * The same model, asked again when it fails with a retryable `MODEL_FAILED`: after what the provider asks for, at most
 * a minute, or else after half a second, doubled each time, with jitter. A stream is begun again only while nothing of
 * it was given out.
 */
export function withRetries(model: Model, options: RetryOptions = {}): Model {
  const attempts = new Attempts(options);
  return {
    provider: model.provider,
    modelId: model.modelId,
    dialect: model.dialect,
    ...(model.supportsTools !== undefined && { supportsTools: model.supportsTools }),
    ...(model.hasPrice !== undefined && { hasPrice: model.hasPrice }),
    generate: request => generate(model, request, attempts),
    ...(model.stream && { stream: request => streamAgain(model, request, attempts) }),
  };
}

async function generate(
  model: Model,
  request: ModelRequest,
  attempts: Attempts,
): ReturnType<Model['generate']> {
  for (let attempt = 1; ; attempt++)
    try {
      return await model.generate(request);
    } catch (error) {
      await attempts.pauseAfter(error, attempt, request.signal);
    }
}

async function* streamAgain(
  model: Model,
  request: ModelRequest,
  attempts: Attempts,
): AsyncGenerator<ModelEvent> {
  for (let attempt = 1; ; attempt++) {
    let isBegun = false;
    try {
      for await (const event of model.stream?.(request) ?? []) {
        isBegun = true;
        yield event;
      }
      return;
    } catch (error) {
      if (isBegun) throw countAttempts(error, attempt);
      await attempts.pauseAfter(error, attempt, request.signal);
    }
  }
}

class Attempts {
  readonly #retries: number;
  readonly #clock: Clock;
  readonly #entropy: Entropy;

  constructor({ retries = DEFAULT_RETRIES, clock = systemClock, entropy = systemEntropy }: RetryOptions) {
    this.#retries = retries;
    this.#clock = clock;
    this.#entropy = entropy;
  }

  /** Resolves when another attempt is due; throws what was thrown when there is none. */
  async pauseAfter(error: unknown, attempt: number, signal: AbortSignal | undefined): Promise<void> {
    signal?.throwIfAborted();
    const isFinal = !isModelFailure(error) || !error.retryable || attempt > this.#retries;
    if (isFinal) throw countAttempts(error, attempt);
    await delay(this.#clock, this.#delayMs(error, attempt), signal);
    signal?.throwIfAborted();
  }

  #delayMs({ failure }: ModelFailedError, attempt: number): number {
    const asked = failure.retryAfterMs;
    if (asked !== undefined) return Math.min(asked, MAX_DELAY_MS);
    const full = Math.min(FIRST_DELAY_MS * 2 ** (attempt - 1), MAX_DELAY_MS);
    return full * (1 - this.#entropy.random() / 2);
  }
}

function countAttempts(error: unknown, attempts: number): Error {
  return isModelFailure(error) && attempts > 1
    ? new ModelFailedError({ ...error.failure, attempts })
    : (error as Error);
}

const isModelFailure = (error: unknown): error is ModelFailedError =>
  ToolwrightError.is(error) && error.code === 'MODEL_FAILED' && 'failure' in error;

import { type Clock, systemClock } from '../../foundation/clock.js';
import { unlessAborted } from '../../foundation/unless-aborted.js';
import type { DialectName } from '../../schema/dialects/dialect-name.js';
import { ModelFailedError } from '../errors.js';
import type { Model, ModelEvent, ModelRequest, ModelResponse } from '../model.js';
import type { Price } from '../usage.js';
import { type AiSdkLanguageModel, type Loose, looseOf, type PartStream } from './ai-sdk-language-model.js';
import { readAnswer } from './answer.js';
import { buildCallOptions, type CallOptionsTarget } from './call-options.js';
import { dialectOf } from './dialect-of.js';
import { modelFailure } from './failure.js';
import { StreamedAnswer } from './streamed-answer.js';
import type { UsageRules } from './usage.js';

/** How an AI SDK language model is taken. */
export interface AdapterOptions extends Pick<CallOptionsTarget, 'headers' | 'providerOptions'> {
  readonly dialect?: DialectName | undefined;
  readonly supportsTools?: boolean | undefined;
  readonly price?: Price | undefined;
  readonly clock?: Clock | undefined;
  /** Hides the secrets in the texts of errors. */
  readonly mask?: ((text: string) => string) | undefined;
}

/** A language model of an AI SDK provider as a {@link Model}; one attempt for each request. */
export class AdaptedModel implements Model {
  readonly provider: string;
  readonly modelId: string;
  readonly dialect: DialectName;
  readonly supportsTools: boolean;
  readonly hasPrice: boolean;
  readonly #model: AiSdkLanguageModel;
  readonly #options: AdapterOptions;
  readonly #rules: UsageRules;

  constructor(model: AiSdkLanguageModel, options: AdapterOptions = {}) {
    this.provider = model.provider;
    this.modelId = model.modelId;
    this.dialect = options.dialect ?? dialectOf(model.provider);
    this.supportsTools = options.supportsTools ?? true;
    this.hasPrice = options.price !== undefined;
    this.#model = model;
    this.#options = options;
    const addsCached = model.specificationVersion === 'v2' && dialectOf(model.provider) === 'anthropic';
    this.#rules = { price: options.price, addsCached };
  }

  async generate(request: ModelRequest): Promise<ModelResponse> {
    request.signal?.throwIfAborted();
    try {
      const result = this.#model.doGenerate(this.#callOptions(request));
      return readAnswer(await unlessAborted(result, request.signal), this.#rules);
    } catch (error) {
      throw this.#failure(error, request);
    }
  }

  async *stream(request: ModelRequest): AsyncGenerator<ModelEvent> {
    request.signal?.throwIfAborted();
    const answer = new StreamedAnswer();
    for await (const part of this.#partsOf(request)) {
      if (part['type'] === 'error') throw this.#failure(part['error'], request);
      yield* answer.take(part, this.#rules);
      if (answer.isFinished) return;
    }
    throw new ModelFailedError({
      model: this.modelId,
      reason: 'its stream ended before the answer did.',
      attempts: 1,
      retryable: true,
    });
  }

  async *#partsOf(request: ModelRequest): AsyncGenerator<Loose> {
    let reader: ReturnType<PartStream['getReader']> | undefined;
    try {
      const opened = this.#model.doStream(this.#callOptions(request));
      reader = (await unlessAborted(opened, request.signal)).stream.getReader();
      for (;;) {
        const { done, value } = await unlessAborted(reader.read(), request.signal);
        if (done) return;
        yield looseOf(value);
      }
    } catch (error) {
      throw this.#failure(error, request);
    } finally {
      // Also when nobody reads on: the connection would stay open.
      reader?.cancel().then(undefined, () => undefined);
    }
  }

  #callOptions(request: ModelRequest): never {
    const { specificationVersion, provider } = this.#model;
    const { headers, providerOptions } = this.#options;
    return buildCallOptions(request, { specificationVersion, provider, headers, providerOptions }) as never;
  }

  #failure(error: unknown, { signal }: ModelRequest): Error {
    // The caller wanted no answer any more; what the provider says about that is no failure.
    if (signal?.aborted === true) return signal.reason as Error;
    const { clock = systemClock, mask = (text: string) => text } = this.#options;
    return modelFailure(error, { model: this.modelId, clock, mask });
  }
}

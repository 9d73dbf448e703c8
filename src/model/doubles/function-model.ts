import { unlessAborted } from '../../foundation/unless-aborted.js';
import type { DialectName } from '../../schema/dialects/dialect-name.js';
import type { Model, ModelEvent, ModelRequest, ModelResponse } from '../model.js';
import { eventsOf } from '../response-events.js';
import type { Price } from '../usage.js';
import { type Turn, TurnReader } from './turn.js';

/** How a test double presents itself. */
export interface DoubleOptions {
  readonly provider?: string;
  readonly modelId?: string;
  /** @defaultValue `openai` */
  readonly dialect?: DialectName;
  /** For the cost of its answers. */
  readonly price?: Price;
}

/** A model that answers with what a function gives. */
export class FunctionModel implements Model {
  readonly provider: string;
  readonly modelId: string;
  readonly dialect: DialectName;
  /** Every request so far, oldest first. */
  readonly requests: ModelRequest[] = [];
  readonly #answer: (request: ModelRequest) => Turn | Promise<Turn>;
  readonly #reader: TurnReader;

  constructor(answer: (request: ModelRequest) => Turn | Promise<Turn>, options: DoubleOptions = {}) {
    this.provider = options.provider ?? 'function';
    this.modelId = options.modelId ?? 'function';
    this.dialect = options.dialect ?? 'openai';
    this.#answer = answer;
    this.#reader = new TurnReader(options.price);
  }

  async generate(request: ModelRequest): Promise<ModelResponse> {
    request.signal?.throwIfAborted();
    // A copy: whoever asks may go on with the same list of messages.
    this.requests.push({ ...request, messages: [...request.messages] });
    const turn = (async () => this.#answer(request))();
    return this.#reader.read(await unlessAborted(turn, request.signal));
  }

  /** The answer in words, as models stream it. */
  async *stream(request: ModelRequest): AsyncGenerator<ModelEvent> {
    for (const event of eventsOf(await this.generate(request))) {
      request.signal?.throwIfAborted();
      yield event;
    }
  }
}

import type { RequestOptions } from '@modelcontextprotocol/sdk/shared/protocol.js';
import type {
  CreateMessageRequestParamsWithTools,
  ElicitRequestParams,
} from '@modelcontextprotocol/sdk/types.js';
import { waitForPerson } from '../../context/current-call.js';
import type { JsonObject, JsonValue } from '../../foundation/json.js';
import type {
  CallingClient,
  ClientAbilities,
  LogLevel,
  SamplingAnswer,
  SamplingRequest,
} from './calling-client.js';
import { ClientUnableError } from './errors.js';
import type { LogThreshold } from './log-threshold.js';
import type { SdkServer } from './new-sdk-server.js';
import type { OrderedNotices } from './ordered-notices.js';
import type { SentRequest } from './sent-request.js';
import type { Elicitation, ElicitationAnswer } from './server-connection.js';

/** People take their time, and a model may; the call's own limits hold meanwhile. The longest that a timer of Node takes. */
const UNTIL_ANSWERED_MS = 2_147_483_647;

interface ClientParts {
  readonly server: SdkServer;
  readonly request: SentRequest;
  readonly notices: OrderedNotices;
  readonly threshold: LogThreshold;
}

/** The client of one request of the SDK. */
export class SdkCallingClient implements CallingClient {
  readonly #server: SdkServer;
  readonly #request: SentRequest;
  readonly #notices: OrderedNotices;
  readonly #threshold: LogThreshold;

  constructor({ server, request, notices, threshold }: ClientParts) {
    this.#server = server;
    this.#request = request;
    this.#notices = notices;
    this.#threshold = threshold;
  }

  get info(): { readonly name: string; readonly version: string } {
    const { name = '', version = '' } = this.#server.getClientVersion() ?? {};
    return { name, version };
  }

  get abilities(): ClientAbilities {
    const { elicitation, sampling, roots } = this.#server.getClientCapabilities() ?? {};
    return {
      elicitsForm: elicitation?.form !== undefined,
      elicitsUrl: elicitation?.url !== undefined,
      samples: sampling !== undefined,
      samplesWithTools: sampling?.tools !== undefined,
      hasRoots: roots !== undefined,
    };
  }

  async elicit(question: Elicitation, signal?: AbortSignal): Promise<ElicitationAnswer> {
    const { mode, message, requestedSchema, url } = question;
    const isAble = mode === 'url' ? this.abilities.elicitsUrl : this.abilities.elicitsForm;
    if (!isAble) throw new ClientUnableError('ask its user', `elicitation.${mode}`);
    const params =
      mode === 'url'
        ? { mode, message, url: url ?? '', elicitationId: String(this.#request.id) }
        : { mode, message, requestedSchema: requestedSchema ?? { type: 'object', properties: {} } };
    const { action, content } = await waitForPerson(
      this.#server.elicitInput(params as ElicitRequestParams, this.#options(signal)),
    );
    return action === 'accept' ? { action, ...(content === undefined ? {} : { content }) } : { action };
  }

  async sample(request: SamplingRequest, signal?: AbortSignal): Promise<SamplingAnswer> {
    const { samples, samplesWithTools } = this.abilities;
    if (!samples) throw new ClientUnableError('ask its model', 'sampling');
    if (request.tools !== undefined && !samplesWithTools)
      throw new ClientUnableError('give its model tools', 'sampling.tools');
    const { role, content, model, stopReason } = await waitForPerson(
      this.#server.createMessage(
        request as unknown as CreateMessageRequestParamsWithTools,
        this.#options(signal),
      ),
    );
    return {
      role,
      content: content as unknown as JsonObject | readonly JsonObject[],
      model,
      ...(stopReason === undefined ? {} : { stopReason }),
    };
  }

  log(level: LogLevel, data: JsonValue, logger?: string): void {
    if (!this.#threshold.lets(level)) return;
    this.#notices.send({
      method: 'notifications/message',
      params: { level, data, ...(logger === undefined ? {} : { logger }) },
    });
  }

  closeStream(): void {
    this.#request.info?.closeSSEStream?.();
  }

  #options(signal: AbortSignal | undefined): RequestOptions {
    const { id, cancellation } = this.#request;
    return {
      relatedRequestId: id,
      timeout: UNTIL_ANSWERED_MS,
      signal: signal === undefined ? cancellation.signal : AbortSignal.any([cancellation.signal, signal]),
    };
  }
}

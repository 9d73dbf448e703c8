import type { ServerNotification } from '@modelcontextprotocol/sdk/types.js';
import type { SdkServer } from './new-sdk-server.js';
import type { SentRequest } from './sent-request.js';

/** Sends what is to be told about a request, one after the other, and before its answer. */
export class OrderedNotices {
  readonly #server: SdkServer;
  readonly #request: SentRequest;
  #sending: Promise<void> | undefined;

  constructor(server: SdkServer, request: SentRequest) {
    this.#server = server;
    this.#request = request;
  }

  send(notification: ServerNotification): void {
    const { id, cancellation } = this.#request;
    this.#sending = (this.#sending ?? Promise.resolve())
      .then(() =>
        cancellation.isCancelled
          ? undefined
          : this.#server.notification(notification, { relatedRequestId: id }),
      )
      // A client that is gone cannot be told; the request itself is answered or cancelled all the same.
      .catch(() => undefined);
  }

  /** Undefined when there is nothing to wait for. */
  flushed(): Promise<void> | undefined {
    return this.#sending;
  }
}

import type { ServerNotification } from '@modelcontextprotocol/sdk/types.js';
import type { SdkExtra } from './sdk-caller.js';

/** Sends what is to be told about a request, one after the other, and before its answer. */
export class OrderedNotices {
  readonly #extra: SdkExtra;
  #sending: Promise<void> = Promise.resolve();

  constructor(extra: SdkExtra) {
    this.#extra = extra;
  }

  send(notification: ServerNotification): void {
    this.#sending = this.#sending
      .then(() => this.#extra.sendNotification(notification))
      // A client that is gone cannot be told; the request itself is answered or cancelled all the same.
      .catch(() => undefined);
  }

  flushed(): Promise<void> {
    return this.#sending;
  }
}

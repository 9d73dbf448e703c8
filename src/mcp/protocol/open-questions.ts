import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import { isPlainObject } from '../../foundation/json.js';

/** What the other side has asked on a connection and is still to be answered: people and models take their time. */
export class OpenQuestions {
  readonly #ids = new Set<unknown>();
  readonly #onAnswered: () => void;

  /** @param onAnswered - Told when none is left. */
  constructor(transport: Transport, onAnswered: () => void) {
    this.#onAnswered = onAnswered;
    const send = transport.send.bind(transport);
    transport.send = (message, options) => {
      if (!('method' in message)) this.#close(message.id);
      return send(message, options);
    };
  }

  get areThere(): boolean {
    return this.#ids.size > 0;
  }

  /** Looks at what has arrived. */
  note(message: JSONRPCMessage): void {
    if (!('method' in message)) return;
    if ('id' in message) this.#ids.add(message.id);
    // Nobody answers what was withdrawn.
    else if (message.method === 'notifications/cancelled' && isPlainObject(message.params))
      this.#close(message.params['requestId']);
  }

  #close(id: unknown): void {
    if (this.#ids.delete(id) && this.#ids.size === 0) this.#onAnswered();
  }
}

import type { Writable } from 'node:stream';
import { serializeMessage } from '@modelcontextprotocol/sdk/shared/stdio.js';
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';

/** What was sent without waiting; one promise for all, since each costs as much as a short message. */
export const AT_ONCE: Promise<void> = Promise.resolve();

/** Writes messages to a stream, a line each. */
export class LineWriter {
  readonly #output: Writable;
  /** One promise and one listener for all that waits. */
  #draining: Promise<void> | undefined;

  constructor(output: Writable) {
    this.#output = output;
  }

  /** Resolves once there is room for more. A reader that is gone reads no more, which others are told. */
  write(message: JSONRPCMessage): Promise<void> {
    if (this.#output.write(serializeMessage(message))) return AT_ONCE;
    this.#draining ??= new Promise(resolve => {
      const end = (): void => {
        this.#draining = undefined;
        this.#output.off('drain', end).off('close', end);
        resolve();
      };
      this.#output.once('drain', end).once('close', end);
    });
    return this.#draining;
  }
}

import type { Readable, Writable } from 'node:stream';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import {
  ErrorCode,
  type JSONRPCMessage,
  JSONRPCMessageSchema,
  type JSONRPCRequest,
} from '@modelcontextprotocol/sdk/types.js';
import type { Envelope } from './envelope-scan.js';
import { LineReader } from './line-reader.js';
import { LineWriter } from './line-writer.js';
import { isCall } from './sent-call.js';

/**
 * MCP over two streams, a message a line. The SDK's own transport closes the connection, with every call that is in
 * flight, over a line that is too long; this one refuses that line.
 */
export class StdioTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  readonly #input: Readable;
  readonly #output: Writable;
  readonly #writer: LineWriter;
  readonly #maxMessageBytes: number;
  readonly #onData: (chunk: Buffer | string) => void;
  readonly #onError = (error: Error): void => this.onerror?.(error);
  #isClosed = false;

  constructor(input: Readable, output: Writable, maxMessageBytes: number) {
    this.#input = input;
    this.#output = output;
    this.#writer = new LineWriter(output);
    this.#maxMessageBytes = maxMessageBytes;
    const lines = new LineReader(maxMessageBytes, {
      line: text => this.#receive(text),
      tooLong: envelope => this.#refuse(envelope),
    });
    this.#onData = chunk => lines.push(typeof chunk === 'string' ? Buffer.from(chunk) : chunk);
  }

  start(): Promise<void> {
    this.#input.on('data', this.#onData).on('error', this.#onError);
    return Promise.resolve();
  }

  send(message: JSONRPCMessage): Promise<void> {
    return this.#writer.write(message);
  }

  close(): Promise<void> {
    this.#isClosed = true;
    this.#input.off('data', this.#onData).off('error', this.#onError);
    // Others may be reading the same stream, e.g. the process's stdin.
    if (this.#input.listenerCount('data') === 0) this.#input.pause();
    this.onclose?.();
    return Promise.resolve();
  }

  #receive(line: string): void {
    if (this.#isClosed || line.trim() === '') return;
    const message = this.#parse(line);
    if (message !== undefined) this.onmessage?.(message);
  }

  /** Undefined for what is no message; its sender is told. */
  #parse(line: string): JSONRPCMessage | undefined {
    let sent: unknown;
    try {
      sent = JSON.parse(line);
      return isCall(sent) ? (sent as JSONRPCRequest) : JSONRPCMessageSchema.parse(sent);
    } catch (error) {
      this.onerror?.(error as Error);
      if (sent === undefined) this.#answer(null, ErrorCode.ParseError, 'The message is no JSON.');
      else this.#answer(idOf(sent), ErrorCode.InvalidRequest, 'The message is no request of JSON-RPC 2.0.');
      return undefined;
    }
  }

  #refuse({ id, isAnswer }: Envelope): void {
    const message = `The message is longer than ${this.#maxMessageBytes} bytes and was not read. Send less.`;
    const code = ErrorCode.InvalidRequest;
    // Whoever waits for that answer would wait for its whole time.
    if (isAnswer && id !== null && !this.#isClosed)
      this.onmessage?.({ jsonrpc: '2.0', id, error: { code, message } });
    this.#answer(isAnswer ? null : id, code, message);
  }

  #answer(id: string | number | null, code: ErrorCode, message: string): void {
    if (this.#isClosed) return;
    this.#output.write(`${JSON.stringify({ jsonrpc: '2.0', id, error: { code, message } })}\n`);
  }
}

function idOf(message: unknown): string | number | null {
  const { id } = Object(message) as { id?: unknown };
  return typeof id === 'string' || typeof id === 'number' ? id : null;
}

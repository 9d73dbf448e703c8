import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import type { ProgressUpdate } from '../../context/current-call.js';
import { systemClock } from '../../foundation/clock.js';
import { isPlainObject, type JsonObject, type JsonValue } from '../../foundation/json.js';
import { failureOfAnswer } from './answer-failure.js';
import { OpenQuestions } from './open-questions.js';
import { type RemoteCall, RemoteFailure } from './server-connection.js';

interface WaitingCall {
  readonly call: RemoteCall;
  readonly resolve: (result: JsonObject) => void;
  readonly reject: (error: unknown) => void;
  stopTimer: () => void;
}

/**
 * Sends calls of tools past the SDK, whose way makes a signal, a timer and several promises for each and checks the answer by its
 * schemas: that takes longer than all that the runtime does.
 */
export class CallSender {
  readonly #transport: Transport;
  readonly #waiting = new Map<unknown, WaitingCall>();
  readonly #questions: OpenQuestions;
  #lastId = 0;

  /** @param transport - Started; what it receives has to be shown to {@link take} first. */
  constructor(transport: Transport) {
    this.#transport = transport;
    this.#questions = new OpenQuestions(transport, () => {
      for (const [id, waiting] of this.#waiting) this.#restartTimer(id, waiting);
    });
  }

  /**
   * The result as the server sent it.
   *
   * @throws {@link RemoteFailure}, and what the transport throws when it cannot send.
   */
  send(call: RemoteCall): Promise<JsonObject> {
    // The SDK counts in numbers.
    const id = `call-${++this.#lastId}`;
    return new Promise((resolve, reject) => {
      const waiting: WaitingCall = { call, resolve, reject, stopTimer: this.#startTimer(id, call) };
      this.#waiting.set(id, waiting);
      const { name, arguments: given, meta, cancellation } = call;
      const params = { name, arguments: given, _meta: { ...meta, progressToken: id } };
      cancellation.onCancel(reason => {
        if (this.#waiting.get(id) === waiting)
          this.#giveUp(id, new RemoteFailure('cancelled', 'the call was cancelled'), reason);
      });
      if (!this.#waiting.has(id)) return;
      this.#transport
        .send({ jsonrpc: '2.0', id, method: 'tools/call', params })
        .catch((error: unknown) => this.#settle(id)?.reject(error));
    });
  }

  /** False for a message that is the SDK's business. */
  take(message: JSONRPCMessage): boolean {
    if ('method' in message) {
      this.#questions.note(message);
      return message.method === 'notifications/progress' && this.#progress(message.params);
    }
    const waiting = this.#settle(message.id);
    if (waiting === undefined) return false;
    if ('result' in message) waiting.resolve(message.result as JsonObject);
    else waiting.reject(failureOfAnswer(message.error.code, message.error.message));
    return true;
  }

  /** Nothing is answered any more. */
  close(reason: string): void {
    for (const id of [...this.#waiting.keys()]) this.#settle(id)?.reject(new RemoteFailure('lost', reason));
  }

  #settle(id: unknown): WaitingCall | undefined {
    const waiting = this.#waiting.get(id);
    if (waiting === undefined) return undefined;
    this.#waiting.delete(id);
    waiting.stopTimer();
    return waiting;
  }

  #giveUp(id: string, failure: RemoteFailure, reason: unknown): void {
    this.#settle(id)?.reject(failure);
    const params = { requestId: id, reason: String(reason) };
    // A server that is gone need not be told.
    this.#transport
      .send({ jsonrpc: '2.0', method: 'notifications/cancelled', params })
      .catch(() => undefined);
  }

  #startTimer(id: string, { idleMs }: RemoteCall): () => void {
    return systemClock.schedule(idleMs, () => {
      // The server waits for somebody here; once that is over it has its whole time again.
      if (this.#questions.areThere) return;
      this.#giveUp(id, new RemoteFailure('timed-out', 'no answer and no progress in time'), 'timed out');
    });
  }

  #restartTimer(id: unknown, waiting: WaitingCall): void {
    waiting.stopTimer();
    waiting.stopTimer = this.#startTimer(id as string, waiting.call);
  }

  #progress(params: unknown): boolean {
    const { progressToken, ...update } = isPlainObject(params) ? params : {};
    const waiting = this.#waiting.get(progressToken);
    if (waiting === undefined) return false;
    this.#restartTimer(progressToken, waiting);
    waiting.call.onProgress(readUpdate(update));
    return true;
  }
}

/** How far a server says that it is, whatever else it says. */
export function readUpdate({ progress, total, message }: Record<string, unknown>): ProgressUpdate {
  return {
    progress: Number(progress),
    ...(typeof total === 'number' ? { total } : {}),
    ...(typeof message === 'string' ? { message } : {}),
  };
}

const ANSWER_MEMBERS = ['jsonrpc', 'id', 'result'];

/** Whether this is an answer as it has to be, which the SDK's schemas need not look at. */
export function isResult(message: JsonValue): boolean {
  if (!isPlainObject(message) || message['jsonrpc'] !== '2.0' || !isPlainObject(message['result']))
    return false;
  const { id } = message;
  if (typeof id !== 'string' && !Number.isSafeInteger(id)) return false;
  for (const member in message) if (!ANSWER_MEMBERS.includes(member)) return false;
  return true;
}

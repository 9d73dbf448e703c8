import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { JSONRPCMessage, MessageExtraInfo, RequestId } from '@modelcontextprotocol/sdk/types.js';
import { CallCancellation } from '../../context/call-cancellation.js';
import type { JsonObject, JsonValue } from '../../foundation/json.js';
import { isCall, type SentCall } from './sent-call.js';
import { factsOf, type SentRequest } from './sent-request.js';

/** Answers one call. What it throws has the `code` and message of a JSON-RPC error. */
export type AnswerCall = (request: SentRequest, call: SentCall) => Promise<object>;

/**
 * Takes the calls of tools off a transport before the SDK sees them. Its way makes a dozen promises for each, and checks
 * it by schemas that refuse arguments which the runtime can repair; both take longer than the whole call.
 */
export class CallDispatcher {
  readonly #transport: Transport;
  readonly #answer: AnswerCall;
  readonly #atWork = new Map<RequestId, CallCancellation>();

  constructor(transport: Transport, answer: AnswerCall) {
    this.#transport = transport;
    this.#answer = answer;
  }

  /** True while a call waits for its answer. */
  get isAtWork(): boolean {
    return this.#atWork.size > 0;
  }

  /** False for a message that is the SDK's business. */
  take(message: JSONRPCMessage, info: MessageExtraInfo | undefined): boolean {
    if (!isCall(message)) return this.#cancel(message);
    const cancellation = new CallCancellation(factsOf(info).gone);
    const { sessionId } = this.#transport;
    this.#atWork.set(message.id, cancellation);
    void this.#run({ id: message.id, cancellation, info, sessionId }, message);
    return true;
  }

  /** Cancels what is at work, without an answer: the connection is closed. */
  close(): void {
    for (const cancellation of this.#atWork.values()) cancellation.cancel('the connection closed');
    this.#atWork.clear();
  }

  async #run(request: SentRequest, call: SentCall): Promise<void> {
    const { id, cancellation } = request;
    let outcome: object;
    try {
      outcome = { result: await this.#answer(request, call) };
    } catch (error) {
      outcome = { error: toRpcError(error) };
    }
    if (this.#atWork.get(id) === cancellation) this.#atWork.delete(id);
    const isWanted = !cancellation.isCancelled;
    cancellation.release();
    if (!isWanted) return;
    try {
      await this.#transport.send({ jsonrpc: '2.0', id, ...outcome } as JSONRPCMessage);
    } catch {
      // Whoever asked is gone.
    }
  }

  #cancel(message: JSONRPCMessage): boolean {
    if (!('method' in message) || message.method !== 'notifications/cancelled') return false;
    const { requestId, reason } = Object(message.params) as { requestId?: RequestId; reason?: JsonValue };
    const cancellation = requestId === undefined ? undefined : this.#atWork.get(requestId);
    cancellation?.cancel(reason ?? 'the client cancelled');
    return cancellation !== undefined;
  }
}

function toRpcError(error: unknown): JsonObject {
  const { code, message } = error as { code: number; message: string };
  return { code, message };
}

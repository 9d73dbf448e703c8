import type { RequestHandlerExtra } from '@modelcontextprotocol/sdk/shared/protocol.js';
import type {
  MessageExtraInfo,
  RequestId,
  ServerNotification,
  ServerRequest,
} from '@modelcontextprotocol/sdk/types.js';
import { CallCancellation } from '../../context/call-cancellation.js';

/** One request of a client, whoever took it from the transport. */
export interface SentRequest {
  readonly id: RequestId;
  /** Of the client by a message, by closing its connection, or by going away. */
  readonly cancellation: CallCancellation;
  /** What the transport says of it. */
  readonly info: MessageExtraInfo | undefined;
  readonly sessionId: string | undefined;
}

/** What our HTTP endpoint says of one request, in the part of the SDK's record that is free. */
export interface RequestFacts {
  /** Who sent it. */
  readonly principal?: unknown;
  /** Aborts when the client has gone and cannot come back for the answer. */
  readonly gone?: AbortSignal;
}

export const factsOf = (info: MessageExtraInfo | undefined): RequestFacts => info?.authInfo?.extra ?? {};

/** A request that the SDK took. */
export function sentRequest(extra: RequestHandlerExtra<ServerRequest, ServerNotification>): SentRequest {
  const { signal, requestId: id, sessionId } = extra;
  const { gone } = factsOf(extra);
  const ended = gone === undefined ? signal : AbortSignal.any([signal, gone]);
  return { id, cancellation: new CallCancellation(ended), info: extra, sessionId };
}

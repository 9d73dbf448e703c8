import type { RequestHandlerExtra } from '@modelcontextprotocol/sdk/shared/protocol.js';
import type { ServerNotification, ServerRequest } from '@modelcontextprotocol/sdk/types.js';
import type { CallingClient } from './calling-client.js';
import type { McpCaller } from './mcp-caller.js';

/** What the SDK says of one request. */
export type SdkExtra = RequestHandlerExtra<ServerRequest, ServerNotification>;

/** What our HTTP endpoint says of one request. */
export interface RequestFacts {
  /** Who sent it. */
  readonly principal?: unknown;
  /** Aborts when the client has gone and cannot come back for the answer. */
  readonly gone?: AbortSignal;
}

const factsOf = (extra: SdkExtra): RequestFacts => extra.authInfo?.extra ?? {};

/** Aborts when nobody wants the answer any more. */
export function signalOf(extra: SdkExtra): AbortSignal {
  const { gone } = factsOf(extra);
  return gone === undefined ? extra.signal : AbortSignal.any([extra.signal, gone]);
}

/** Who sent a request. */
export function callerOf(
  extra: SdkExtra,
  transport: McpCaller['transport'],
  client: CallingClient,
): McpCaller {
  const headers = extra.requestInfo?.headers;
  const { principal } = factsOf(extra);
  return {
    transport,
    client,
    ...(principal === undefined ? {} : { principal }),
    ...(extra.sessionId === undefined ? {} : { sessionId: extra.sessionId }),
    ...(headers === undefined ? {} : { headers: flatHeaders(headers) }),
  };
}

function flatHeaders(
  headers: Readonly<Record<string, string | string[] | undefined>>,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name.toLowerCase(), Array.isArray(value) ? value.join(', ') : value]],
    ),
  );
}

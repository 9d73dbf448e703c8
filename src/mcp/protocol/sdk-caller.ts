import type { CallingClient } from './calling-client.js';
import type { McpCaller } from './mcp-caller.js';
import { factsOf, type SentRequest } from './sent-request.js';

/** Who sent a request. */
export function callerOf(
  { info, sessionId }: SentRequest,
  transport: McpCaller['transport'],
  client: CallingClient,
): McpCaller {
  const headers = info?.requestInfo?.headers;
  const { principal } = factsOf(info);
  return {
    transport,
    client,
    ...(principal === undefined ? {} : { principal }),
    ...(sessionId === undefined ? {} : { sessionId }),
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

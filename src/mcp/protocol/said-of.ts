import type { HandleRequestOptions } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import type { RequestFacts } from './sent-request.js';

/**
 * The SDK hands its own record of an access token to handlers; what we know of a request travels in the part that is free.
 *
 * @param gone - Aborts when nobody can fetch the answer any more.
 */
export function saidOf(principal: unknown, gone: AbortSignal | undefined): HandleRequestOptions {
  const extra: RequestFacts = {
    ...(principal === undefined ? {} : { principal }),
    ...(gone === undefined ? {} : { gone }),
  };
  return { authInfo: { token: '', clientId: '', scopes: [], extra: { ...extra } } };
}

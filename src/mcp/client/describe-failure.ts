import type { ReplayClass } from '../../tool/replay-class.js';
import type { RemoteFailure } from '../protocol/server-connection.js';

/** True when a call that failed so may be made once more. */
export function isRepeatable({ kind }: RemoteFailure, replayClass: ReplayClass): boolean {
  if (kind === 'not-taken' || kind === 'rate-limited') return true;
  // Nobody knows how far a call came that the server broke off.
  return ['lost', 'unreadable', 'unavailable'].includes(kind) && replayClass !== 'side_effecting';
}

const UNKNOWN = 'The outcome is unknown: it may have taken effect. Check before calling it again.';

/** What a model reads of a call that a server did not answer. */
export function describeFailure(
  { kind, message, retryAfterMs }: RemoteFailure,
  { server, replayClass, timeoutMs }: { server: string; replayClass: ReplayClass; timeoutMs: number },
): string {
  const outcome = replayClass === 'read_only' ? '' : ` ${UNKNOWN}`;
  switch (kind) {
    case 'refused':
      return message;
    case 'not-taken':
      return `the MCP server '${server}' is gone: ${message}. It did not run. Try later, or do without.`;
    case 'lost':
      return `the connection to the MCP server '${server}' was lost: ${message}.${outcome}`;
    case 'unreadable':
      return `the MCP server '${server}' gave no answer that can be read: ${message}.${outcome}`;
    case 'timed-out':
      return `the MCP server '${server}' gave no answer and no progress for ${timeoutMs} ms.${outcome}`;
    case 'cancelled':
      return 'it was cancelled.';
    case 'unauthorised':
      return `the MCP server '${server}' wants to know who calls: ${message}. It did not run; tell the user to sign in.`;
    case 'forbidden':
      return `the MCP server '${server}' does not allow this call: ${message}. It did not run; do not repeat it.`;
    case 'rate-limited':
      return `the MCP server '${server}' was called too often: ${message}. It did not run; try ${whenOf(retryAfterMs)}.`;
    case 'unavailable':
      return `the MCP server '${server}' is not available: ${message}.${outcome} It may be there ${whenOf(retryAfterMs)}.`;
  }
}

const whenOf = (retryAfterMs: number | undefined): string =>
  retryAfterMs === undefined ? 'later' : `in ${Math.ceil(retryAfterMs / 1_000)} s`;

import { ErrorCode } from '@modelcontextprotocol/sdk/types.js';
import { RemoteFailure } from './server-connection.js';

/** What an error that came as an answer means. The SDK, and this side in its place, answer for a server that cannot. */
export function failureOfAnswer(code: number, message: string): RemoteFailure {
  if (code === (ErrorCode.RequestTimeout as number))
    return new RemoteFailure('timed-out', 'no answer and no progress in time');
  return new RemoteFailure(
    code === (ErrorCode.ConnectionClosed as number) ? 'lost' : 'refused',
    withoutCode(message),
  );
}

/** The SDK puts the code before what the server said. */
const withoutCode = (message: string): string => message.replace(/^(MCP error -?\d+: )+/, '');

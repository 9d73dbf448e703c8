import { ErrorCode } from '@modelcontextprotocol/sdk/types.js';
import { ToolwrightError } from '../../foundation/toolwright-error.js';
import { CursorError } from './pages.js';

/** The SDK sends `code` and `message` of what is thrown; its own error class would put the code into the message too. */
export function protocolError(error: unknown): Error {
  if (error instanceof CursorError || (ToolwrightError.is(error) && error.code === 'UNKNOWN_TOOL')) {
    return Object.assign(new Error(error.message), { code: ErrorCode.InvalidParams });
  }
  return Object.assign(new Error('The call could not be answered.'), { code: ErrorCode.InternalError });
}

import { ToolwrightError } from '../../foundation/toolwright-error.js';

/** A server that is required cannot be used. */
export class McpServerError extends ToolwrightError {
  /** @param reason - Secrets masked. */
  constructor(server: string, reason: string) {
    super({
      code: 'MCP_SERVER_FAILED',
      fault: 'environment',
      message: `The MCP server '${server}' cannot be used: ${reason}`,
      retryable: true,
      details: { server },
    });
  }
}

import { cutText } from '../foundation/cut-text.js';
import { ToolwrightError } from '../foundation/toolwright-error.js';

/** Thrown by a tool whose caller should call again with other arguments; the model reads `Tool 'x' failed: ` and `text`. */
export class RetryCall extends ToolwrightError {
  constructor(text: string) {
    super({ code: 'RETRY_CALL', fault: 'model', message: text, retryable: true });
  }
}

/** Thrown by a tool that cannot succeed, whatever the arguments; the model reads `Tool 'x' failed: ` and `text`. Never retried. */
export class FailCall extends ToolwrightError {
  constructor(text: string) {
    super({ code: 'FAIL_CALL', fault: 'environment', message: text });
  }
}

/** A name asked for in a registry or runtime is not there. */
export class UnknownToolError extends ToolwrightError {
  constructor(facts: {
    readonly toolName: string;
    readonly nearest: readonly string[];
    readonly known: readonly string[];
  }) {
    const { toolName, nearest, known } = facts;
    const help =
      nearest.length > 0
        ? `Did you mean ${nearest.map(name => `'${name}'`).join(' or ')}?`
        : `Known tools: ${known.slice(0, 30).join(', ') || 'none'}${known.length > 30 ? ', …' : ''}.`;
    const shown = cutText(toolName, 80);
    super({
      code: 'UNKNOWN_TOOL',
      fault: 'model',
      message: `Unknown tool '${shown}'. ${help}`,
      details: { toolName: shown, nearest },
    });
  }
}

import { ToolwrightError } from '../../foundation/toolwright-error.js';

/** A scripted model was asked more or less often than its script says. */
export class ScriptMismatchError extends ToolwrightError {
  constructor(message: string) {
    super({ code: 'SCRIPT_MISMATCH', fault: 'caller', message });
  }
}

import { ToolwrightError } from '../../foundation/toolwright-error.js';

/** A client was asked for something that it did not offer when it connected. */
export class ClientUnableError extends ToolwrightError {
  constructor(what: string, capability: string) {
    super({
      code: 'CLIENT_UNABLE',
      fault: 'environment',
      message: `The client of this call cannot ${what}: it did not announce the capability '${capability}'.`,
      details: { capability },
    });
  }
}

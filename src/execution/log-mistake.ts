import type { RunContext } from '../context/run-context.js';
import type { Secrets } from '../context/secrets.js';
import type { CallObservation } from './call-observation.js';

/** Tells people what they have to mend: mistakes in set-up, of which the model is told nothing, and what a tool did not mean to throw. */
export function logMistake(
  { toolName, callId, error }: CallObservation,
  { runId, logger, secrets }: RunContext,
): void {
  if (error === undefined || error.code === 'CALL_CANCELLED') return;
  const { code, fault, message, cause } = error;
  if (code === 'TOOL_FAILED') {
    logger.error(message, { runId, callId, toolName, code, ...stackOf(cause, secrets) });
  } else if (fault === 'author' || fault === 'caller' || fault === 'internal') {
    logger.error(`A tool could not be used: ${message}`, { runId, callId, toolName, code });
  }
}

/** Tools throw anything, also what fails when it is read. */
function stackOf(thrown: unknown, secrets: Secrets): { readonly stack?: string } {
  try {
    const { stack } = thrown as Error;
    return typeof stack === 'string' ? { stack: secrets.mask(stack) } : {};
  } catch {
    return {};
  }
}

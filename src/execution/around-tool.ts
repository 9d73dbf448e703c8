import type { ToolwrightError } from '../foundation/toolwright-error.js';
import type { CheckedCall } from '../tool/call-policy.js';
import { Observation } from '../tool/observation.js';
import type { AttemptEnd } from './attempt.js';
import { checkDataSize } from './bound-content.js';
import { CallObservation } from './call-observation.js';
import { isWaiting, UnusableResultError } from './errors.js';
import { obtainResult } from './obtain-result.js';
import type { PendingCall } from './pending-call.js';
import { renderResult } from './render-result.js';
import { retryWhileAllowed } from './run-attempts.js';
import { asToolwrightError } from './thrown.js';
import { whileWanted } from './while-wanted.js';

/** Takes a call through the middleware, the first outermost, to the tool and back. */
export async function aroundTool(pending: PendingCall, call: CheckedCall): Promise<AttemptEnd> {
  const { middleware } = pending.environment.settings;
  let hasRun = false;
  let waiting: ToolwrightError | undefined;
  const enter = middleware.reduceRight<() => Promise<Observation>>(
    (inner, layer) => async () =>
      layer.aroundTool === undefined ? inner() : layer.aroundTool(call, onlyOnce(inner, layer.name)),
    async () => {
      hasRun = true;
      const observation = await observe(pending, call);
      if (observation.error !== undefined && isWaiting(observation.error)) waiting = observation.error;
      return observation;
    },
  );
  const value = await whileWanted(pending, enter());
  // Whatever middleware makes of it: a call that waits has no result.
  if (waiting !== undefined) throw waiting;
  if (!Observation.is(value)) {
    const reason = 'a middleware gave no observation back.';
    throw new UnusableResultError(pending.toolName, reason, undefined, hasRun);
  }
  if (value instanceof CallObservation && value.error !== undefined) throw value.error;
  return { kind: 'returned', value };
}

/** What goes wrong is an observation too, so that middleware sees failures as failures. */
async function observe(pending: PendingCall, call: CheckedCall): Promise<CallObservation> {
  const { run, settings } = pending.environment;
  try {
    const end = await obtainResult(pending, call);
    const returned = end.kind === 'returned' ? end.value : await retryWhileAllowed(pending, call, end);
    const rendered = await renderResult(call.tool, returned, run.secrets);
    checkDataSize(pending.toolName, rendered, settings.limits);
    return pending.observe(rendered);
  } catch (thrown) {
    return pending.answerError(asToolwrightError(thrown, pending.toolName, run.secrets));
  }
}

/** Attempts are the runtime's business: a second `next()` would be a side effect twice. */
function onlyOnce(next: () => Promise<Observation>, name: string): () => Promise<Observation> {
  let given: Promise<Observation> | undefined;
  return () => {
    if (given !== undefined) throw new Error(`the middleware '${name}' called next() twice`);
    return (given = next());
  };
}

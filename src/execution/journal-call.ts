import { systemClock, within } from '../foundation/clock.js';
import { toJson } from '../foundation/codecs.js';
import type { CheckedCall } from '../tool/call-policy.js';
import type { CallObservation } from './call-observation.js';
import { maskRepairs, type PendingCall } from './pending-call.js';
import type { CallJournal } from './ports.js';
import { describeThrown } from './thrown.js';

/** Rejects when the start cannot be written: what leaves no trace must not run. */
export async function journalStart(
  journal: CallJournal,
  pending: PendingCall,
  call: CheckedCall,
): Promise<void> {
  const { runId, secrets } = call.run;
  await journal.write({
    type: 'tool-call-started',
    runId,
    callId: call.callId,
    turn: pending.turn,
    toolName: call.tool.name,
    replayClass: call.tool.replayClass,
    arguments: secrets.maskJson(toJson(call.action)),
    repairs: maskRepairs(pending.repairs, secrets),
    idempotencyKey: pending.idempotencyKey,
  });
  pending.isJournalled = true;
}

/** How long the end may take to be written; nobody waits for ever for a result that is there. */
const WRITING_MS = 5_000;

/** The tool has run, so its result counts even when it cannot be recorded; the journal then shows the call in doubt. */
export async function journalEnd(
  journal: CallJournal,
  pending: PendingCall,
  observation: CallObservation,
): Promise<void> {
  const { callId, toolName, attempts, durationMs } = observation;
  // The caller gets the same.
  Object.freeze(observation.content);
  const { run } = pending.environment;
  const { runId } = run;
  try {
    const writing = journal.write({
      type: 'tool-call-ended',
      runId,
      callId,
      observation,
      attempts,
      durationMs,
    });
    if (writing !== undefined) await within(systemClock, WRITING_MS, writing);
  } catch (error) {
    const reason = describeThrown(error, run.secrets);
    run.logger.error('The end of a tool call could not be recorded.', { runId, callId, toolName, reason });
  }
}

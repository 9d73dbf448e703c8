import { toJson } from '../foundation/codecs.js';
import type { ToolwrightError } from '../foundation/toolwright-error.js';
import type { RecordedError } from '../journal/events.js';
import { maskRecord } from '../journal/mask-record.js';
import type { CheckedCall } from '../tool/call-policy.js';
import type { CallObservation } from './call-observation.js';
import type { PendingCall } from './pending-call.js';
import type { CallJournal } from './ports.js';
import { record } from './record-event.js';

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
    repairs: maskRecord(pending.repairs, secrets),
    idempotencyKey: pending.idempotencyKey,
  });
}

/** Until the call is made again it is open, and not in doubt. */
export const journalPause = (pending: PendingCall): Promise<void> =>
  record(pending, {
    type: 'tool-call-paused',
    runId: pending.environment.run.runId,
    callId: pending.callId,
    toolName: pending.toolName,
  });

/** The tool may have run, so its result counts even when it cannot be recorded; the journal then shows the call in doubt. */
export async function journalEnd(pending: PendingCall, observation: CallObservation): Promise<void> {
  const { callId, toolName, attempts, durationMs, error, content, isError, structuredContent } = observation;
  // The caller gets the same.
  Object.freeze(content);
  const { uncut } = pending;
  await record(pending, {
    type: 'tool-call-ended',
    runId: pending.environment.run.runId,
    callId,
    toolName,
    observation: { content, isError, ...(structuredContent === undefined ? {} : { structuredContent }) },
    ...(uncut === undefined ? {} : { uncut }),
    ...(error === undefined ? {} : { error: recordedError(error) }),
    attempts,
    durationMs,
  });
}

const recordedError = ({ code, message, details }: ToolwrightError): RecordedError => ({
  code,
  message,
  ...(details['endsRun'] === true ? { endsRun: true } : {}),
});

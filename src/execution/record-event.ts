import { systemClock, within } from '../foundation/clock.js';
import { maskRecord } from '../journal/mask-record.js';
import type { PendingCall } from './pending-call.js';
import type { CallEvent } from './ports.js';
import { describeThrown } from './thrown.js';

/** How long a write may take that nothing depends on; nobody waits for ever for a result that is there. */
const WRITING_MS = 5_000;

/** Records what does not gate the call: a failure to do so is logged, masked, and the call goes on. */
export async function record(pending: PendingCall, event: CallEvent): Promise<void> {
  const { run, settings } = pending.environment;
  if (settings.journal === undefined) return;
  try {
    // An end is masked already, and may be large.
    const masked = event.type === 'tool-call-ended' ? event : maskRecord(event, run.secrets);
    const writing = settings.journal.write(masked);
    if (writing !== undefined) await within(systemClock, WRITING_MS, writing);
  } catch (error) {
    const reason = describeThrown(error, run.secrets);
    const { callId, toolName } = pending;
    const what = event.type === 'tool-call-ended' ? 'The end of a tool call' : `The event ${event.type}`;
    run.logger.error(`${what} could not be recorded.`, { runId: run.runId, callId, toolName, reason });
  }
}

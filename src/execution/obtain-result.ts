import type { CheckedCall } from '../tool/call-policy.js';
import type { AttemptEnd } from './attempt.js';
import type { CallSettings } from './call-settings.js';
import { journalStart } from './journal-call.js';
import type { PendingCall } from './pending-call.js';
import type { Recall } from './ports.js';
import { bindingOf, runOnce } from './run-attempts.js';
import { whileWanted } from './while-wanted.js';

/** What an admitted call gives: recalled, or from a first attempt whose start is journalled. */
export function obtainResult(pending: PendingCall, call: CheckedCall): AttemptEnd | Promise<AttemptEnd> {
  const { journal, recall } = pending.environment.settings;
  return journal === undefined && recall === undefined
    ? runOnce(pending, call)
    : recallOrRun(pending, call, { journal, recall });
}

/** A recalled result passes the same checks as one that the tool gives, since a guardrail may be newer. */
async function recallOrRun(
  pending: PendingCall,
  call: CheckedCall,
  { journal, recall }: Pick<CallSettings, 'journal' | 'recall'>,
): Promise<AttemptEnd> {
  const recalled = recall === undefined ? undefined : await whileWanted(pending, find(recall, call));
  if (recalled !== undefined) {
    // It is in the journal already.
    pending.isRecordedElsewhere = true;
    return { kind: 'returned', value: recalled };
  }
  bindingOf(call.tool);
  if (journal !== undefined) await whileWanted(pending, journalStart(journal, pending, call));
  return runOnce(pending, call);
}

/** Asynchronous whatever the recall is, so that one that throws rejects. */
async function find(recall: Recall, call: CheckedCall): Promise<unknown> {
  return recall.find(call);
}

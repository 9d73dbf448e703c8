import { JournalOrderError } from '../errors.js';
import type { JournalEvent } from '../events.js';
import type { RunWriter } from '../run-store.js';

/**
 * The events as JSON texts without line breaks.
 *
 * @throws {@link JournalOrderError} (`JOURNAL_ORDER`) unless they are the next ones of the writer's run.
 */
export function buildLines(
  { runId, nextSeq }: Pick<RunWriter, 'runId' | 'nextSeq'>,
  events: readonly JournalEvent[],
): string[] {
  return events.map((event, index) => {
    const expected = nextSeq + index;
    if (event.runId !== runId || event.seq !== expected)
      throw new JournalOrderError({ runId, nextSeq: expected, event });
    return JSON.stringify(event);
  });
}

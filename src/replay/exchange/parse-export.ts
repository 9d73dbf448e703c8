import { JournalUnreadableError } from '../../journal/errors.js';
import type { JournalEvent } from '../../journal/events.js';
import { type EventPlace, parseEvent } from '../../journal/parse-event.js';
import type { RecordedRun } from '../../journal/run-store.js';
import { findFlaw } from './find-flaw.js';
import { type ExportHeader, parseHeader } from './run-export.js';

/** An export that was read. */
export interface ParsedExport {
  readonly header: ExportHeader;
  /** Each run behind the one that it works for. */
  readonly runs: readonly RecordedRun[];
}

/**
 * Reads what {@link exportRuns} wrote, also in earlier forms, and checks every event.
 *
 * @param place - File, for messages.
 * @throws {@link JournalUnreadableError} (`JOURNAL_UNREADABLE`) for what is no export, damaged, cut off, or of a later version.
 */
export function parseExport(text: string, place = 'the export'): ParsedExport {
  const [first = '', ...lines] = text.replace(/\r?\n$/, '').split(/\r?\n/);
  const header = parseHeader(first, place);
  let next = 0;
  const runs = header.runs.map(({ runId, events: count }): RecordedRun => {
    const events: JournalEvent[] = [];
    for (let seq = 0; seq < count; seq++, next++) {
      const line = lines[next];
      if (line === undefined) throw cutOff(runId, place, `it ends with event ${seq} of ${count}`);
      events.push(readEvent(line, { place: `${place}, line ${next + 2}`, runId, seq }));
    }
    return { runId, events };
  });
  if (next < lines.length) {
    const why = `more follows than its first line says, in line ${next + 2}`;
    throw cutOff('*', place, why);
  }
  return { header, runs };
}

/** What comes from elsewhere is looked at more closely than what this package wrote. */
function readEvent(line: string, where: EventPlace & { readonly runId: string }): JournalEvent {
  const event = parseEvent(line, where);
  const flaw = findFlaw(event);
  if (flaw === undefined) return event;
  const reason = `the event '${event.type}' has something else at ${flaw || 'its top level'} than it should.`;
  throw new JournalUnreadableError({ runId: where.runId, place: where.place, reason });
}

const cutOff = (runId: string, place: string, why: string): JournalUnreadableError =>
  new JournalUnreadableError({ runId, place, reason: `${why}. Export it again.` });

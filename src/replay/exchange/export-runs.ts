import { OWN_VERSION } from '../../foundation/own-version.js';
import type { JournalEvent } from '../../journal/events.js';
import type { RecordedRun } from '../../journal/run-store.js';
import { parsePointer } from './pointer-path.js';
import { Redactor } from './redact-event.js';
import { EXPORT_VERSION, type ExportHeader } from './run-export.js';
import { withoutContent } from './without-content.js';

/** What of runs stays behind when they are exported. Secrets were masked when they were recorded, and stay so. */
export interface ExportOptions {
  /**
   * JSON pointers into events, whose texts and free values are taken out. `*` is any one name or index, `**` any number of them:
   * `/**` followed by `/card` is every member `card`, in arguments as well.
   *
   * @defaultValue none
   */
  readonly pointers?: readonly string[];
  /** What is taken out of every text where it matches. @defaultValue none */
  readonly patterns?: readonly RegExp[];
  /** False puts a hash and a length in place of texts, arguments and data. @defaultValue true */
  readonly content?: boolean;
}

/** Runs as a text that {@link parseExport} reads. */
export interface ExportedRuns {
  /** JSON texts without line breaks: what the export is, then each event. */
  readonly lines: readonly string[];
  /** Pointers and patterns that met nothing: there may be a mistake in them. */
  readonly unused: readonly string[];
}

/**
 * Writes runs down as JSON Lines, for files and for other stores. What is torn at the end of one is left out.
 *
 * @throws RangeError for a pointer that does not begin with `/`, or ends with `**`.
 */
export function exportRuns(runs: readonly RecordedRun[], options: ExportOptions = {}): ExportedRuns {
  const { pointers = [], patterns = [], content = true } = options;
  const redactor = new Redactor(pointers.map(getPointer), patterns);
  const header: ExportHeader = {
    ...{ export: EXPORT_VERSION, toolwright: OWN_VERSION },
    runs: runs.map(({ runId, events }) => ({ runId, events: events.length })),
    isRedacted: pointers.length > 0 || patterns.length > 0 || !content,
    hasContent: content,
  };
  const write = (event: JournalEvent): string => {
    const redacted = redactor.redact(event);
    return JSON.stringify(content ? redacted : withoutContent(redacted));
  };
  const events = runs.flatMap(run => run.events.map(write));
  return { lines: [JSON.stringify(header), ...events], unused: redactor.unused };
}

function getPointer(text: string): ReturnType<typeof parsePointer> & object {
  const pointer = parsePointer(text);
  if (pointer !== undefined) return pointer;
  throw new RangeError(
    `'${text}' is no pointer into events. Write '/', then names parted by '/', the last one not '**'.`,
  );
}

import { isPlainObject } from '../../foundation/json.js';
import { JournalUnreadableError } from '../../journal/errors.js';

/** The form of an export. A reader that meets a higher one says so instead of guessing. */
export const EXPORT_VERSION = 1;

/** The first line of an export. */
export interface ExportHeader {
  /** {@link EXPORT_VERSION} when it was written. */
  readonly export: number;
  /** The version of toolwright that wrote it. */
  readonly toolwright: string;
  /** The runs that follow, each with the number of its events: what is cut off is noticed. */
  readonly runs: readonly { readonly runId: string; readonly events: number }[];
  /** Something was taken out. */
  readonly isRedacted: boolean;
  /** False when texts, arguments and data are only hashes. */
  readonly hasContent: boolean;
}

/** @throws {@link JournalUnreadableError} (`JOURNAL_UNREADABLE`) for what is none, or of a form that is not known. */
export function parseHeader(line: string, place: string): ExportHeader {
  const refuse = (reason: string, cause?: unknown): never => {
    throw new JournalUnreadableError({ runId: '*', place: `${place}, line 1`, reason, cause });
  };
  const value = parseJson(line);
  if (!isPlainObject(value) || typeof value['export'] !== 'number')
    return refuse('this is no export of runs.');
  if (value['export'] > EXPORT_VERSION) {
    const writer = String(value['toolwright']);
    return refuse(
      `it was exported in form ${value['export']} by toolwright ${writer}, and this one reads up to ${EXPORT_VERSION}. Update toolwright.`,
    );
  }
  if (value['export'] !== EXPORT_VERSION || !listsRuns(value['runs']))
    return refuse('its first line does not say which runs follow.');
  return value as unknown as ExportHeader;
}

function listsRuns(runs: unknown): runs is ExportHeader['runs'] {
  if (!Array.isArray(runs) || runs.length === 0) return false;
  const isRun = (run: unknown): boolean =>
    isPlainObject(run) && typeof run['runId'] === 'string' && Number.isSafeInteger(run['events']);
  return (
    runs.every(isRun) &&
    new Set((runs as ExportHeader['runs']).map(({ runId }) => runId)).size === runs.length
  );
}

function parseJson(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

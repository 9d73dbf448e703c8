import { isPlainObject } from '../foundation/json.js';
import { JournalUnreadableError } from './errors.js';
import { JOURNAL_VERSION, type JournalEvent } from './events.js';
import { migrateEvent, type VersionedEvent } from './migrate-event.js';

/** Where an event stands, and which one it has to be. */
export interface EventPlace {
  /** File and line, or database and row. */
  readonly place: string;
  /** Left out where only the event can tell. */
  readonly runId?: string;
  readonly seq?: number;
}

/**
 * Reads one event as it was kept, also one of an earlier form.
 *
 * @throws {@link JournalUnreadableError} (`JOURNAL_UNREADABLE`) for what is none, another one, or of a form that is not known.
 */
export function parseEvent(text: string, expected: EventPlace): JournalEvent {
  const refuse = (reason: string, cause?: unknown): never => {
    throw new JournalUnreadableError({
      runId: expected.runId ?? '?',
      place: expected.place,
      reason,
      cause,
    });
  };
  const written = parseJson(text, refuse);
  if (!isVersioned(written)) return refuse('this is no event of a run.');
  const { v } = written;
  if (v > JOURNAL_VERSION) {
    return refuse(
      `it was written in form ${v} by a later toolwright, and this one reads up to ${JOURNAL_VERSION}. Update toolwright.`,
    );
  }
  const value = migrateEvent(written);
  if (value === undefined)
    return refuse(
      `it was written in form ${v}, from which no way leads to form ${JOURNAL_VERSION} of this toolwright.`,
    );
  if (!isEvent(value)) return refuse('this is no event of a run.');
  const { runId, seq } = value;
  if (runId !== (expected.runId ?? runId)) return refuse(`the event is of another run, '${runId}'.`);
  if (seq !== (expected.seq ?? seq))
    return refuse(`event ${seq} stands in the place of ${expected.seq ?? '?'}.`);
  return value;
}

const isVersioned = (value: unknown): value is VersionedEvent =>
  isPlainObject(value) && typeof value['v'] === 'number';

function isEvent(value: object): value is JournalEvent {
  const { runId, seq, type, at } = value as Partial<Record<keyof JournalEvent, unknown>>;
  return (
    typeof runId === 'string' && typeof seq === 'number' && typeof type === 'string' && typeof at === 'string'
  );
}

function parseJson(text: string, refuse: (reason: string, cause: unknown) => never): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    return refuse('it is damaged: this is not JSON.', error);
  }
}

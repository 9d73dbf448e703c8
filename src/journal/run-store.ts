import type { Usage } from '../model/usage.js';
import type { JournalEvent, RunStatus } from './events.js';

/** A run as its store has it. */
export interface RecordedRun {
  readonly runId: string;
  /** In the order of `seq`, which has no gaps. */
  readonly events: readonly JournalEvent[];
  /** What stands behind the last whole event: the writer was killed while it wrote. Missing when nothing does. */
  readonly torn?: { readonly bytes: number };
}

/** What a list shows of a run. */
export interface RunSummary {
  readonly runId: string;
  readonly agent: string;
  readonly model: string;
  readonly conversationId?: string;
  readonly parentRunId?: string;
  /** ISO 8601, UTC. */
  readonly startedAt: string;
  /** ISO 8601, UTC, of the last event. */
  readonly lastAt: string;
  /** `running` also for a run whose process was killed; `unreadable` for what `read` refuses, of which little is known. */
  readonly status: RunStatus | 'running' | 'unreadable';
  readonly eventCount: number;
  /** Once it ended. */
  readonly usage?: Usage;
}

/** Which runs to list; all of them without one. */
export interface RunFilter {
  readonly conversationId?: string;
  readonly agent?: string;
  readonly status?: RunSummary['status'];
  /** At most so many, the newest ones. */
  readonly limit?: number;
}

/** The only one that may add to a run, until it is closed. */
export interface RunWriter {
  readonly runId: string;
  /** The `seq` that the next event has to have. */
  readonly nextSeq: number;
  /**
   * Adds events, in order. Once it resolves they survive the end of the process. It may be called again before that;
   * `nextSeq` has moved on when it returns.
   *
   * @throws {@link JournalOrderError} (`JOURNAL_ORDER`) for an event that is not the next one of this run.
   * @throws {@link JournalUnwritableError} (`JOURNAL_UNWRITABLE`) when the disk refuses.
   * @throws {@link RunBusyError} (`RUN_BUSY`) when another writer has taken the run meanwhile.
   */
  append(events: readonly JournalEvent[]): Promise<void>;
  /**
   * Removes the run with all its events, and closes. What is below it stays: `deleteRun` of `toolwright/replay` takes both.
   *
   * @throws {@link JournalUnwritableError} (`JOURNAL_UNWRITABLE`) when the disk refuses.
   * @throws {@link RunBusyError} (`RUN_BUSY`) when another writer has taken the run meanwhile.
   */
  delete(): Promise<void>;
  /** Lets another one write. Never rejects. */
  close(): Promise<void>;
}

/** Keeps runs. One contract for every store: what was acknowledged is there, and one writes at a time. */
export interface RunStore {
  /**
   * Takes a run, new or not, for writing. What a killed writer left half-written at its end is removed.
   *
   * @throws {@link RunBusyError} (`RUN_BUSY`) while another writer, also of another process, has it.
   */
  write(runId: string): Promise<RunWriter>;
  /**
   * @returns undefined when there is no such run.
   * @throws {@link JournalUnreadableError} (`JOURNAL_UNREADABLE`) for what is no journal, or of a later version.
   */
  read(runId: string): Promise<RecordedRun | undefined>;
  /** The newest first. */
  list(filter?: RunFilter): Promise<readonly RunSummary[]>;
  /** Closes its writers too; what is asked of it later is refused with {@link JournalClosedError} (`JOURNAL_CLOSED`). */
  close(): Promise<void>;
}

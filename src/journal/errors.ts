import { ToolwrightError } from '../foundation/toolwright-error.js';

/** Two tried to write one run at a time. */
export class RunBusyError extends ToolwrightError {
  /** @param holder - Who has it, as far as that is known: a process id. */
  constructor(runId: string, holder?: string) {
    super({
      code: 'RUN_BUSY',
      fault: 'caller',
      message:
        `The run '${runId}' is being written by another ${holder === undefined ? 'writer' : `writer (${holder})`}. ` +
        'Wait until it has ended, or use another run id.',
      details: { runId },
    });
  }
}

/** A store holds something that cannot be read as a run. */
export class JournalUnreadableError extends ToolwrightError {
  /** @param place - File or table. */
  constructor(facts: {
    readonly runId: string;
    readonly place: string;
    readonly reason: string;
    readonly cause?: unknown;
  }) {
    const { runId, place, reason, cause } = facts;
    super({
      code: 'JOURNAL_UNREADABLE',
      fault: 'environment',
      message: `The journal of run '${runId}' in ${place} cannot be read: ${reason}`,
      details: { runId, place },
      cause,
    });
  }
}

/** What was journalled could not be written; nothing can be added until the run is taken again. */
export class JournalUnwritableError extends ToolwrightError {
  /** @param place - File or database. */
  constructor(facts: { readonly runId: string; readonly place: string; readonly cause: unknown }) {
    const { runId, place, cause } = facts;
    super({
      code: 'JOURNAL_UNWRITABLE',
      fault: 'environment',
      message:
        `The journal of run '${runId}' in ${place} cannot be written: ${reasonOf(cause)}. ` +
        'Make room or give the rights, then resume the run.',
      details: { runId, place },
      cause,
    });
  }
}

/** An event was to be added that is not the next one of its run. */
export class JournalOrderError extends ToolwrightError {
  constructor(facts: {
    readonly runId: string;
    readonly nextSeq: number;
    readonly event: { readonly runId: string; readonly seq: number };
  }) {
    const { runId, nextSeq, event } = facts;
    super({
      code: 'JOURNAL_ORDER',
      fault: 'caller',
      message:
        `Event ${event.seq} of run '${event.runId}' cannot be added to run '${runId}', whose next event is ${nextSeq}. ` +
        'Number the events of a run from nextSeq on, without gaps.',
      details: { runId, nextSeq, seq: event.seq },
    });
  }
}

/** A store or writer was used after it was closed. */
export class JournalClosedError extends ToolwrightError {
  /** @param what - `the writer of run 'x'`, `the store`. */
  constructor(what: string) {
    super({
      code: 'JOURNAL_CLOSED',
      fault: 'caller',
      message: `Nothing can be done with ${what} any more: it is closed. Open a new one.`,
    });
  }
}

/** A store cannot be opened. */
export class StoreUnavailableError extends ToolwrightError {
  /** @param fix - What to do, as a sentence. */
  constructor(facts: {
    readonly place: string;
    readonly reason: string;
    readonly fix: string;
    readonly cause?: unknown;
  }) {
    const { place, reason, fix, cause } = facts;
    super({
      code: 'STORE_UNAVAILABLE',
      fault: 'environment',
      message: `The store of runs in ${place} cannot be opened: ${reason}. ${fix}`,
      details: { place },
      cause,
    });
  }
}

/** The words of what the file system or database threw, without a full stop. */
export const reasonOf = (thrown: unknown): string =>
  (thrown instanceof Error ? thrown.message : String(thrown)).replace(/\.$/, '');

import type Database from 'libsql';
import { ToolwrightError } from '../../foundation/toolwright-error.js';
import { JournalClosedError, JournalUnwritableError, RunBusyError } from '../errors.js';
import type { JournalEvent } from '../events.js';
import type { RunSummary, RunWriter } from '../run-store.js';
import { extendSummary } from '../summarise.js';
import { buildLines } from './build-lines.js';
import { inTransaction } from './libsql-database.js';
import { buildClaim, describeClaim, isAlive, parseClaim } from './process-claim.js';

/** A run of a database. */
export interface RunPlace {
  readonly runId: string;
  /** As the tables name the run. */
  readonly key: string;
  readonly path: string;
  readonly database: Database.Database;
}

/**
 * Takes the run for this process, also from one that is gone.
 *
 * @returns the token of the claim.
 */
export function claimRun({ runId, key, path, database }: RunPlace): string {
  const claim = buildClaim();
  const take = (): void => {
    const row = database.prepare('SELECT claim FROM toolwright_writers WHERE run_id = ?').get(key);
    const holder = row === undefined ? undefined : parseClaim((row as { claim: string }).claim);
    if (holder !== undefined && isAlive(holder)) {
      const remedy = `delete the claim of this run from the table toolwright_writers`;
      throw new RunBusyError(runId, describeClaim(holder, remedy));
    }
    database
      .prepare('INSERT OR REPLACE INTO toolwright_writers (run_id, token, claim) VALUES (?, ?, ?)')
      .run(key, claim.token, JSON.stringify(claim));
  };
  try {
    inTransaction(database, take);
  } catch (cause) {
    throw ToolwrightError.is(cause) ? cause : new JournalUnwritableError({ runId, place: path, cause });
  }
  return claim.token;
}

export class LibsqlRunWriter implements RunWriter {
  readonly runId: string;
  readonly #place: RunPlace;
  #summary: RunSummary | undefined;
  #isClosed = false;

  constructor(
    place: RunPlace,
    private readonly token: string,
    private readonly onClose: (writer: LibsqlRunWriter) => void,
  ) {
    this.#place = place;
    this.runId = place.runId;
    const { database, key } = place;
    const row = database.prepare('SELECT summary FROM toolwright_runs WHERE run_id = ?').get(key);
    if (row !== undefined) this.#summary = JSON.parse((row as { summary: string }).summary) as RunSummary;
  }

  get nextSeq(): number {
    return this.#summary?.eventCount ?? 0;
  }

  async append(events: readonly JournalEvent[]): Promise<void> {
    this.#checkOpen();
    const lines = buildLines(this, events);
    const summary = events.reduce<RunSummary | undefined>(extendSummary, this.#summary);
    if (summary === undefined || lines.length === 0) return;
    this.#change(() => this.#insert(lines, summary));
    this.#summary = summary;
    return Promise.resolve();
  }

  async delete(): Promise<void> {
    this.#checkOpen();
    const { database, key } = this.#place;
    try {
      this.#change(() => {
        for (const table of ['toolwright_events', 'toolwright_runs'])
          database.prepare(`DELETE FROM ${table} WHERE run_id = ?`).run(key);
      });
    } finally {
      await this.close();
    }
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    try {
      this.#place.database
        .prepare('DELETE FROM toolwright_writers WHERE run_id = ? AND token = ?')
        .run(this.#place.key, this.token);
    } catch {
      // The claim ends with this process.
    }
    this.onClose(this);
    return Promise.resolve();
  }

  #checkOpen(): void {
    if (this.#isClosed) throw new JournalClosedError(`the writer of run '${this.runId}'`);
  }

  /** All of it or nothing, and only while the run is this writer's. */
  #change(work: () => void): void {
    const { database, key, path } = this.#place;
    const mine = database.prepare('SELECT 1 FROM toolwright_writers WHERE run_id = ? AND token = ?');
    try {
      inTransaction(database, () => {
        if (mine.get(key, this.token) === undefined) throw new RunBusyError(this.runId);
        work();
      });
    } catch (cause) {
      if (ToolwrightError.is(cause)) throw cause;
      throw new JournalUnwritableError({ runId: this.runId, place: path, cause });
    }
  }

  #insert(lines: readonly string[], summary: RunSummary): void {
    const { database, key } = this.#place;
    const insert = database.prepare('INSERT INTO toolwright_events (run_id, seq, event) VALUES (?, ?, ?)');
    lines.forEach((line, index) => insert.run(key, this.nextSeq + index, line));
    const { agent, conversationId = null, status, startedAt } = summary;
    database
      .prepare(
        `INSERT OR REPLACE INTO toolwright_runs (run_id, agent, conversation_id, status, started_at, summary)
         VALUES (?, ?, ?, ?, ?, ?)`,
      )
      .run(
        key,
        toKey(agent),
        conversationId === null ? null : toKey(conversationId),
        status,
        startedAt,
        JSON.stringify(summary),
      );
  }
}

/** A text as it is kept in a column: databases keep no lone surrogates, JSON does. */
export const toKey = (text: string): string => JSON.stringify(text).slice(1, -1);

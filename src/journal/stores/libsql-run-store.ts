import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type Database from 'libsql';
import { JournalClosedError, StoreUnavailableError } from '../errors.js';
import { parseEvent } from '../parse-event.js';
import type { RecordedRun, RunFilter, RunStore, RunSummary, RunWriter } from '../run-store.js';
import { openDatabase } from './libsql-database.js';
import { claimRun, LibsqlRunWriter, toKey } from './libsql-run-writer.js';

/** How a database of runs is kept. */
export interface LibsqlRunStoreOptions {
  /** Waits with each event until the disk has it: it then survives a loss of power, not just the end of the process. @defaultValue false */
  readonly sync?: boolean;
}

/** Keeps runs in an SQLite file, which several processes may use at a time. Needs the package `libsql`. */
export class LibsqlRunStore implements RunStore {
  readonly #path: string;
  readonly #sync: boolean;
  readonly #writers = new Set<RunWriter>();
  #opening: Promise<Database.Database> | undefined;
  #isClosed = false;

  /**
   * @param file - Path or `file:` URL; the file is made on first use, its folder is not.
   * @throws {@link StoreUnavailableError} (`STORE_UNAVAILABLE`) for the URL of anything but a file.
   */
  constructor(file: string | URL, options: LibsqlRunStoreOptions = {}) {
    this.#path = toPath(file);
    this.#sync = options.sync ?? false;
  }

  async write(runId: string): Promise<RunWriter> {
    const place = { runId, key: toKey(runId), path: this.#path, database: await this.#open() };
    const token = claimRun(place);
    const writer = new LibsqlRunWriter(place, token, closed => this.#writers.delete(closed));
    this.#writers.add(writer);
    return writer;
  }

  async read(runId: string): Promise<RecordedRun | undefined> {
    const database = await this.#open();
    const rows = database
      .prepare('SELECT seq, event FROM toolwright_events WHERE run_id = ? ORDER BY seq')
      .all(toKey(runId)) as { readonly seq: number; readonly event: string }[];
    if (rows.length === 0) return undefined;
    const events = rows.map(({ seq, event }, index) =>
      parseEvent(event, { place: `${this.#path}, event ${seq}`, runId, seq: index }),
    );
    return { runId, events };
  }

  async list(filter: RunFilter = {}): Promise<readonly RunSummary[]> {
    const database = await this.#open();
    const { agent, conversationId, status, limit } = filter;
    const wanted = [
      ['agent', agent === undefined ? undefined : toKey(agent)],
      ['conversation_id', conversationId === undefined ? undefined : toKey(conversationId)],
      ['status', status],
    ].filter((pair): pair is [string, string] => pair[1] !== undefined);
    const where = wanted.map(([column]) => `${column} = ?`).join(' AND ') || '1';
    const rows = database
      .prepare(`SELECT summary FROM toolwright_runs WHERE ${where} ORDER BY started_at DESC, run_id LIMIT ?`)
      .all(...wanted.map(([, value]) => value), limit ?? -1) as { readonly summary: string }[];
    return rows.map(({ summary }) => JSON.parse(summary) as RunSummary);
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    await Promise.all([...this.#writers].map(writer => writer.close()));
    const database = await this.#opening?.catch(() => undefined);
    database?.close();
  }

  /** One that could not be opened is tried again. */
  async #open(): Promise<Database.Database> {
    this.#checkOpen();
    this.#opening ??= openDatabase(this.#path, this.#sync);
    try {
      const database = await this.#opening;
      this.#checkOpen();
      return database;
    } catch (error) {
      this.#opening = undefined;
      throw error;
    }
  }

  #checkOpen(): void {
    if (this.#isClosed) throw new JournalClosedError(`the store of runs in ${this.#path}`);
  }
}

function toPath(file: string | URL): string {
  const text = String(file);
  if (text.startsWith('file:')) return fileURLToPath(text);
  if (!/^[a-z][a-z+.-]+:/i.test(text)) return resolve(text);
  throw new StoreUnavailableError({
    place: text.replace(/[?#].*|\/\/[^/@]*@/g, ''),
    reason: 'it is no file',
    fix: 'Name a database file, by its path or file: URL.',
  });
}

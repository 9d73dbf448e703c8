import type Database from 'libsql';
import { delay, systemClock } from '../../foundation/clock.js';
import { JournalUnreadableError, reasonOf, StoreUnavailableError } from '../errors.js';
import { JOURNAL_VERSION } from '../events.js';

/** How long one waits for what another process is writing. */
const BUSY_MS = 5_000;
const BUSY_RETRY_MS = 20;

/** Names of our own, since the file may hold the tables of an application as well. */
const TABLES = `
  CREATE TABLE IF NOT EXISTS toolwright_format (version INTEGER NOT NULL);
  INSERT INTO toolwright_format SELECT ${JOURNAL_VERSION} WHERE NOT EXISTS (SELECT 1 FROM toolwright_format);
  CREATE TABLE IF NOT EXISTS toolwright_events (
    run_id TEXT NOT NULL, seq INTEGER NOT NULL, event TEXT NOT NULL, PRIMARY KEY (run_id, seq));
  CREATE TABLE IF NOT EXISTS toolwright_runs (
    run_id TEXT PRIMARY KEY, agent TEXT NOT NULL, conversation_id TEXT, status TEXT NOT NULL,
    started_at TEXT NOT NULL, summary TEXT NOT NULL);
  CREATE INDEX IF NOT EXISTS toolwright_runs_by_start ON toolwright_runs (started_at DESC, run_id);
  CREATE INDEX IF NOT EXISTS toolwright_runs_by_conversation ON toolwright_runs (conversation_id, started_at DESC);
  CREATE TABLE IF NOT EXISTS toolwright_writers (run_id TEXT PRIMARY KEY, token TEXT NOT NULL, claim TEXT NOT NULL);`;

/**
 * Opens a database file and makes what it lacks.
 *
 * @throws {@link StoreUnavailableError} (`STORE_UNAVAILABLE`) when there is no libsql, or no database to be had.
 * @throws {@link JournalUnreadableError} (`JOURNAL_UNREADABLE`) when a later toolwright made it.
 */
export async function openDatabase(path: string, sync: boolean): Promise<Database.Database> {
  const Libsql = await loadLibsql(path);
  let database: Database.Database | undefined;
  try {
    database = new Libsql(path);
    await prepare(database, sync);
  } catch (cause) {
    database?.close();
    throw new StoreUnavailableError({
      place: path,
      reason: reasonOf(cause),
      fix: 'Name a database file in a folder that this process may write.',
      cause,
    });
  }
  refuseLaterFormat(database, path);
  return database;
}

async function loadLibsql(place: string): Promise<typeof Database> {
  try {
    return (await import('libsql')).default;
  } catch (cause) {
    throw new StoreUnavailableError({
      place,
      reason: "the package 'libsql' cannot be loaded",
      fix: 'Install it: npm install libsql@0.5',
      cause,
    });
  }
}

async function prepare(database: Database.Database, sync: boolean): Promise<void> {
  database.pragma(`busy_timeout = ${BUSY_MS}`);
  await whileBusy(() => database.pragma('journal_mode = WAL'));
  database.pragma(`synchronous = ${sync ? 'FULL' : 'NORMAL'}`);
  await whileBusy(() => inTransaction(database, () => database.exec(TABLES)));
}

/** The change to a write-ahead log does not wait for others by itself. */
async function whileBusy(work: () => void): Promise<void> {
  for (let waitedMs = 0; ; waitedMs += BUSY_RETRY_MS) {
    try {
      work();
      return;
    } catch (error) {
      const { code } = error as { code?: unknown };
      if (typeof code !== 'string' || !code.startsWith('SQLITE_BUSY') || waitedMs >= BUSY_MS) throw error;
    }
    await delay(systemClock, BUSY_RETRY_MS);
  }
}

/** Nobody else writes to the database from its start on. */
export function inTransaction<T>(database: Database.Database, work: () => T): T {
  database.exec('BEGIN IMMEDIATE');
  try {
    const result = work();
    database.exec('COMMIT');
    return result;
  } catch (error) {
    if (database.inTransaction) database.exec('ROLLBACK');
    throw error;
  }
}

function refuseLaterFormat(database: Database.Database, place: string): void {
  const row = database.prepare('SELECT max(version) AS version FROM toolwright_format').get();
  const { version } = row as { version: number };
  if (version <= JOURNAL_VERSION) return;
  database.close();
  const reason = `it is of form ${version}, made by a later toolwright, and this one knows up to ${JOURNAL_VERSION}. Update toolwright.`;
  throw new JournalUnreadableError({ runId: '*', place, reason });
}

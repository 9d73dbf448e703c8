import type Database from 'libsql';
import { openDatabase } from '../../journal/stores/libsql-database.js';
import { byName, type ServerCatalogue } from './server-catalogue.js';
import type { ServerRecord } from './server-record.js';

const TABLE = `CREATE TABLE IF NOT EXISTS toolwright_mcp_servers (name TEXT PRIMARY KEY, record TEXT NOT NULL)`;

interface Row {
  readonly record: string;
}

/** Records in an SQLite file, which several processes may use at a time, and which may hold runs as well. Needs the package `libsql`. */
export class LibsqlServerCatalogue implements ServerCatalogue {
  #opening: Promise<Database.Database> | undefined;

  /** @param path - Made when it is first used. */
  constructor(readonly path: string) {}

  async list(): Promise<readonly ServerRecord[]> {
    const database = await this.#open();
    const rows = database.prepare('SELECT record FROM toolwright_mcp_servers').all() as Row[];
    return rows.map(readRecord).sort(byName);
  }

  async find(name: string): Promise<ServerRecord | undefined> {
    const database = await this.#open();
    const row = database.prepare('SELECT record FROM toolwright_mcp_servers WHERE name = ?').get(name);
    return row === undefined ? undefined : readRecord(row as Row);
  }

  async save(record: ServerRecord): Promise<void> {
    const database = await this.#open();
    database
      .prepare('INSERT OR REPLACE INTO toolwright_mcp_servers (name, record) VALUES (?, ?)')
      .run(record.name, JSON.stringify(record));
  }

  async remove(name: string): Promise<boolean> {
    const database = await this.#open();
    return database.prepare('DELETE FROM toolwright_mcp_servers WHERE name = ?').run(name).changes > 0;
  }

  async close(): Promise<void> {
    const opening = this.#opening;
    this.#opening = undefined;
    (await opening?.catch(() => undefined))?.close();
  }

  #open(): Promise<Database.Database> {
    this.#opening ??= openDatabase(this.path, false).then(database => {
      database.exec(TABLE);
      return database;
    });
    return this.#opening;
  }
}

const readRecord = ({ record }: Row): ServerRecord => JSON.parse(record) as ServerRecord;

import type { ServerRecord } from './server-record.js';

/** Keeps records of servers by name. Two that write one record at the same time: the last one wins. */
export interface ServerCatalogue {
  /** By name. */
  list(): Promise<readonly ServerRecord[]>;
  find(name: string): Promise<ServerRecord | undefined>;
  /** Adds it, or puts it in the place of the one with its name. */
  save(record: ServerRecord): Promise<void>;
  /** @returns whether there was one */
  remove(name: string): Promise<boolean>;
  close(): Promise<void>;
}

export const byName = (a: ServerRecord, b: ServerRecord): number => (a.name < b.name ? -1 : 1);

import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type RunStore } from '../../../src/journal/run-store.js';
import { JsonlRunStore } from '../../../src/journal/stores/jsonl-run-store.js';
import { LibsqlRunStore } from '../../../src/journal/stores/libsql-run-store.js';
import { MemoryRunStore } from '../../../src/journal/stores/memory-run-store.js';

export interface StoreOnDisk {
  readonly kind: 'jsonl' | 'libsql';
  /** Folder or file. */
  readonly place: string;
  open(): RunStore;
}

export const newFolder = (): string => mkdtempSync(join(tmpdir(), 'toolwright-runs-'));

/** Places that are empty. */
export const onDisk: Readonly<Record<StoreOnDisk['kind'], (folder: string) => StoreOnDisk>> = {
  jsonl: folder => {
    const place = join(folder, 'runs');
    return { kind: 'jsonl', place, open: () => new JsonlRunStore(place) };
  },
  libsql: folder => {
    const place = join(folder, 'runs.db');
    return { kind: 'libsql', place, open: () => new LibsqlRunStore(place) };
  },
};

/** Every store, with a function that opens one over the same runs. */
export const everyStore: Readonly<Record<string, (folder: string) => () => RunStore>> = {
  MemoryRunStore: () => {
    const store = new MemoryRunStore();
    return () => store;
  },
  JsonlRunStore: folder => onDisk.jsonl(folder).open,
  LibsqlRunStore: folder => onDisk.libsql(folder).open,
};

import { statSync } from 'node:fs';
import { JsonlRunStore, LibsqlRunStore, type RecordedRun, type RunStore } from '../index.js';
import { UsageError } from './usage-error.js';

/** The option of every command that reads journals. */
export const STORE = ['--store <path>', 'folder of JSON lines, or libsql database file'] as const;

/** How a store is opened. */
interface Opening {
  /** Makes it where there is none: a database when its name ends like one, a folder otherwise. */
  readonly make: boolean;
}

export async function withStore(
  path: string,
  action: (store: RunStore) => Promise<void>,
  opening: Opening = { make: false },
): Promise<void> {
  const store = openStore(path, opening);
  try {
    await action(store);
  } finally {
    await store.close();
  }
}

/** Reading must not make a store. */
function openStore(path: string, { make }: Opening): RunStore {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined && !make)
    throw new UsageError(
      `There is no store of runs '${path}'. Name its folder or database file with --store.`,
    );
  const isFolder = found === undefined ? !/\.(db|sqlite3?)$/i.test(path) : found.isDirectory();
  return isFolder ? new JsonlRunStore(path) : new LibsqlRunStore(path);
}

export async function getRun(store: RunStore, runId: string, path: string): Promise<RecordedRun> {
  const run = await store.read(runId);
  if (run !== undefined) return run;
  throw new UsageError(
    `There is no run '${runId}' in ${path}. List them: toolwright runs list --store ${path}`,
  );
}

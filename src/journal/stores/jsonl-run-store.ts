import { mkdir, open, readdir, stat } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { ToolwrightError } from '../../foundation/toolwright-error.js';
import {
  JournalClosedError,
  JournalUnreadableError,
  reasonOf,
  RunBusyError,
  StoreUnavailableError,
} from '../errors.js';
import type { RecordedRun, RunFilter, RunStore, RunSummary, RunWriter } from '../run-store.js';
import { selectRuns } from '../summarise.js';
import { type JsonlRunWriter, openRunFile } from './jsonl-run-writer.js';
import { describeClaim } from './process-claim.js';
import { ProcessLock, takeLock } from './process-lock.js';
import { readRunFile, summariseRunFile } from './run-file.js';
import { buildRunFileName, guessRunId } from './run-file-name.js';

/** How a folder of runs is kept. */
export interface JsonlRunStoreOptions {
  /** Waits with each event until the disk has it: it then survives a loss of power, not just the end of the process. @defaultValue false */
  readonly sync?: boolean;
}

/** Keeps each run in a file of a folder, one line of JSON for each event. */
export class JsonlRunStore implements RunStore {
  readonly #folder: string;
  readonly #sync: boolean;
  readonly #writers = new Set<RunWriter>();
  #isClosed = false;

  /** @param folder - Made by the first run that is written. */
  constructor(folder: string, options: JsonlRunStoreOptions = {}) {
    this.#folder = resolve(folder);
    this.#sync = options.sync ?? false;
  }

  async write(runId: string): Promise<RunWriter> {
    this.#checkOpen();
    try {
      await mkdir(this.#folder, { recursive: true });
      const writer = await this.#open(runId);
      this.#writers.add(writer);
      // The store may have been closed meanwhile, and would know nothing of this one.
      if (this.#isClosed) await writer.close();
      this.#checkOpen();
      return writer;
    } catch (error) {
      throw this.#explain(error);
    }
  }

  async read(runId: string): Promise<RecordedRun | undefined> {
    this.#checkOpen();
    try {
      return await readRunFile(this.#pathOf(runId), runId);
    } catch (error) {
      throw this.#explain(error);
    }
  }

  /** Reads the first line of each run and the last ones. */
  async list(filter?: RunFilter): Promise<readonly RunSummary[]> {
    this.#checkOpen();
    try {
      const summaries: RunSummary[] = [];
      for (const name of await this.#fileNames()) {
        const summary = await this.#summarise(join(this.#folder, name));
        if (summary !== undefined) summaries.push(summary);
      }
      return selectRuns(summaries, filter);
    } catch (error) {
      throw this.#explain(error);
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all([...this.#writers].map(writer => writer.close()));
  }

  async #open(runId: string): Promise<JsonlRunWriter> {
    const path = this.#pathOf(runId);
    const lock = takeLock(`${path}.lock`);
    if (!(lock instanceof ProcessLock))
      throw new RunBusyError(runId, describeClaim(lock, `delete ${path}.lock`));
    try {
      const onClose = (writer: JsonlRunWriter): void => void this.#writers.delete(writer);
      const writer = await openRunFile({ runId, path, lock, sync: this.#sync, onClose });
      if (this.#sync) await this.#syncFolder();
      return writer;
    } catch (error) {
      lock.release();
      throw error;
    }
  }

  async #fileNames(): Promise<string[]> {
    try {
      return (await readdir(this.#folder)).filter(name => name.endsWith('.jsonl'));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
      throw error;
    }
  }

  /** One that cannot be read must not hide the others. */
  async #summarise(path: string): Promise<RunSummary | undefined> {
    try {
      return await summariseRunFile(path);
    } catch (error) {
      // Somebody may tidy up meanwhile.
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      if (!(error instanceof JournalUnreadableError)) throw error;
      const { mtime } = await stat(path);
      const at = mtime.toISOString();
      const runId = guessRunId(basename(path));
      return { runId, agent: '', model: '', startedAt: at, lastAt: at, status: 'unreadable', eventCount: 0 };
    }
  }

  /** A new file is there after a loss of power only when its folder is written too. */
  async #syncFolder(): Promise<void> {
    // Windows opens no folders, and writes them with their files.
    if (process.platform === 'win32') return;
    const handle = await open(this.#folder, 'r');
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  }

  #pathOf(runId: string): string {
    return join(this.#folder, buildRunFileName(runId));
  }

  #checkOpen(): void {
    if (this.#isClosed) throw new JournalClosedError(`the store of runs in ${this.#folder}`);
  }

  #explain(cause: unknown): unknown {
    if (ToolwrightError.is(cause)) return cause;
    return new StoreUnavailableError({
      place: this.#folder,
      reason: reasonOf(cause),
      fix: 'Name a folder that this process may read and write.',
      cause,
    });
  }
}

import { type FileHandle, open, rm } from 'node:fs/promises';
import { JournalClosedError, JournalUnwritableError, RunBusyError } from '../errors.js';
import type { JournalEvent } from '../events.js';
import type { RunWriter } from '../run-store.js';
import { buildLines } from './build-lines.js';
import type { ProcessLock } from './process-lock.js';
import { findEnd } from './run-file.js';

interface OpenedRun {
  readonly runId: string;
  readonly path: string;
  readonly lock: ProcessLock;
  /** Each append waits until the disk has it, so that it survives the machine as well. */
  readonly sync: boolean;
  readonly onClose: (writer: JsonlRunWriter) => void;
}

/** Takes the file of a run that is locked, and removes what is torn at its end. */
export async function openRunFile(run: OpenedRun): Promise<JsonlRunWriter> {
  const handle = await open(run.path, 'a+');
  try {
    const end = await findEnd(handle, { place: `${run.path}, last line`, runId: run.runId });
    await handle.truncate(end.size);
    return new JsonlRunWriter(run, handle, end);
  } catch (error) {
    await handle.close();
    throw error;
  }
}

export class JsonlRunWriter implements RunWriter {
  #nextSeq: number;
  /** Bytes that are written. */
  #size: number;
  #last: Promise<unknown> = Promise.resolve();
  #failure: { readonly error: unknown } | undefined;
  #closing: Promise<void> | undefined;

  constructor(
    private readonly run: OpenedRun,
    private readonly handle: FileHandle,
    end: { readonly size: number; readonly nextSeq: number },
  ) {
    this.#size = end.size;
    this.#nextSeq = end.nextSeq;
  }

  get runId(): string {
    return this.run.runId;
  }

  get nextSeq(): number {
    return this.#nextSeq;
  }

  /** Its texts are made at once, so that what becomes of the events later does not matter. */
  async append(events: readonly JournalEvent[]): Promise<void> {
    this.#checkOpen();
    const lines = buildLines(this, events);
    if (lines.length === 0) return;
    this.#nextSeq += lines.length;
    const writing = this.#last.then(() => this.#write(Buffer.from(`${lines.join('\n')}\n`)));
    this.#last = writing.catch(() => undefined);
    await writing;
  }

  async delete(): Promise<void> {
    this.#checkOpen();
    const removing = this.#last.then(() => this.#remove());
    this.#closing = removing.catch(() => undefined);
    await removing;
  }

  close(): Promise<void> {
    return (this.#closing ??= this.#last.then(() => this.#release()));
  }

  /** After a failure nothing may follow: it would stand behind half a line, or behind a gap. */
  async #write(bytes: Buffer): Promise<void> {
    if (this.#failure !== undefined) throw this.#failure.error;
    try {
      await this.#checkAlone();
      await this.handle.appendFile(bytes);
      if (this.run.sync) await this.handle.datasync();
      this.#size += bytes.length;
    } catch (cause) {
      const error = this.#explain(cause);
      this.#failure = { error };
      throw error;
    }
  }

  /** The lock goes last: until then nobody makes the file anew. */
  async #remove(): Promise<void> {
    try {
      await this.#checkAlone();
      // Windows removes no file that is open.
      await this.handle.close();
      await rm(this.run.path, { force: true });
    } catch (cause) {
      throw this.#explain(cause);
    } finally {
      await this.#release();
    }
  }

  #explain(cause: unknown): unknown {
    const { runId, path } = this.run;
    return cause instanceof RunBusyError ? cause : new JournalUnwritableError({ runId, place: path, cause });
  }

  #checkOpen(): void {
    if (this.#closing !== undefined) throw new JournalClosedError(`the writer of run '${this.runId}'`);
  }

  /** Somebody may have removed the lock by hand, or written without asking. */
  async #checkAlone(): Promise<void> {
    const { size } = await this.handle.stat();
    if (size !== this.#size || !this.run.lock.isHeld()) throw new RunBusyError(this.runId);
  }

  async #release(): Promise<void> {
    await this.handle.close().catch(() => undefined);
    try {
      this.run.lock.release();
    } catch {
      // The lock ends with this process.
    }
    this.run.onClose(this);
  }
}

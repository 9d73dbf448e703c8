import { deepFreeze } from '../../foundation/json.js';
import { JournalClosedError, RunBusyError } from '../errors.js';
import type { JournalEvent } from '../events.js';
import type { RecordedRun, RunFilter, RunStore, RunSummary, RunWriter } from '../run-store.js';
import { selectRuns, summarise } from '../summarise.js';
import { buildLines } from './build-lines.js';

/** Keeps runs as long as the process lives; for tests, and for agents that need no past. */
export class MemoryRunStore implements RunStore {
  readonly #runs = new Map<string, JournalEvent[]>();
  readonly #writers = new Map<string, RunWriter>();
  #isClosed = false;

  async write(runId: string): Promise<RunWriter> {
    this.#checkOpen();
    if (this.#writers.has(runId)) throw new RunBusyError(runId, 'of this store');
    const events = this.#runs.get(runId) ?? [];
    this.#runs.set(runId, events);
    const writer = new MemoryRunWriter(runId, events, {
      close: () => this.#writers.delete(runId),
      forget: () => this.#runs.delete(runId),
    });
    this.#writers.set(runId, writer);
    return Promise.resolve(writer);
  }

  async read(runId: string): Promise<RecordedRun | undefined> {
    this.#checkOpen();
    const events = this.#runs.get(runId) ?? [];
    return Promise.resolve(events.length === 0 ? undefined : { runId, events: [...events] });
  }

  async list(filter?: RunFilter): Promise<readonly RunSummary[]> {
    this.#checkOpen();
    const summaries = [...this.#runs.values()].map(summarise).filter(summary => summary !== undefined);
    return Promise.resolve(selectRuns(summaries, filter));
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all([...this.#writers.values()].map(writer => writer.close()));
  }

  #checkOpen(): void {
    if (this.#isClosed) throw new JournalClosedError('the store of runs');
  }
}

class MemoryRunWriter implements RunWriter {
  #isClosed = false;

  constructor(
    readonly runId: string,
    private readonly events: JournalEvent[],
    private readonly store: { readonly close: () => void; readonly forget: () => void },
  ) {}

  get nextSeq(): number {
    return this.events.length;
  }

  /** Copies, so that nobody changes later what was recorded. */
  async append(events: readonly JournalEvent[]): Promise<void> {
    this.#checkOpen();
    for (const line of buildLines(this, events))
      this.events.push(deepFreeze(JSON.parse(line) as JournalEvent));
    return Promise.resolve();
  }

  async delete(): Promise<void> {
    this.#checkOpen();
    this.store.forget();
    await this.close();
  }

  async close(): Promise<void> {
    if (!this.#isClosed) this.store.close();
    this.#isClosed = true;
    return Promise.resolve();
  }

  #checkOpen(): void {
    if (this.#isClosed) throw new JournalClosedError(`the writer of run '${this.runId}'`);
  }
}

import type { Secrets } from '../context/secrets.js';
import type { CallEvent, CallJournal } from '../execution/ports.js';
import type { Clock } from '../foundation/clock.js';
import { toJson } from '../foundation/codecs.js';
import type { JsonObject } from '../foundation/json.js';
import { JOURNAL_VERSION, type JournalEvent, type RunEvent } from '../journal/events.js';
import { maskRecord } from '../journal/mask-record.js';
import type { RunWriter } from '../journal/run-store.js';

interface Waiting {
  readonly event: JsonObject;
  readonly at: string;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/** A run whose events are written. */
export interface JournalledRun {
  readonly runId: string;
  readonly secrets: Secrets;
  readonly clock: Clock;
  /** Whether a tool of it has this name. */
  readonly isOwnName: (name: string) => boolean;
}

/** Writes the events of one run, in order, secrets masked. What comes while a write is under way goes with the next one. */
export class RunJournal implements CallJournal {
  #waiting: Waiting[] = [];
  #writing: Promise<void> | undefined;
  /** What could not be written: an event after it would leave a hole. */
  #failure: { readonly error: unknown } | undefined;

  constructor(
    private readonly writer: RunWriter,
    private readonly run: JournalledRun,
  ) {}

  /** Resolves once the event survives the process. */
  write(event: RunEvent | CallEvent): Promise<void> {
    const { secrets, isOwnName } = this.run;
    const masked = maskRecord(toJson(event) as JsonObject, secrets, isOwnName);
    const at = new Date(this.run.clock.now()).toISOString();
    // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors -- as the store threw it
    if (this.#failure !== undefined) return Promise.reject(this.#failure.error);
    return new Promise((resolve, reject) => {
      this.#waiting.push({ event: masked, at, resolve, reject });
      this.#writing ??= this.#writeAll();
    });
  }

  /** Waits for what is being written, and lets another one write. */
  async close(): Promise<void> {
    await this.#writing;
    await this.writer.close();
  }

  async #writeAll(): Promise<void> {
    // Events of the same moment go together.
    await Promise.resolve();
    while (this.#waiting.length > 0) {
      const batch = this.#waiting;
      this.#waiting = [];
      try {
        await this.writer.append(batch.map((waiting, index) => this.#envelope(waiting, index)));
        for (const { resolve } of batch) resolve();
      } catch (error) {
        this.#failure = { error };
        for (const { reject } of [...batch, ...this.#waiting.splice(0)]) reject(error);
      }
    }
    this.#writing = undefined;
  }

  #envelope({ event, at }: Waiting, index: number): JournalEvent {
    const { runId } = this.run;
    const seq = this.writer.nextSeq + index;
    return { v: JOURNAL_VERSION, runId, seq, at, ...event } as unknown as JournalEvent;
  }
}

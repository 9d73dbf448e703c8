import type { AgentEvent, AgentRun } from './agent-run.js';
import { StreamTakenError } from './errors.js';

/**
 * The events of a run as they happen, for one reader; the last one is `final`. Leaving the loop early cancels the run.
 */
export class AgentStream<TOutput = unknown> implements AsyncIterable<AgentEvent<TOutput>> {
  /** How the run went; rejects only where `run()` would. */
  readonly result: Promise<AgentRun<TOutput>>;
  readonly #events: AgentEvent<TOutput>[] = [];
  readonly #cancel: (reason: unknown) => void;
  #isOver = false;
  #isRead = false;
  #wake: (() => void) | undefined;

  /** @internal Use `agent.stream()`. */
  constructor(
    start: (emit: (event: AgentEvent<TOutput>) => void) => Promise<AgentRun<TOutput>>,
    cancel: (reason: unknown) => void,
  ) {
    this.#cancel = cancel;
    this.result = start(event => this.#push(event)).finally(() => {
      this.#isOver = true;
      this.#wake?.();
    });
    // Whoever reads the events is told; nobody has to read both.
    this.result.catch(() => undefined);
  }

  /** @throws {@link StreamTakenError} (`STREAM_TAKEN`) for a second reader. */
  [Symbol.asyncIterator](): AsyncGenerator<AgentEvent<TOutput>, void, void> {
    if (this.#isRead) throw new StreamTakenError();
    this.#isRead = true;
    const events = this.#read();
    const end = events.return.bind(events);
    // A generator that was never asked for its first event does not come to its end.
    events.return = value => {
      this.#leave();
      return end(value);
    };
    return events;
  }

  async *#read(): AsyncGenerator<AgentEvent<TOutput>, void, void> {
    try {
      for (;;) {
        const event = this.#events.shift();
        if (event !== undefined) yield event;
        else if (this.#isOver) break;
        else await new Promise<void>(resolve => (this.#wake = resolve));
      }
      await this.result;
    } finally {
      this.#leave();
    }
  }

  #leave(): void {
    if (!this.#isOver) this.#cancel(new Error('nobody reads its events any more'));
  }

  #push(event: AgentEvent<TOutput>): void {
    this.#events.push(event);
    this.#wake?.();
  }
}

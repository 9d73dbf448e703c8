import { setImmediate as turn } from 'node:timers/promises';
import { type Clock } from 'toolwright';

interface Timer {
  readonly dueMs: number;
  readonly callback: () => void;
}

/** A clock that stands still until a test moves it. */
export class FakeClock implements Clock {
  /** The delay of every timer ever asked for, in order. */
  readonly delays: number[] = [];
  readonly #startMs: number;
  readonly #timers = new Set<Timer>();
  #elapsedMs = 0;

  constructor(start = '2030-01-01T00:00:00.000Z') {
    this.#startMs = Date.parse(start);
  }

  /** How many timers are waiting. */
  get pending(): number {
    return this.#timers.size;
  }

  now(): number {
    return this.#startMs + this.#elapsedMs;
  }

  monotonicMs(): number {
    return this.#elapsedMs;
  }

  schedule(delayMs: number, callback: () => void): () => void {
    const timer = { dueMs: this.#elapsedMs + delayMs, callback };
    this.delays.push(delayMs);
    this.#timers.add(timer);
    return () => void this.#timers.delete(timer);
  }

  /** Lets what is pending go on, then moves time by `ms`, firing each timer at its moment. */
  async advance(ms: number): Promise<void> {
    const endMs = this.#elapsedMs + ms;
    await turn();
    for (let timer = this.#next(endMs); timer !== undefined; timer = this.#next(endMs)) {
      this.#timers.delete(timer);
      this.#elapsedMs = timer.dueMs;
      timer.callback();
      await turn();
    }
    this.#elapsedMs = endMs;
    await turn();
  }

  #next(endMs: number): Timer | undefined {
    const due = [...this.#timers].filter(timer => timer.dueMs <= endMs);
    return due.sort((a, b) => a.dueMs - b.dueMs)[0];
  }
}

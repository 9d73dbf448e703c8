import { CallCancellation } from '../../context/call-cancellation.js';
import type { Clock } from '../../foundation/clock.js';

/** What is waited for here, while a server is not expected to do anything: people and models take their time. */
export class Questions {
  #open = 0;
  #answeredMs = -Infinity;

  constructor(private readonly clock: Clock) {}

  /** True while one waits for its answer. */
  get isOpen(): boolean {
    return this.#open > 0;
  }

  /** When the last one was answered, by the monotonic clock. */
  get answeredMs(): number {
    return this.#answeredMs;
  }

  async waitFor<T>(answer: Promise<T>): Promise<T> {
    this.#open++;
    try {
      return await answer;
    } finally {
      this.#open--;
      this.#answeredMs = this.clock.monotonicMs();
    }
  }

  /** The same function, whose answers are waited for. */
  counted<A, R>(answer: (question: A) => Promise<R>): (question: A) => Promise<R> {
    return question => this.waitFor(answer(question));
  }
}

interface IdleLimit {
  readonly clock: Clock;
  readonly idleMs: number;
  readonly questions: Questions;
}

/** What a timer takes. */
const LONGEST_MS = 2_147_483_647;

/** Cancels a call of which nothing is heard for too long, except while something is waited for here. */
export class IdleWatch {
  readonly #limit: IdleLimit;
  /** Of the call, and when nothing is heard of it. */
  readonly cancellation: CallCancellation;
  #heardMs: number;
  #cancel: () => void;
  #isIdle = false;

  constructor(limit: IdleLimit, outer: CallCancellation) {
    this.#limit = limit;
    this.cancellation = new CallCancellation(undefined, outer);
    this.#heardMs = limit.clock.monotonicMs();
    this.#cancel = this.#lookAfter(limit.idleMs);
  }

  /** It was cancelled because nothing was heard. */
  get isIdle(): boolean {
    return this.#isIdle;
  }

  heard(): void {
    this.#heardMs = this.#limit.clock.monotonicMs();
  }

  end(): void {
    this.#cancel();
    this.cancellation.release();
  }

  #lookAfter(ms: number): () => void {
    return this.#limit.clock.schedule(Math.min(ms, LONGEST_MS), () => this.#look());
  }

  /** One timer is enough: it looks again when the call could be idle at the earliest. */
  #look(): void {
    const { clock, idleMs, questions } = this.#limit;
    if (questions.isOpen) this.heard();
    const leftMs = Math.max(this.#heardMs, questions.answeredMs) + idleMs - clock.monotonicMs();
    // Timers may be early by a part of a millisecond.
    if (leftMs >= 1) {
      this.#cancel = this.#lookAfter(leftMs);
      return;
    }
    this.#isIdle = true;
    this.cancellation.cancel('nothing was heard of it');
  }
}

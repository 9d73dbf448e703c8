import type { Clock } from '../../foundation/clock.js';

/** How often one caller may send requests: a burst of `requests`, and as many again every `perMs`. */
export interface RateLimit {
  readonly requests: number;
  /** @defaultValue one minute */
  readonly perMs?: number;
}

interface Bucket {
  left: number;
  readonly atMs: number;
}

const MINUTE_MS = 60_000;
/** More callers than this are not remembered: the memory of a server is not theirs to fill. */
const MAX_CALLERS = 10_000;

/** Counts the requests of each caller. */
export class RateLimiter {
  readonly #requests: number;
  readonly #perMs: number;
  readonly #clock: Clock;
  readonly #buckets = new Map<string, Bucket>();

  constructor({ requests, perMs = MINUTE_MS }: RateLimit, clock: Clock) {
    this.#requests = requests;
    this.#perMs = perMs;
    this.#clock = clock;
  }

  /** Milliseconds until the caller may send again; undefined while it may. */
  findWaitMs(caller: string): number | undefined {
    const { left } = this.#bucketOf(caller);
    return left >= 1 ? undefined : ((1 - left) * this.#perMs) / this.#requests;
  }

  /** Counts one request. */
  count(caller: string): void {
    const { left, atMs } = this.#bucketOf(caller);
    this.#buckets.delete(caller);
    this.#buckets.set(caller, { left: Math.max(0, left - 1), atMs });
    for (const oldest of this.#buckets.keys()) {
      if (this.#buckets.size <= MAX_CALLERS) break;
      this.#buckets.delete(oldest);
    }
  }

  #bucketOf(caller: string): Bucket {
    const now = this.#clock.monotonicMs();
    const bucket = this.#buckets.get(caller);
    if (bucket === undefined) return { left: this.#requests, atMs: now };
    const refilled = ((now - bucket.atMs) * this.#requests) / this.#perMs;
    return { left: Math.min(this.#requests, bucket.left + refilled), atMs: now };
  }
}

import type { Clock } from '../foundation/clock.js';
import type { RunStore } from '../journal/run-store.js';
import type { AgentRun } from './agent-run.js';

/** Documented at `AgentOptions.store`. */
const MAX_KEPT = 1_000;

interface PausedRun {
  readonly store: RunStore;
  /** When no approval of it can be given any more; Infinity when one does not expire. */
  readonly expiresAtMs: number;
}

/** Runs that wait for approvals, of an agent without a store. Those that nobody comes back to are forgotten. */
export class PausedRuns {
  /** The oldest first. */
  readonly #runs = new Map<string, PausedRun>();

  constructor(private readonly clock: Clock) {}

  find(runId: string): RunStore | undefined {
    return this.#runs.get(runId)?.store;
  }

  /** Keeps a run that waits; one that has ended is forgotten. */
  note({ id, status, pending }: AgentRun, store: RunStore): void {
    this.#runs.delete(id);
    if (status !== 'paused') return;
    this.#forgetExpired();
    const expiresAtMs = Math.max(...pending.map(({ expiresAt }) => Date.parse(expiresAt ?? '') || Infinity));
    this.#runs.set(id, { store, expiresAtMs });
    const [oldest] = this.#runs.keys();
    if (this.#runs.size > MAX_KEPT && oldest !== undefined) this.#runs.delete(oldest);
  }

  clear(): void {
    this.#runs.clear();
  }

  #forgetExpired(): void {
    const now = this.clock.now();
    for (const [id, { expiresAtMs }] of this.#runs) if (expiresAtMs <= now) this.#runs.delete(id);
  }
}

import { delay } from '../../foundation/clock.js';
import { checkOptions, COUNT, oneOf, POSITIVE, TEXTS } from '../../security/option-check.js';
import { compileGlob } from '../../security/policies/glob.js';
import type { CheckedCall } from '../../tool/call-policy.js';
import type { AgentMiddleware } from '../agent-middleware.js';
import { findLiveRun } from '../live-run.js';
import { clockOf } from './clock-of.js';
import { refuse } from './refuse.js';

/** What {@link rateLimit} takes. */
export interface RateLimitOptions {
  /** How many may start in any `perMs` milliseconds. */
  readonly calls: number;
  readonly perMs: number;
  /** What shares a limit: each tool, each run, or what a function gives the same text for: a tenant. @defaultValue 'tool' */
  readonly per?: 'tool' | 'run' | ((call: CheckedCall) => string);
  /** Wait for a place, or answer with an error. @defaultValue 'wait' */
  readonly onLimit?: 'wait' | 'refuse';
  /** Patterns for names of the tools that it is for. @defaultValue all of them */
  readonly tools?: readonly string[];
}

/** Limits how often tools are called, by the clock of the agent. The limit holds over all runs that share this middleware. */
export function rateLimit(options: RateLimitOptions): AgentMiddleware {
  checkOptions('rateLimit', options, RULES, ['calls', 'perMs']);
  const { calls, perMs, per = 'tool', onLimit = 'wait', tools = ['*'] } = options;
  const globs = tools.map(compileGlob);
  const window = new SlidingWindow(calls, perMs);
  return {
    name: 'rate limit',
    async aroundTool(call, next) {
      if (!globs.some(matches => matches(call.tool.name))) return next();
      const clock = clockOf(call.run);
      const waitMs = window.take(keyOf(call, per), clock.monotonicMs(), onLimit === 'wait');
      if (waitMs > 0 && onLimit === 'refuse')
        return refuse(call, `it was called too often. Try again in ${Math.ceil(waitMs / 1_000)} s.`);
      // A call that was cancelled meanwhile does not get beyond next().
      if (waitMs > 0) await delay(clock, waitMs, findLiveRun(call.run)?.parts.stop.signal);
      return next();
    },
  };
}

const RULES = {
  calls: COUNT,
  perMs: POSITIVE,
  per: {
    wanted: "'tool', 'run' or a function",
    admits: (value: unknown) => value === 'tool' || value === 'run' || typeof value === 'function',
  },
  onLimit: oneOf(['wait', 'refuse']),
  tools: TEXTS,
};

function keyOf(call: CheckedCall, per: NonNullable<RateLimitOptions['per']>): string {
  if (typeof per === 'function') return per(call);
  return per === 'tool' ? call.tool.name : call.run.runId;
}

/** When calls started, or are going to. */
class SlidingWindow {
  readonly #startsByKey = new Map<string, number[]>();
  #sweepAt = 1_000;

  constructor(
    private readonly calls: number,
    private readonly perMs: number,
  ) {}

  /** @returns how long to wait, 0 when there is a place; a place further on is taken only by one who waits for it. */
  take(key: string, nowMs: number, waits: boolean): number {
    this.#sweep(nowMs);
    const starts = (this.#startsByKey.get(key) ?? []).filter(startMs => startMs > nowMs - this.perMs);
    const blocking = starts.at(-this.calls);
    const startMs = blocking === undefined ? nowMs : Math.max(nowMs, blocking + this.perMs);
    if (startMs === nowMs || waits) starts.push(startMs);
    this.#startsByKey.set(key, starts);
    return startMs - nowMs;
  }

  /** Runs and tenants come and go. */
  #sweep(nowMs: number): void {
    if (this.#startsByKey.size < this.#sweepAt) return;
    for (const [key, starts] of this.#startsByKey)
      if ((starts.at(-1) ?? 0) <= nowMs - this.perMs) this.#startsByKey.delete(key);
    this.#sweepAt = 2 * Math.max(500, this.#startsByKey.size);
  }
}

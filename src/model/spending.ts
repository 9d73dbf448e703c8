import type { RunContext } from '../context/run-context.js';
import { readUsage, type Usage } from './usage.js';

const watchers = new WeakMap<RunContext, (usage: Usage) => void>();

/** Hears of what models use that are asked for a run, and not by its own loop. */
export const watchSpending = (run: RunContext, watch: (usage: Usage) => void): void =>
  void watchers.set(run, watch);

/** Tells what was used for a run; nobody counts it in a run that is no agent's. */
export const reportSpending = (run: RunContext, usage: unknown): void =>
  watchers.get(run)?.(readUsage(usage));

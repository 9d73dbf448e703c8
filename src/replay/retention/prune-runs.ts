import { type Clock, systemClock } from '../../foundation/clock.js';
import type { RunStore, RunSummary } from '../../journal/run-store.js';
import { findBelow } from '../runs-below.js';
import { type Hold, removeRuns } from './remove-runs.js';

/** Which runs may go: those that are both too old and too many. With neither, none goes. */
export interface PruneOptions {
  /** Those in which nothing has happened for so many milliseconds. @defaultValue any */
  readonly olderThanMs?: number;
  /** All but the newest so many; runs below others are not counted. @defaultValue any */
  readonly keep?: number;
  /** Says what would go, and lets it stay. @defaultValue false */
  readonly dryRun?: boolean;
  /** @defaultValue {@link systemClock} */
  readonly clock?: Clock;
}

/** What became of the runs that may go. */
export interface PruneReport {
  /** Those that are gone, or would be, runs below them included. */
  readonly deleted: readonly string[];
  /** Those that stay: they wait for somebody, are being written, or cannot be read. With one run stay the one above and all below. */
  readonly held: readonly Hold[];
}

/** A run that works for no other of its store, and all below it: they go together or stay. */
type Family = readonly RunSummary[];

/**
 * Deletes old runs. Never one that waits for a decision, never one that is being written, never one that cannot be read,
 * and never a run without those below it.
 *
 * @throws what the store throws.
 */
export async function pruneRuns(store: RunStore, options: PruneOptions): Promise<PruneReport> {
  const { olderThanMs, keep, dryRun = false, clock = systemClock } = options;
  const deleted: string[] = [];
  const held: Hold[] = [];
  if (olderThanMs === undefined && keep === undefined) return { deleted, held };
  const before = new Date(clock.now() - (olderThanMs ?? 0)).toISOString();
  const families = groupFamilies(await store.list()).slice(keep ?? 0);
  for (const family of families) {
    if (olderThanMs !== undefined && family.some(({ lastAt }) => lastAt >= before)) continue;
    const hold = findHold(family) ?? (await removeRuns(store, family, { dryRun }));
    if (hold === undefined) deleted.push(...family.map(({ runId }) => runId));
    else held.push(hold);
  }
  return { deleted, held };
}

/** The newest first. */
function groupFamilies(summaries: readonly RunSummary[]): Family[] {
  const ids = new Set(summaries.map(({ runId }) => runId));
  const isRoot = ({ parentRunId }: RunSummary): boolean => parentRunId === undefined || !ids.has(parentRunId);
  return summaries.filter(isRoot).map(root => [root, ...findBelow(root.runId, summaries)]);
}

function findHold(family: Family): Hold | undefined {
  for (const { runId, status } of family) {
    if (status === 'paused' || status === 'unreadable') return { runId, because: status };
  }
  return undefined;
}

import { RunBusyError } from '../../journal/errors.js';
import type { RunStore } from '../../journal/run-store.js';
import { findBelow } from '../runs-below.js';
import { removeRuns } from './remove-runs.js';

/**
 * Deletes a run and all runs below it, whatever they wait for; none when one of them is being written.
 *
 * @returns the ids of what is gone; none when there is no such run.
 * @throws {@link RunBusyError} (`RUN_BUSY`) while somebody writes one of them.
 */
export async function deleteRun(store: RunStore, runId: string): Promise<readonly string[]> {
  const summaries = await store.list();
  const run = summaries.find(summary => summary.runId === runId);
  if (run === undefined) return [];
  const family = [run, ...findBelow(runId, summaries)];
  const hold = await removeRuns(store, family);
  if (hold !== undefined) throw new RunBusyError(hold.runId);
  return family.map(each => each.runId);
}

import { ToolwrightError } from '../../foundation/toolwright-error.js';
import type { RunStore, RunSummary, RunWriter } from '../../journal/run-store.js';

/** Why a run, and with it all that it belongs to, stays. */
export type HoldReason = 'paused' | 'busy' | 'unreadable';

/** A run that has to stay. */
export interface Hold {
  readonly runId: string;
  readonly because: HoldReason;
}

/**
 * Deletes runs; none when one of them is being written, or has gone on since it was listed. The first goes first:
 * should the process end in between, no run is left that lacks those below it.
 *
 * @param runs - A run, then those below it.
 */
export async function removeRuns(
  store: RunStore,
  runs: readonly RunSummary[],
  { dryRun = false }: { readonly dryRun?: boolean } = {},
): Promise<Hold | undefined> {
  const taken = await takeRuns(store, runs);
  if ('because' in taken) return taken;
  try {
    if (!dryRun) for (const writer of taken) await writer.delete();
  } finally {
    for (const writer of taken) await writer.close();
  }
  return undefined;
}

/** Nobody else writes them until they are closed. */
async function takeRuns(store: RunStore, runs: readonly RunSummary[]): Promise<readonly RunWriter[] | Hold> {
  const writers: RunWriter[] = [];
  const giveBack = async (): Promise<void> => {
    for (const writer of writers) await writer.close();
  };
  try {
    for (const { runId, eventCount } of runs) {
      const writer = await takeIdle(store, runId);
      if (writer !== undefined) writers.push(writer);
      if (writer?.nextSeq === eventCount) continue;
      await giveBack();
      return { runId, because: 'busy' };
    }
  } catch (error) {
    await giveBack();
    throw error;
  }
  return writers;
}

async function takeIdle(store: RunStore, runId: string): Promise<RunWriter | undefined> {
  try {
    return await store.write(runId);
  } catch (error) {
    if (ToolwrightError.is(error) && error.code === 'RUN_BUSY') return undefined;
    throw error;
  }
}

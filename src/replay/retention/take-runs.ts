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
 * Takes runs so that nobody writes them meanwhile. None is kept when one of them cannot be had, or has gone on since it was listed.
 */
export async function takeRuns(
  store: RunStore,
  runs: readonly RunSummary[],
): Promise<readonly RunWriter[] | Hold> {
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

import type { RecordedRun, RunStore, RunSummary } from '../journal/run-store.js';

/** The runs that work for a run, and for those in turn; each behind the one that it works for. */
export function findBelow(runId: string, summaries: readonly RunSummary[]): readonly RunSummary[] {
  const found = new Map<string, RunSummary>();
  const follow = (parentRunId: string): void => {
    for (const summary of summaries) {
      if (summary.parentRunId !== parentRunId || summary.runId === runId || found.has(summary.runId))
        continue;
      found.set(summary.runId, summary);
      follow(summary.runId);
    }
  };
  follow(runId);
  return [...found.values()];
}

/** The runs of agents that worked for a run, and of those that worked for these, as far as its store has them. */
export async function readBelow(store: RunStore, runId: string): Promise<readonly RecordedRun[]> {
  const runs: RecordedRun[] = [];
  for (const below of findBelow(runId, await store.list())) {
    const run = await store.read(below.runId);
    if (run !== undefined) runs.push(run);
  }
  return runs;
}

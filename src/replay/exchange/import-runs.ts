import { RunTakenError } from '../../agent/errors.js';
import type { JournalEvent } from '../../journal/events.js';
import type { RecordedRun, RunStore, RunWriter } from '../../journal/run-store.js';

/** How runs are taken in. */
export interface ImportOptions {
  /** What the first run is called from now on, and what the runs below it begin with. @defaultValue as it was */
  readonly as?: string;
}

/**
 * Writes runs of another store into this one: all of them or none.
 *
 * @param runs - Of {@link parseExport}.
 * @returns their ids in this store.
 * @throws {@link RunTakenError} (`RUN_TAKEN`) when one of them is there already; `RUN_BUSY` while somebody writes it.
 */
export async function importRuns(
  store: RunStore,
  runs: readonly RecordedRun[],
  { as }: ImportOptions = {},
): Promise<readonly string[]> {
  const root = runs[0]?.runId ?? '';
  const renamed = as === undefined ? runs : runs.map(run => renameRun(run, id => renameId(id, root, as)));
  const writers: RunWriter[] = [];
  try {
    for (const { runId } of renamed) writers.push(await takeNew(store, runId));
    for (const [index, { events }] of renamed.entries()) await writers[index]?.append(events);
  } catch (error) {
    // Nobody else had them: what is in them is from here.
    for (const writer of writers) await writer.delete().catch(() => undefined);
    throw error;
  } finally {
    for (const writer of writers) await writer.close();
  }
  return renamed.map(({ runId }) => runId);
}

async function takeNew(store: RunStore, runId: string): Promise<RunWriter> {
  const writer = await store.write(runId);
  if (writer.nextSeq === 0) return writer;
  await writer.close();
  throw new RunTakenError(runId, true);
}

/** Ids of runs below begin with the id of the run that they work for. */
const renameId = (id: string, root: string, as: string): string =>
  id === root || id.startsWith(`${root}/`) ? `${as}${id.slice(root.length)}` : id;

function renameRun({ runId, events }: RecordedRun, rename: (id: string) => string): RecordedRun {
  return { runId: rename(runId), events: events.map(event => renameInEvent(event, rename)) };
}

function renameInEvent(event: JournalEvent, rename: (id: string) => string): JournalEvent {
  const renamed = { ...event, runId: rename(event.runId) };
  if (renamed.type === 'run-started' && renamed.parent !== undefined) {
    const { parent } = renamed;
    return { ...renamed, parent: { ...parent, runId: rename(parent.runId) } };
  }
  if (renamed.type !== 'run-paused' || renamed.below === undefined) return renamed;
  return {
    ...renamed,
    below: renamed.below.map(({ runId, ...call }) => ({ ...call, runId: rename(runId) })),
  };
}

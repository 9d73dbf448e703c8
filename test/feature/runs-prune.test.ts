import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MemoryRunStore, type RunEvent, type RunStore } from 'toolwright';
import { deleteRun, type PruneOptions, type PruneReport, pruneRuns } from 'toolwright/replay';
import { ended, numbered, paused, started } from '../contract/run-store/sample-events.js';
import { WriterProcess } from '../contract/run-store/writer-process.js';
import { FakeClock } from '../support/fake-clock.js';
import { openRunStore, type StoreKind } from '../support/recorded-agents.js';
import { runCli } from '../support/run-cli.js';

const DAY_MS = 86_400_000;
const TODAY = Date.UTC(2026, 5, 30);

let folder: string;
let store: RunStore;
beforeEach(async () => (folder = await mkdtemp(join(tmpdir(), 'toolwright-prune-'))));
afterEach(async () => {
  await store.close();
  await rm(folder, { recursive: true });
});

/** A run that began so many days ago, and took seconds. */
async function record(
  runId: string,
  daysAgo: number,
  events: readonly RunEvent[] = [started(), ended],
): Promise<void> {
  const writer = await store.write(runId);
  await writer.append(numbered(runId, events, { at: TODAY - daysAgo * DAY_MS }));
  await writer.close();
}

const below = (runId: string): RunEvent => started({ parent: { runId, callId: 'c' } });
const idsOf = async (): Promise<string[]> => (await store.list()).map(({ runId }) => runId).sort();

const clock = new FakeClock(new Date(TODAY).toISOString());
const prune = (options: PruneOptions): Promise<PruneReport> => pruneRuns(store, { clock, ...options });

describe.each<StoreKind | 'memory'>(['memory', 'folder', 'database'])('pruning runs in a %s', kind => {
  beforeEach(() => {
    store = kind === 'memory' ? new MemoryRunStore() : openRunStore(kind, join(folder, kind));
  });

  it('deletes what is older than it may be', async () => {
    await record('new', 1);
    await record('middle', 29);
    await record('old', 31);
    await record('killed', 90, [started()]);
    expect(await prune({ olderThanMs: 30 * DAY_MS })).toEqual({ deleted: ['old', 'killed'], held: [] });
    expect(await idsOf()).toEqual(['middle', 'new']);
    expect(await prune({ olderThanMs: 30 * DAY_MS })).toEqual({ deleted: [], held: [] });
  });

  it('deletes all but the newest, or what is both too old and too many', async () => {
    for (const days of [1, 2, 40, 50, 60]) await record(`${days}`, days);
    expect(await prune({ keep: 3, olderThanMs: 45 * DAY_MS })).toMatchObject({ deleted: ['50', '60'] });
    expect(await prune({ keep: 2 })).toMatchObject({ deleted: ['40'] });
    expect(await prune({ keep: 2 })).toMatchObject({ deleted: [] });
    expect(await prune({})).toEqual({ deleted: [], held: [] });
    expect(await idsOf()).toEqual(['1', '2']);
    expect(await prune({ keep: 0 })).toMatchObject({ deleted: ['1', '2'] });
  });

  it('counts and deletes a run together with those below it', async () => {
    await record('p', 40);
    await record('p/1/c', 40, [below('p'), ended]);
    await record('p/1/c/1/c', 40, [below('p/1/c'), ended]);
    await record('late', 40);
    await record('late/1/c', 2, [below('late'), ended]);
    await record('orphan', 50, [below('gone'), ended]);
    expect(await prune({ olderThanMs: 30 * DAY_MS, keep: 0 })).toEqual({
      deleted: ['p', 'p/1/c', 'p/1/c/1/c', 'orphan'],
      held: [],
    });
    expect(await idsOf()).toEqual(['late', 'late/1/c']);
    await record('alone', 1);
    expect(await prune({ keep: 1 })).toMatchObject({ deleted: ['late', 'late/1/c'] });
  });

  it('keeps what waits for somebody, and all that belongs to it', async () => {
    await record('waits', 90, [started(), paused]);
    await record('p', 90, [started(), ended]);
    await record('p/1/c', 90, [below('p'), paused]);
    await record('p/2/c', 90, [below('p'), ended]);
    expect(await prune({ olderThanMs: DAY_MS })).toEqual({
      deleted: [],
      held: [
        { runId: 'p/1/c', because: 'paused' },
        { runId: 'waits', because: 'paused' },
      ],
    });
    expect(await idsOf()).toEqual(['p', 'p/1/c', 'p/2/c', 'waits']);
  });

  it('keeps what is being written, and lets others write when it is done', async () => {
    await record('p', 90, [started()]);
    await record('p/1/c', 90, [below('p')]);
    const writer = await store.write('p/1/c');
    expect(await prune({ keep: 0 })).toEqual({ deleted: [], held: [{ runId: 'p/1/c', because: 'busy' }] });
    await writer.append(numbered('p/1/c', [ended], { from: 1 }));
    await writer.close();
    await (await store.write('p')).close();
    expect(await prune({ keep: 0 })).toMatchObject({ deleted: ['p', 'p/1/c'] });
  });

  it('keeps what has gone on since it was listed', async () => {
    await record('r', 90);
    const late: RunStore = {
      write: id => store.write(id),
      read: id => store.read(id),
      close: () => store.close(),
      list: async filter => {
        const listed = await store.list(filter);
        const writer = await store.write('r');
        await writer.append(numbered('r', [paused], { from: writer.nextSeq }));
        await writer.close();
        return listed;
      },
    };
    expect(await pruneRuns(late, { keep: 0 })).toEqual({
      deleted: [],
      held: [{ runId: 'r', because: 'busy' }],
    });
    await expect(deleteRun(late, 'r')).rejects.toMatchObject({ code: 'RUN_BUSY' });
    expect(await idsOf()).toEqual(['r']);
  });

  it('says what would go, and lets it stay', async () => {
    await record('old', 90);
    expect(await prune({ keep: 0, dryRun: true })).toEqual({ deleted: ['old'], held: [] });
    expect(await idsOf()).toEqual(['old']);
  });

  it('has deleteRun beside it, for one run and those below it, whatever they wait for', async () => {
    await record('p', 1, [started(), paused]);
    await record('p/1/c', 1, [below('p'), paused]);
    await record('other', 1);
    const writer = await store.write('p/1/c');
    await expect(deleteRun(store, 'p')).rejects.toMatchObject({ code: 'RUN_BUSY' });
    expect(await idsOf()).toHaveLength(3);
    await writer.close();
    expect(await deleteRun(store, 'p')).toEqual(['p', 'p/1/c']);
    expect(await deleteRun(store, 'p')).toEqual([]);
    expect(await idsOf()).toEqual(['other']);
  });
});

describe.each<StoreKind>(['folder', 'database'])('toolwright runs prune, of a %s', kind => {
  let place: string;
  beforeEach(() => {
    place = join(folder, kind === 'folder' ? 'runs' : 'runs.db');
    store = openRunStore(kind, place);
  });

  const pruned = (...args: string[]): ReturnType<typeof runCli> =>
    runCli(['runs', 'prune', '--store', place, ...args]);

  it('deletes what may go, and says what it keeps', async () => {
    await record('old', 365 * 30);
    await record('waits', 365 * 30, [started(), paused]);
    await record('new', -365 * 100);
    const dry = 'would delete old\nkept waits: it waits for a decision\n';
    expect(await pruned('--older-than', '2w', '--dry-run')).toMatchObject({ code: 0, stdout: dry });
    expect(await idsOf()).toHaveLength(3);
    expect(await pruned('--older-than', '2w', '--keep', '3')).toMatchObject({
      stdout: '(nothing to delete)\n',
    });
    expect((await pruned('--older-than', '2w')).stdout).toBe(
      'deleted old\nkept waits: it waits for a decision\n',
    );
    expect(JSON.parse((await pruned('--keep', '0', '--json')).stdout)).toEqual({
      deleted: ['new'],
      held: [{ runId: 'waits', because: 'paused' }],
    });
    expect(await idsOf()).toEqual(['waits']);
  });

  it('keeps the run of a process that is alive, and not that of one that was killed', async () => {
    await record('r1', 365 * 30, [started()]);
    const other = new WriterProcess(
      { kind: kind === 'folder' ? 'jsonl' : 'libsql', place, open: () => store },
      'r1',
      'hold',
    );
    expect(await other.firstLine()).toBe('writing from 1');
    expect((await pruned('--keep', '0')).stdout).toBe('kept r1: it is being written\n');
    await other.kill();
    expect((await pruned('--keep', '0')).stdout).toBe('deleted r1\n');
    expect(await idsOf()).toEqual([]);
  });

  it('refuses to guess', async () => {
    await record('r', 90);
    expect(await pruned()).toMatchObject({
      ...{ code: 2, stdout: '' },
      stderr: 'Say which runs may go: --older-than 30d, --keep 100, or both.\n',
    });
    for (const args of [
      ['--older-than', '30'],
      ['--older-than', 'd'],
      ['--keep', '-1'],
      ['--keep', 'x'],
    ])
      expect((await pruned(...args)).code).toBe(2);
    expect(await idsOf()).toEqual(['r']);
  });
});

it('keeps what cannot be read', async () => {
  store = openRunStore('folder', folder);
  await record('old', 90);
  await writeFile(join(folder, 'diary.jsonl'), 'Dear diary\n');
  expect(await prune({ keep: 0 })).toEqual({
    deleted: ['old'],
    held: [{ runId: 'diary', because: 'unreadable' }],
  });
});

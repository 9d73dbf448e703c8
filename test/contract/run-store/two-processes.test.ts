import { spawnSync } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { type RunStore } from '../../../src/journal/run-store.js';
import { numbered, started } from './sample-events.js';
import { newFolder, onDisk, type StoreOnDisk } from './stores.js';
import { WriterProcess } from './writer-process.js';

describe.each(Object.entries(onDisk))('a run in %s that another process writes', (_kind, prepare) => {
  let folder: string;
  let place: StoreOnDisk;
  let store: RunStore;
  const processes: WriterProcess[] = [];

  const hold = (): WriterProcess => {
    const made = new WriterProcess(place, 'r1', 'hold');
    processes.push(made);
    return made;
  };

  beforeEach(() => {
    folder = newFolder();
    place = onDisk[_kind as StoreOnDisk['kind']](folder);
    store = prepare(folder).open();
  });

  afterEach(async () => {
    await Promise.all(processes.splice(0).map(each => each.kill()));
    await store.close();
    await rm(folder, { recursive: true });
  });

  it('is refused, with the process that has it, until that closes it', async () => {
    const other = hold();
    expect(await other.firstLine()).toBe('writing from 0');
    await expect(store.write('r1')).rejects.toMatchObject({
      code: 'RUN_BUSY',
      message: expect.stringMatching(/^The run 'r1' is being written by another writer \(process \d+\)\. /),
    });
    await (await store.write('r2')).close();
    await other.end();
    expect((await store.write('r1')).nextSeq).toBe(0);
  });

  it('is refused there while this one has it', async () => {
    await store.write('r1');
    expect(await hold().firstLine()).toBe('RUN_BUSY');
  });

  it('is free as soon as that process is killed', async () => {
    const other = hold();
    await other.firstLine();
    await other.kill();
    await expect(store.write('r1')).resolves.toMatchObject({ nextSeq: 0 });
  });

  it('goes to one of many that want it of a killed process', async () => {
    const dead = hold();
    await dead.firstLine();
    await dead.kill();
    const heirs = [hold(), hold(), hold(), hold()];
    const said = await Promise.all(heirs.map(heir => heir.firstLine()));
    expect(said.sort()).toEqual(['RUN_BUSY', 'RUN_BUSY', 'RUN_BUSY', 'writing from 0']);
    await expect(store.write('r1')).rejects.toMatchObject({ code: 'RUN_BUSY' });
  });

  it('can be read while it is written', async () => {
    const flood = new WriterProcess(place, 'r1', 'flood');
    processes.push(flood);
    await flood.untilLines(20);
    const seen = flood.lines.length;
    const read = await store.read('r1');
    expect(read?.events.length).toBeGreaterThanOrEqual(Number(flood.lines[seen - 1]));
    expect((await store.list())[0]).toMatchObject({ runId: 'r1', status: 'running' });
  });
});

describe('LibsqlRunStore', () => {
  it('says what to install when there is no libsql', () => {
    const hook = `export function resolve(specifier, context, next) {
      if (specifier === 'libsql') throw Object.assign(new Error('Cannot find package'), { code: 'ERR_MODULE_NOT_FOUND' });
      return next(specifier, context);
    }`;
    const program = `
      const { register } = await import('node:module');
      register('data:text/javascript,' + encodeURIComponent(${JSON.stringify(hook)}));
      const { LibsqlRunStore } = await import('./src/journal/stores/libsql-run-store.ts');
      await new LibsqlRunStore('runs.db').list().catch(error => console.log(error.code, error.message));`;
    const { stdout } = spawnSync(
      process.execPath,
      ['--import', './dist/cli/typescript/register.js', '--input-type', 'module', '--eval', program],
      { encoding: 'utf8', env: { ...process.env, NODE_OPTIONS: '' } },
    );
    expect(stdout).toMatch(
      /^STORE_UNAVAILABLE The store of runs in .*runs\.db cannot be opened: the package 'libsql' cannot be loaded\. Install it: npm install libsql@0\.5\n$/,
    );
  });
});

describe('a claim of a process id that is used again', () => {
  it('counts for nothing where the system tells processes apart', async () => {
    const folder = newFolder();
    const { open, place } = onDisk.libsql(folder);
    const store = open();
    const writer = await store.write('r1');
    await writer.append(numbered('r1', [started()]));
    const { default: Libsql } = await import('libsql');
    const database = new Libsql(place);
    // As if an earlier process, long gone, had had the id of this one.
    database.exec(`UPDATE toolwright_writers SET claim = json_set(claim, '$.began', '1')`);
    database.close();
    const taking = open().write('r1');
    if (process.platform === 'linux') await expect(taking).resolves.toMatchObject({ nextSeq: 1 });
    else await expect(taking).rejects.toMatchObject({ code: 'RUN_BUSY' });
    if (process.platform === 'linux') {
      const late = writer.append(numbered('r1', [started()], { from: 1 }));
      await expect(late).rejects.toMatchObject({ code: 'RUN_BUSY' });
    }
    await store.close();
    await rm(folder, { recursive: true });
  });
});

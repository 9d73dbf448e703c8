import { appendFileSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import Libsql from 'libsql';
import { JsonlRunStore } from '../../../src/journal/stores/jsonl-run-store.js';
import { LibsqlRunStore } from '../../../src/journal/stores/libsql-run-store.js';
import { ended, note, numbered, started } from './sample-events.js';
import { newFolder } from './stores.js';

/** Beyond what systems give to processes. */
const GONE = 2 ** 22 + 1;

let folder: string;

beforeEach(() => (folder = newFolder()));
afterEach(() => rmSync(folder, { recursive: true }));

describe('a file of JsonlRunStore', () => {
  const events = numbered('r1', [started(), note('täst'), ended]);
  let store: JsonlRunStore;
  let file: string;

  beforeEach(async () => {
    store = new JsonlRunStore(folder);
    file = join(folder, 'r1.jsonl');
    const writer = await store.write('r1');
    await writer.append(events);
    await writer.close();
  });
  afterEach(() => store.close());

  const lines = (): string[] => readFileSync(file, 'utf8').split('\n');
  const refused = (line: number, reason: string): object => ({
    code: 'JOURNAL_UNREADABLE',
    message: `The journal of run 'r1' in ${file}, line ${line} cannot be read: ${reason}`,
  });

  it('is one line of JSON for each event, and nothing else is left in the folder', () => {
    expect(lines()).toEqual([...events.map(event => JSON.stringify(event)), '']);
    expect(readdirSync(folder)).toEqual(['r1.jsonl']);
  });

  it('is read up to where it is torn, wherever that is, and mended by the next writer', async () => {
    const whole = readFileSync(file);
    const secondEnd = whole.lastIndexOf('\n', whole.length - 2) + 1;
    for (let size = secondEnd + 1; size < whole.length; size += 7) {
      writeFileSync(file, whole.subarray(0, size));
      const torn = { bytes: size - secondEnd };
      expect(await store.read('r1')).toEqual({ runId: 'r1', events: events.slice(0, 2), torn });
      expect((await store.list())[0]).toMatchObject({ status: 'running', eventCount: 2 });
      const writer = await store.write('r1');
      expect(writer.nextSeq).toBe(2);
      await writer.append(numbered('r1', [ended], { from: 2 }));
      await writer.close();
      expect(readFileSync(file)).toEqual(whole);
    }
  });

  it('is no run when only its first line is torn', async () => {
    truncateSync(file, 30);
    expect(await store.read('r1')).toEqual({ runId: 'r1', events: [], torn: { bytes: 30 } });
    expect(await store.list()).toEqual([]);
    expect((await store.write('r1')).nextSeq).toBe(0);
  });

  it('is not read past a damaged line, whose place is told', async () => {
    const [first, second, third] = lines();
    const damage = async (line: string, reason: string): Promise<void> => {
      writeFileSync(file, [first, line, third, ''].join('\n'));
      await expect(store.read('r1')).rejects.toMatchObject(refused(2, reason));
    };
    await damage('{"v":1,"run', 'it is damaged: this is not JSON.');
    await damage('', 'it is damaged: this is not JSON.');
    await damage('[1]', 'this is no event of a run.');
    await damage('{"v":1}', 'this is no event of a run.');
    await damage(first!, 'event 0 stands in the place of 1.');
    await damage(second!.replace('"r1"', '"r2"'), "the event is of another run, 'r2'.");
    writeFileSync(file, Buffer.from(lines().join('\n').replace('"r2"', '"r1"'), 'latin1'));
    await expect(store.read('r1')).rejects.toMatchObject(refused(2, 'it is damaged: this is not JSON.'));
  });

  it('is refused when a later version wrote it, for writing too, and leaves the run free', async () => {
    const later = JSON.stringify({ ...numbered('r1', [ended], { from: 3 })[0], v: 2 });
    appendFileSync(file, `${later}\n`);
    const reason =
      'it was written in form 2 by a later toolwright, and this one reads up to 1. Update toolwright.';
    await expect(store.read('r1')).rejects.toMatchObject(refused(4, reason));
    const before = readFileSync(file);
    await expect(store.write('r1')).rejects.toMatchObject({
      code: 'JOURNAL_UNREADABLE',
      message: expect.stringContaining('Update toolwright.'),
    });
    expect(readFileSync(file)).toEqual(before);
    truncateSync(file, before.length - later.length - 1);
    expect((await store.write('r1')).nextSeq).toBe(3);
  });

  it('is refused when it is of a form that nobody knows', async () => {
    writeFileSync(file, `${JSON.stringify({ ...events[0], v: 0 })}\n`);
    const reason = 'it was written in form 0, from which no way leads to form 1 of this toolwright.';
    await expect(store.read('r1')).rejects.toMatchObject(refused(1, reason));
  });

  it('is listed as unreadable beside the others', async () => {
    writeFileSync(join(folder, 'Other.jsonl'), 'Dear diary\n');
    writeFileSync(join(folder, 'notes.txt'), 'no run');
    const listed = await store.list();
    expect(listed.map(({ runId, status }) => [runId, status]).sort()).toEqual([
      ['Other', 'unreadable'],
      ['r1', 'completed'],
    ]);
    expect(await store.list({ status: 'completed' })).toHaveLength(1);
  });

  it('is not written by one whose lock was taken away, or who finds more than it wrote', async () => {
    const writer = await store.write('r1');
    rmSync(`${file}.lock`);
    const append = (): Promise<void> => writer.append(numbered('r1', [note('a')], { from: writer.nextSeq }));
    await expect(append()).rejects.toMatchObject({ code: 'RUN_BUSY' });
    const other = await store.write('r1');
    appendFileSync(file, '{}\n');
    const late = other.append(numbered('r1', [note('a')], { from: 3 }));
    await expect(late).rejects.toMatchObject({ code: 'RUN_BUSY' });
    await expect(other.delete()).rejects.toMatchObject({ code: 'RUN_BUSY' });
    // What follows would stand behind a gap.
    await expect(append()).rejects.toMatchObject({ code: 'RUN_BUSY' });
  });

  it('takes nothing more from a writer that has failed, since it would stand behind a gap', async () => {
    const writer = await store.write('r1');
    const lock = readFileSync(`${file}.lock`);
    rmSync(`${file}.lock`);
    const failing = writer.append(numbered('r1', [note('lost')], { from: 3 }));
    const following = writer.append(numbered('r1', [note('after')], { from: 4 }));
    await expect(failing).rejects.toMatchObject({ code: 'RUN_BUSY' });
    writeFileSync(`${file}.lock`, lock);
    await expect(following).rejects.toMatchObject({ code: 'RUN_BUSY' });
    const late = writer.append(numbered('r1', [note('later')], { from: 5 }));
    await expect(late).rejects.toMatchObject({ code: 'RUN_BUSY' });
    expect((await store.read('r1'))?.events).toEqual(events);
  });

  it('stays with who has it when the one before closes late', async () => {
    const before = await store.write('r1');
    rmSync(`${file}.lock`);
    await store.write('r1');
    await before.close();
    await expect(store.write('r1')).rejects.toMatchObject({ code: 'RUN_BUSY' });
  });

  it('is taken over when its lock was cut off with the machine, not when it is of another host', async () => {
    writeFileSync(`${file}.lock`, '');
    await (await store.write('r1')).close();
    writeFileSync(`${file}.lock`, JSON.stringify({ pid: GONE, host: 'elsewhere', token: 't' }));
    await expect(store.write('r1')).rejects.toMatchObject({
      code: 'RUN_BUSY',
      message: expect.stringContaining(
        `(process ${GONE} of host 'elsewhere'; should that be gone, delete ${file}.lock)`,
      ),
    });
  });

  it('is taken over when the process that was taking it over is gone as well', async () => {
    const dead = { pid: GONE, host: hostname() };
    writeFileSync(`${file}.lock`, JSON.stringify({ ...dead, token: 'first' }));
    writeFileSync(`${file}.lock.first`, JSON.stringify({ ...dead, token: 'second' }));
    await (await store.write('r1')).close();
    expect(readdirSync(folder)).toEqual(['r1.jsonl']);
  });
});

describe('a folder that is none', () => {
  it('is a store that cannot be opened', async () => {
    const file = join(folder, 'file');
    writeFileSync(file, '');
    const store = new JsonlRunStore(join(file, 'runs'));
    const unavailable = { code: 'STORE_UNAVAILABLE', message: expect.stringContaining(join(file, 'runs')) };
    await expect(store.write('r1')).rejects.toMatchObject(unavailable);
    await expect(store.list()).rejects.toMatchObject(unavailable);
  });

  it('is a store without runs while nobody has written', async () => {
    const store = new JsonlRunStore(join(folder, 'later'));
    expect(await store.list()).toEqual([]);
    expect(await store.read('r1')).toBeUndefined();
    expect(readdirSync(folder)).toEqual([]);
  });
});

describe('a database of LibsqlRunStore', () => {
  const change = (sql: string): void => {
    const database = new Libsql(join(folder, 'runs.db'));
    database.exec(sql);
    database.close();
  };

  async function record(): Promise<LibsqlRunStore> {
    const store = new LibsqlRunStore(join(folder, 'runs.db'));
    const writer = await store.write('r1');
    await writer.append(numbered('r1', [started(), note('a'), ended]));
    await writer.close();
    return store;
  }

  it('is named by path or file URL', async () => {
    await (await record()).close();
    for (const name of [new URL(`file://${folder}/runs.db`), `file://${folder}/runs.db`]) {
      const store = new LibsqlRunStore(name);
      expect(await store.list()).toHaveLength(1);
      await store.close();
    }
    let thrown: unknown;
    try {
      new LibsqlRunStore('libsql://user:word@host/db?authToken=word');
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toMatchObject({ code: 'STORE_UNAVAILABLE', message: expect.not.stringContaining('word') });
  });

  it('may hold tables of others', async () => {
    change('CREATE TABLE events (a TEXT); CREATE TABLE runs (b TEXT);');
    const store = await record();
    expect((await store.read('r1'))?.events).toHaveLength(3);
    await store.close();
  });

  it('is not read past a damaged event, whose place is told', async () => {
    const store = await record();
    change(`UPDATE toolwright_events SET event = '{' WHERE seq = 1`);
    const place = `The journal of run 'r1' in ${join(folder, 'runs.db')}, event`;
    await expect(store.read('r1')).rejects.toMatchObject({
      message: `${place} 1 cannot be read: it is damaged: this is not JSON.`,
    });
    change('DELETE FROM toolwright_events WHERE seq = 1');
    await expect(store.read('r1')).rejects.toMatchObject({
      message: `${place} 2 cannot be read: event 2 stands in the place of 1.`,
    });
    await store.close();
  });

  it('is refused when a later version made it', async () => {
    await (await record()).close();
    change('UPDATE toolwright_format SET version = 2');
    await expect(new LibsqlRunStore(join(folder, 'runs.db')).list()).rejects.toMatchObject({
      code: 'JOURNAL_UNREADABLE',
      message: expect.stringContaining('Update toolwright.'),
    });
  });

  it('cannot be opened when it is none', async () => {
    writeFileSync(join(folder, 'runs.db'), 'Dear diary, '.repeat(100));
    await expect(new LibsqlRunStore(join(folder, 'runs.db')).list()).rejects.toMatchObject({
      code: 'STORE_UNAVAILABLE',
      message: expect.stringMatching(/runs\.db cannot be opened: .*not a database\. /),
    });
    await expect(new LibsqlRunStore(join(folder, 'none', 'runs.db')).list()).rejects.toMatchObject({
      code: 'STORE_UNAVAILABLE',
    });
  });
});

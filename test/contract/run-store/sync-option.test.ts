import { rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { jest } from '@jest/globals';
import Libsql from 'libsql';
import { JsonlRunStore } from '../../../src/journal/stores/jsonl-run-store.js';
import { LibsqlRunStore } from '../../../src/journal/stores/libsql-run-store.js';
import { ended, numbered, started } from './sample-events.js';
import { newFolder } from './stores.js';

describe.each([true, false])('the option sync (%s)', sync => {
  const [first, second] = numbered('r1', [started(), ended]);
  let folder: string;

  beforeEach(() => (folder = newFolder()));
  afterEach(() => rmSync(folder, { recursive: true }));

  it('makes JsonlRunStore wait for the disk with each append', async () => {
    const some = await open(join(folder, 'some'), 'w');
    const datasync = jest.spyOn(Object.getPrototypeOf(some) as typeof some, 'datasync');
    await some.close();
    const store = new JsonlRunStore(folder, { sync });
    const writer = await store.write('r1');
    await writer.append([first!]);
    await writer.append([second!]);
    expect(datasync).toHaveBeenCalledTimes(sync ? 2 : 0);
    expect(await store.read('r1')).toEqual({ runId: 'r1', events: [first, second] });
    await store.close();
  });

  it('makes LibsqlRunStore wait for the disk with each transaction', async () => {
    const pragma = jest.spyOn(Libsql.prototype, 'pragma');
    const store = new LibsqlRunStore(join(folder, 'runs.db'), { sync });
    const writer = await store.write('r1');
    await writer.append([first!, second!]);
    expect(pragma).toHaveBeenCalledWith(`synchronous = ${sync ? 'FULL' : 'NORMAL'}`);
    expect(await store.read('r1')).toEqual({ runId: 'r1', events: [first, second] });
    await store.close();
  });
});

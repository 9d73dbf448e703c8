import { rm } from 'node:fs/promises';
import { type RunEvent } from '../../../src/journal/events.js';
import { type RunStore } from '../../../src/journal/run-store.js';
import { ended, note, numbered, paused, resumed, started } from './sample-events.js';
import { everyStore, newFolder } from './stores.js';

const HARD_TEXTS = ['ä😀\u2028\0', '\ud800 alone', 'line\nbreak\r\n', '__proto__ "quoted" \\', '﻿bom'];

describe.each(Object.entries(everyStore))('%s', (_name, prepare) => {
  let folder: string;
  let open: () => RunStore;
  let store: RunStore;

  beforeEach(() => {
    folder = newFolder();
    open = prepare(folder);
    store = open();
  });

  afterEach(async () => {
    await store.close();
    await rm(folder, { recursive: true });
  });

  async function record(runId: string, events: readonly RunEvent[], at?: number): Promise<void> {
    const writer = await store.write(runId);
    await writer.append(
      numbered(runId, events, { from: writer.nextSeq, ...(at === undefined ? {} : { at }) }),
    );
    await writer.close();
  }

  it('gives back what was added, in order', async () => {
    const events = numbered('r1', [started(), note('a'), note('b'), ended]);
    const writer = await store.write('r1');
    expect([writer.runId, writer.nextSeq]).toEqual(['r1', 0]);
    await writer.append(events.slice(0, 1));
    await writer.append(events.slice(1));
    expect(writer.nextSeq).toBe(4);
    expect(await store.read('r1')).toEqual({ runId: 'r1', events });
  });

  it('knows nothing of other runs, nor of one that was only opened', async () => {
    await record('r1', [started()]);
    await (await store.write('empty')).append([]);
    expect(await store.read('r2')).toBeUndefined();
    expect(await store.read('empty')).toBeUndefined();
    expect((await store.list()).map(({ runId }) => runId)).toEqual(['r1']);
  });

  it('goes on where the last writer ended', async () => {
    await record('r1', [started(), note('a')]);
    const writer = await store.write('r1');
    expect(writer.nextSeq).toBe(2);
    await writer.append(numbered('r1', [ended], { from: 2 }));
    expect((await store.read('r1'))?.events.map(({ seq }) => seq)).toEqual([0, 1, 2]);
  });

  it('refuses a gap, a number that was there, and an event of another run, and adds nothing of them', async () => {
    const writer = await store.write('r1');
    await writer.append(numbered('r1', [started()]));
    const code = 'JOURNAL_ORDER';
    await expect(writer.append(numbered('r1', [ended], { from: 2 }))).rejects.toMatchObject({ code });
    await expect(writer.append(numbered('r1', [ended], { from: 0 }))).rejects.toMatchObject({ code });
    await expect(writer.append(numbered('r2', [ended], { from: 1 }))).rejects.toMatchObject({ code });
    const [good, skipped] = numbered('r1', [note('a'), note('b'), ended], { from: 1 }).filter(
      ({ seq }) => seq !== 2,
    );
    await expect(writer.append([good!, skipped!])).rejects.toMatchObject({
      code,
      message:
        "Event 3 of run 'r1' cannot be added to run 'r1', whose next event is 2. Number the events of a run from nextSeq on, without gaps.",
    });
    await writer.append([good!]);
    expect((await store.read('r1'))?.events).toHaveLength(2);
  });

  it('takes events while others are being written', async () => {
    const writer = await store.write('r1');
    const events = numbered('r1', [started(), ...Array.from({ length: 50 }, (_, index) => note(`${index}`))]);
    await Promise.all(events.map(event => writer.append([event])));
    expect((await store.read('r1'))?.events).toEqual(events);
  });

  it('lets one write at a time, and the next one once it has closed', async () => {
    const first = await store.write('r1');
    const busy = { code: 'RUN_BUSY', message: expect.stringMatching(/^The run 'r1' .* \(of this /) };
    await expect(store.write('r1')).rejects.toMatchObject(busy);
    await expect(open().write('r1')).rejects.toMatchObject(busy);
    await first.close();
    await first.close();
    const second = await store.write('r1');
    expect(second.nextSeq).toBe(0);
  });

  it('finishes what was being written before it closes', async () => {
    const writer = await store.write('r1');
    const writing = writer.append(numbered('r1', [started(), note('a'.repeat(100_000))]));
    await writer.close();
    await writing;
    expect((await store.read('r1'))?.events).toHaveLength(2);
  });

  it('lets different runs be written at the same time', async () => {
    const ids = Array.from({ length: 20 }, (_, index) => `run-${index}`);
    const writers = await Promise.all(ids.map(id => store.write(id)));
    for (const events of [[started()], [note('a'), note('b')], [ended]]) {
      await Promise.all(
        writers.map(writer => writer.append(numbered(writer.runId, events, { from: writer.nextSeq }))),
      );
    }
    for (const id of ids) expect((await store.read(id))?.events).toHaveLength(4);
  });

  it('keeps every text whole', async () => {
    const events = numbered('r1', HARD_TEXTS.map(note));
    await (await store.write('r1')).append(events);
    expect((await store.read('r1'))?.events).toEqual(events);
  });

  it('keeps apart run ids that are hard to write', async () => {
    const long = 'x'.repeat(300);
    const ids = [
      'a',
      'A',
      '',
      '.',
      '..',
      '../a',
      'a/b',
      'a%002fb',
      'a\0',
      'ä',
      '\ud800',
      '\ud801',
      '�',
    ].concat(long, `${long}y`, 'con', 'a.jsonl', "'; --");
    for (const id of ids) await record(id, [started(), note(id)]);
    for (const id of ids) {
      expect((await store.read(id))?.events).toEqual(numbered(id, [started(), note(id)]));
    }
    expect((await store.list()).map(({ runId }) => runId).sort()).toEqual([...ids].sort());
  });

  it('takes big events', async () => {
    const events = numbered('r1', [started(), note('ü'.repeat(1024 * 1024)), note('small'), ended]);
    await (await store.write('r1')).append(events);
    expect((await store.read('r1'))?.events).toEqual(events);
    expect((await store.list())[0]).toMatchObject({ status: 'completed', eventCount: 4 });
  });

  it('takes a thousand events one by one', async () => {
    const events = numbered(
      'r1',
      Array.from({ length: 1_000 }, (_, index) => note(`event ${index}`)),
    );
    const writer = await store.write('r1');
    for (const event of events) await writer.append([event]);
    expect((await store.read('r1'))?.events).toEqual(events);
  }, 20_000);

  it('shares nothing with who writes and who reads', async () => {
    const content = [{ type: 'text' as const, text: 'before' }];
    const given = numbered('r1', [{ type: 'message-added', message: { role: 'user', content } }]);
    const writer = await store.write('r1');
    const writing = writer.append(given);
    content[0]!.text = 'after';
    given.pop();
    await writing;
    const read = (await store.read('r1'))!.events as unknown[];
    expect(JSON.stringify(read)).toContain('before');
    read.pop();
    expect((await store.read('r1'))?.events).toHaveLength(1);
  });

  describe('list', () => {
    beforeEach(async () => {
      const day = (date: number): number => Date.UTC(2026, 0, date);
      await record('done', [started({ conversationId: 'talk' }), note('a'), ended], day(1));
      await record('waiting', [started({ conversationId: 'talk', agent: 'sales' }), paused], day(3));
      await record('killed', [started(), paused, resumed, note('a'), note('b')], day(2));
      await record('child', [started({ parent: { runId: 'done', callId: 'c1' } })], day(4));
    });

    const idsOf = async (filter?: Parameters<RunStore['list']>[0]): Promise<string[]> =>
      (await store.list(filter)).map(({ runId }) => runId);

    it('sums each run up', async () => {
      expect((await store.list()).find(({ runId }) => runId === 'done')).toEqual({
        runId: 'done',
        agent: 'support',
        model: 'scripted',
        conversationId: 'talk',
        startedAt: '2026-01-01T00:00:00.000Z',
        lastAt: '2026-01-01T00:00:02.000Z',
        status: 'completed',
        eventCount: 3,
        usage: { inputTokens: 12, outputTokens: 0, cachedInputTokens: 0, reasoningTokens: 0, costUsd: 0 },
      });
      expect((await store.list()).find(({ runId }) => runId === 'child')).toMatchObject({
        parentRunId: 'done',
      });
    });

    it('begins with the newest', async () => {
      expect(await idsOf()).toEqual(['child', 'waiting', 'killed', 'done']);
      expect(await idsOf({ limit: 2 })).toEqual(['child', 'waiting']);
      expect(await idsOf({ limit: 0 })).toEqual([]);
    });

    it('gives those of a conversation, an agent, a status', async () => {
      expect(await idsOf({ conversationId: 'talk' })).toEqual(['waiting', 'done']);
      expect(await idsOf({ agent: 'sales' })).toEqual(['waiting']);
      expect(await idsOf({ agent: 'sales', status: 'completed' })).toEqual([]);
      expect(await idsOf({ status: 'running' })).toEqual(['child', 'killed']);
      expect(await idsOf({ status: 'paused' })).toEqual(['waiting']);
      expect(await idsOf({ conversationId: 'talk', limit: 1 })).toEqual(['waiting']);
    });

    it('follows a run that goes on', async () => {
      const more = async (event: RunEvent): Promise<unknown> => {
        await record('waiting', [event]);
        return (await store.list({ agent: 'sales' }))[0];
      };
      expect(await more(note('decided'))).toMatchObject({ status: 'paused', eventCount: 3 });
      expect(await more(resumed)).toMatchObject({ status: 'running', eventCount: 4 });
      expect(await more(ended)).toMatchObject({ status: 'completed', usage: { inputTokens: 12 } });
      expect(await more(resumed)).toEqual(expect.not.objectContaining({ usage: expect.anything() }));
    });
  });

  describe('deleting', () => {
    const idsOf = async (of = store): Promise<string[]> => (await of.list()).map(({ runId }) => runId);

    it('removes the run and no other, for every store over the same runs', async () => {
      for (const id of ['r1', 'R1', 'r1/1/c1', '']) await record(id, [started(), ended]);
      await (await store.write('r1')).delete();
      expect(await store.read('r1')).toBeUndefined();
      expect((await idsOf()).sort()).toEqual(['', 'R1', 'r1/1/c1']);
      const other = open();
      expect(await other.read('r1')).toBeUndefined();
      expect(await idsOf(other)).toHaveLength(3);
    });

    it('lets the run begin anew', async () => {
      await record('r1', [started(), note('old'), ended]);
      await (await store.write('r1')).delete();
      const writer = await store.write('r1');
      expect(writer.nextSeq).toBe(0);
      await writer.append(numbered('r1', [started({ agent: 'new' })]));
      expect((await store.read('r1'))?.events).toEqual(numbered('r1', [started({ agent: 'new' })]));
      expect(await store.list()).toMatchObject([{ agent: 'new', status: 'running', eventCount: 1 }]);
    });

    it('takes a run without events too', async () => {
      await (await store.write('none')).delete();
      expect(await store.read('none')).toBeUndefined();
      expect(await idsOf()).toEqual([]);
    });

    it('waits for what is being written, and closes the writer', async () => {
      const writer = await store.write('r1');
      const writing = writer.append(numbered('r1', [started(), note('a'.repeat(100_000))]));
      await writer.delete();
      await writing;
      expect(await store.read('r1')).toBeUndefined();
      const closed = { code: 'JOURNAL_CLOSED' };
      await expect(writer.append(numbered('r1', [started()]))).rejects.toMatchObject(closed);
      await expect(writer.delete()).rejects.toMatchObject(closed);
      await writer.close();
      await (await store.write('r1')).close();
    });

    it('is refused to others while one writes', async () => {
      const writer = await store.write('r1');
      await writer.append(numbered('r1', [started()]));
      await expect(open().write('r1')).rejects.toMatchObject({ code: 'RUN_BUSY' });
      await writer.close();
      await expect(writer.delete()).rejects.toMatchObject({ code: 'JOURNAL_CLOSED' });
      expect(await idsOf()).toEqual(['r1']);
    });
  });

  it('refuses everything once it is closed, with its writers', async () => {
    const writer = await store.write('r1');
    await writer.append(numbered('r1', [started()]));
    await store.close();
    await store.close();
    const closed = {
      code: 'JOURNAL_CLOSED',
      message: expect.stringContaining('it is closed. Open a new one.'),
    };
    await expect(writer.append(numbered('r1', [ended], { from: 1 }))).rejects.toMatchObject(closed);
    await expect(writer.delete()).rejects.toMatchObject(closed);
    await expect(store.write('r1')).rejects.toMatchObject(closed);
    await expect(store.read('r1')).rejects.toMatchObject(closed);
    await expect(store.list()).rejects.toMatchObject(closed);
  });

  it('refuses the events of a closed writer', async () => {
    const writer = await store.write('r1');
    await writer.close();
    await expect(writer.append(numbered('r1', [started()]))).rejects.toMatchObject({
      code: 'JOURNAL_CLOSED',
    });
  });
});

import { rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { note, numbered } from './sample-events.js';
import { newFolder, onDisk } from './stores.js';
import { WriterProcess } from './writer-process.js';

/** How often each store's writer is killed. `KILLS=200` looks further. */
const KILLS = Number(process.env['KILLS'] ?? 40);
/** Each process takes so long to begin that several begin at a time. */
const AT_A_TIME = 4;
const MAX_DELAY_MS = 60;

const delays = fc.sample(fc.nat(MAX_DELAY_MS), { numRuns: KILLS, seed: 20_260_101 });

describe.each(Object.entries(onDisk))('a writer of %s that is killed', (_kind, prepare) => {
  const writers: WriterProcess[] = [];
  afterEach(() => Promise.all(writers.map(writer => writer.kill())));

  it(
    `loses nothing that it acknowledged, at ${KILLS} points`,
    async () => {
      const folder = newFolder();
      const place = prepare(folder);
      const store = place.open();
      let acknowledgedInAll = 0;
      let torn = 0;

      async function killOnce(runId: string, delayMs: number): Promise<void> {
        const writer = new WriterProcess(place, runId, 'flood');
        writers.push(writer);
        const before = Number(/^writing from (\d+)$/.exec(await writer.firstLine())?.[1]);
        await sleep(delayMs);
        await writer.kill();
        const acknowledged = Number(writer.lines.at(-1)?.replace('writing from ', ''));
        const read = await store.read(runId);
        const events = read?.events ?? [];
        expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index));
        expect(events.length).toBeGreaterThanOrEqual(acknowledged);
        // One append was under way at most.
        expect(events.length).toBeLessThanOrEqual(acknowledged + 3);
        expect(acknowledged).toBeGreaterThanOrEqual(before);
        torn += read?.torn === undefined ? 0 : 1;
        acknowledgedInAll += acknowledged - before;

        const next = await store.write(runId);
        expect(next.nextSeq).toBe(events.length);
        await next.append(numbered(runId, [note('after')], { from: next.nextSeq }));
        await next.close();
        const whole = await store.read(runId);
        expect(whole?.events.slice(0, -1)).toEqual(events);
        expect(whole).not.toHaveProperty('torn');
      }

      /** The same run again and again: what one left, the next one goes on with. */
      async function killAgain(runId: string, share: readonly number[]): Promise<void> {
        for (const delayMs of share) await killOnce(runId, delayMs);
      }

      const shares = Array.from({ length: AT_A_TIME }, (_, index) =>
        delays.filter((_delay, at) => at % AT_A_TIME === index),
      );
      await Promise.all(shares.map((share, index) => killAgain(`run-${index}`, share)));
      expect(acknowledgedInAll).toBeGreaterThan(KILLS);
      if (process.env['KILLS'] !== undefined)
        process.stdout.write(`${torn} torn, ${acknowledgedInAll} acknowledged\n`);
      await store.close();
      await rm(folder, { recursive: true });
    },
    30_000 + KILLS * 2_000,
  );
});

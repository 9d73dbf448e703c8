import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { bundleFixture } from '../contract/run-store/bundle-fixture.js';
import { newFolder } from '../contract/run-store/stores.js';
import { killedAgent, storeAt } from '../fixtures/killed-agent.js';

/** Over both stores. */
const KILLS = Number(process.env['KILLS'] ?? 200);
/** Each process takes so long to begin that several begin at a time. */
const AT_A_TIME = 4;
const MAX_DELAY_MS = 40;

const fixture = bundleFixture('killed-agent.ts');
const children = new Set<ChildProcess>();
afterAll(() => children.forEach(child => child.kill('SIGKILL')));

/** The last event that was acknowledged, once the process was killed so long after the first one; `undefined` if it ended before. */
async function runAndKill(
  args: readonly string[],
  delayMs: number,
): Promise<{ last: number; hasEnded: boolean }> {
  const child = spawn(process.execPath, [fixture, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  children.add(child);
  let said = '';
  const hasBegun = new Promise<void>(resolve => {
    child.stdout.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      resolve();
    });
    child.on('close', () => resolve());
  });
  const closed = new Promise(resolve => child.on('close', resolve));
  await hasBegun;
  await sleep(delayMs);
  child.kill('SIGKILL');
  await closed;
  children.delete(child);
  const lines = said.split('\n').slice(0, -1);
  const hasEnded = lines.at(-1) === 'completed';
  return { last: Number(lines.at(hasEnded ? -2 : -1)), hasEnded };
}

const linesOf = (path: string): string[] =>
  existsSync(path) ? readFileSync(path, 'utf8').split('\n').slice(0, -1) : [];

describe.each(['jsonl', 'libsql'])('an agent with a journal in %s that is killed', kind => {
  const delays = fc.sample(fc.nat(MAX_DELAY_MS), { numRuns: KILLS / 2, seed: 20_260_102 });

  it(`loses nothing that was acknowledged, and goes on without acting twice, at ${KILLS / 2} points`, async () => {
    let killed = 0;

    async function killOnce(delayMs: number): Promise<void> {
      const folder = newFolder();
      const [path, effects] = [join(folder, 'runs'), join(folder, 'effects')];
      const { last, hasEnded } = await runAndKill([kind, path, effects], delayMs);
      const store = storeAt(kind, path);
      const events = (await store.read('r'))?.events ?? [];
      expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index));
      expect(events.length).toBeGreaterThan(last);
      if (hasEnded || events.at(-1)?.type === 'run-ended') return;
      killed++;
      const run = await killedAgent(store, effects).resume('r');
      await store.close();
      expect(run).toMatchObject({ status: 'completed', text: 'done' });
      expect(run.calls.every(({ observation }) => observation !== undefined)).toBe(true);
      const keys = linesOf(effects);
      expect(new Set(keys).size).toBe(keys.length);
    }

    const share = delays.length / AT_A_TIME;
    await Promise.all(
      Array.from({ length: AT_A_TIME }, async (_, index) => {
        for (const delayMs of delays.slice(index * share, (index + 1) * share)) await killOnce(delayMs);
      }),
    );
    expect(killed).toBeGreaterThan(0.4 * (KILLS / 2));
  }, 240_000);
});

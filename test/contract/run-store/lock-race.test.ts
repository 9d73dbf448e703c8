import { execFile } from 'node:child_process';
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { bundleFixture } from './bundle-fixture.js';
import { newFolder } from './stores.js';

const PROCESSES = 4;
const DURATION_MS = 3_000;

describe('the lock of a file', () => {
  it('is one process’s at a time, however many want it of processes that are gone', async () => {
    const folder = newFolder();
    const program = bundleFixture('journal-lock.ts');
    const contend = async (): Promise<{ taken: number; disturbed: number }> => {
      const args = [program, join(folder, 'lock'), String(DURATION_MS)];
      const { stdout } = await promisify(execFile)(process.execPath, args, { timeout: 50_000 });
      return JSON.parse(stdout) as { taken: number; disturbed: number };
    };
    const counts = await Promise.all(Array.from({ length: PROCESSES }, contend));
    const sum = (pick: (of: { taken: number; disturbed: number }) => number): number =>
      counts.reduce((total, each) => total + pick(each), 0);
    expect(sum(({ disturbed }) => disturbed)).toBe(0);
    expect(sum(({ taken }) => taken)).toBeGreaterThan(PROCESSES);
    // Nothing is left over but what the last one left.
    expect(readdirSync(folder).filter(name => name !== 'lock')).toEqual([]);
    rmSync(folder, { recursive: true });
  });
});

import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { repository } from './run-cli.js';

/** How to run a fixture with the built package in a process of its own, with `gc()` at hand. */
export const fixtureFlags = ['--expose-gc', '--import', './dist/cli/typescript/register.js'];

export const fixturePath = (name: string): string => join('test', 'fixtures', name);

/** Runs a fixture to its end; gives the JSON that it prints. */
export async function runFixture<T>(name: string, args: readonly string[] = []): Promise<T> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [...fixtureFlags, fixturePath(name), ...args],
    { cwd: repository, env: { ...process.env, NODE_OPTIONS: '' }, timeout: 50_000 },
  );
  return JSON.parse(stdout) as T;
}

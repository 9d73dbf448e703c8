import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { repository } from '../../support/run-cli.js';

const SUITE = join(repository, 'node_modules/@modelcontextprotocol/conformance/dist/index.js');
const GLOB_SYNC = join(repository, 'test/conformance/mcp/glob-sync.mjs');

/** More than both halves take on a busy machine. */
const TIMEOUT_MS = 110_000;

/** How a scenario went: checks that passed, and that failed. */
export interface Outcome {
  readonly passed: number;
  readonly failed: number;
}

export interface SuiteRun {
  readonly code: number | null;
  readonly output: string;
  readonly outcomes: ReadonlyMap<string, Outcome>;
}

/** Runs the official suite, pinned by the lockfile; it writes its results to where it runs. */
export async function runSuite(args: readonly string[]): Promise<SuiteRun> {
  const folder = await mkdtemp(join(tmpdir(), 'conformance-'));
  const child = spawn(process.execPath, ['--import', GLOB_SYNC, SUITE, ...args], {
    cwd: folder,
    timeout: TIMEOUT_MS,
    env: { ...process.env, NODE_OPTIONS: '' },
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  await rm(folder, { recursive: true });
  const outcomes = [...output.matchAll(/^[✓✗~?] (\S+): (\d+) passed, (\d+) failed/gm)].map(
    ([, scenario = '', passed, failed]) =>
      [scenario, { passed: Number(passed), failed: Number(failed) }] as const,
  );
  return { code, output, outcomes: new Map(outcomes) };
}

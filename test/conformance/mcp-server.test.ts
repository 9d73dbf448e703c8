import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RunningServer } from 'toolwright/mcp';
import { repository } from '../support/run-cli.js';
import { serveFixture } from './mcp/server.js';

/** Of the frozen set of this revision, with those that the suite does not score. */
const REVISION = '2025-11-25';
const CHECKS = 84;
const TIMEOUT_MS = 120_000;

interface Outcome {
  readonly exitCode: number;
  readonly output: string;
}

/** Runs the official suite against a server. */
function runSuite(url: string, folder: string): Promise<Outcome> {
  const require = createRequire(join(repository, 'package.json'));
  const suite = join(require.resolve('@modelcontextprotocol/conformance/package.json'), '../dist/index.js');
  const args = [
    ...['--import', './test/conformance/mcp/glob-sync.mjs', suite],
    ...['server', '--url', url, '--requirements', REVISION, '-o', folder],
  ];
  return new Promise(resolve => {
    execFile(
      process.execPath,
      args,
      { cwd: repository, env: { ...process.env, NODE_OPTIONS: '' }, timeout: TIMEOUT_MS, maxBuffer: 1e8 },
      (error, stdout, stderr) => {
        const exitCode = error === null ? 0 : typeof error.code === 'number' ? error.code : 1;
        resolve({ exitCode, output: stdout + stderr });
      },
    );
  });
}

describe(`the official conformance suite, servers at ${REVISION}`, () => {
  let server: RunningServer;
  let folder: string;
  beforeAll(async () => {
    server = await serveFixture();
    folder = await mkdtemp(join(tmpdir(), 'conformance-'));
  });
  afterAll(async () => {
    await server.close();
    await rm(folder, { recursive: true, force: true });
  });

  it(
    `passes all of its ${CHECKS} checks`,
    async () => {
      const { exitCode, output } = await runSuite(server.url!.replace('127.0.0.1', 'localhost'), folder);
      const failed = output.split('\n').filter(line => line.includes('✗'));
      const [, total] = /^Total: (.+)$/m.exec(output) ?? [];
      expect({ total, failed, exitCode }).toEqual({
        total: `${CHECKS} passed, 0 failed`,
        failed: [],
        exitCode: 0,
      });
    },
    TIMEOUT_MS,
  );
});

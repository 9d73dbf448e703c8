import type { RunningServer } from 'toolwright/mcp';
import { runSuite } from './mcp/run-suite.js';
import { serveFixture } from './mcp/server.js';

/** Of the frozen set of this revision, with those that the suite does not score. */
const REVISION = '2025-11-25';
const CHECKS = 84;
const TIMEOUT_MS = 120_000;

describe(`the official conformance suite, servers at ${REVISION}`, () => {
  let server: RunningServer;
  beforeAll(async () => {
    server = await serveFixture();
  });
  afterAll(async () => {
    await server.close();
  });

  it(
    `passes all of its ${CHECKS} checks`,
    async () => {
      const url = server.url!.replace('127.0.0.1', 'localhost');
      const { code: exitCode, output } = await runSuite(['server', '--url', url, '--requirements', REVISION]);
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

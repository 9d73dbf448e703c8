import { join } from 'node:path';
import { repository } from '../support/run-cli.js';
import { runSuite } from './mcp/run-suite.js';

const CLIENT = `${process.execPath} ${join(repository, 'test/conformance/mcp/client.mjs')}`;

/** The scenarios that revision 2025-11-25 requires, and the checks that each has: one that never began would pass without any. */
const REQUIRED: Readonly<Record<string, number>> = {
  initialize: 1,
  tools_call: 2,
  'elicitation-sep1034-client-defaults': 5,
  'sse-retry': 3,
  'auth/metadata-default': 18,
  'auth/metadata-var1': 18,
  'auth/metadata-var2': 18,
  'auth/metadata-var3': 18,
  'auth/basic-cimd': 13,
  'auth/scope-from-www-authenticate': 14,
  'auth/scope-from-scopes-supported': 14,
  'auth/scope-omitted-when-undefined': 14,
  'auth/scope-step-up': 20,
  'auth/scope-retry-limit': 13,
  'auth/token-endpoint-auth-basic': 19,
  'auth/token-endpoint-auth-post': 19,
  'auth/token-endpoint-auth-none': 19,
  'auth/pre-registration': 13,
};
/** Not required, and passed all the same. */
const BESIDES = { 'auth/client-credentials-basic': 8, 'json-schema-2020-12-preservation': 9 };

describe('the official suite for clients, revision 2025-11-25', () => {
  it('passes every scenario that is required, with all their checks', async () => {
    const args = ['client', '--command', CLIENT, '--timeout', '90000'];
    const { outcomes, output } = await runSuite([...args, '--requirements', '2025-11-25']);
    for (const [scenario, passed] of Object.entries({ ...REQUIRED, ...BESIDES })) {
      let outcome = outcomes.get(scenario);
      // All scenarios run at once, and some of them measure time: one that failed is run again, alone.
      if (outcome?.failed !== 0) {
        const alone = await runSuite([...args, '--scenario', scenario]);
        const [, count, all] = /^Passed: (\d+)\/(\d+)/m.exec(alone.output) ?? [];
        outcome = { passed: Number(count), failed: Number(all) - Number(count) };
      }
      expect({ scenario, ...outcome }).toEqual({ scenario, passed: expect.any(Number), failed: 0 });
      expect(outcome.passed).toBeGreaterThanOrEqual(passed);
    }
    expect(output).toContain('SUITE SUMMARY');
  }, 180_000);
});

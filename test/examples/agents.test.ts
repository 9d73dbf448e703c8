import { spawnSync } from 'node:child_process';
import { repository } from '../support/run-cli.js';

it.each([
  ['03-agent', 'On shelf FIC-3. (2 steps)'],
  ['04-guardrails', 'fetch_page A page.'],
  ['05-approvals', 'completed Both are paid.'],
  ['06-context-and-tenants', 'with key [secret ACME_KEY]'],
  ['07-parallel', 'sunny in Lima'],
  ['08-mcp-client', 'Ann likes Le Guin.'],
  ['10-agent-as-mcp-server', 'It comes on Tuesday.'],
  ['18-compare-and-keep', '2 differences; 1 of 2 steps the same.'],
])('examples/%s runs and finds its own expectations true', (name, said) => {
  const args = ['--import', './dist/cli/typescript/register.js', `examples/${name}/main.ts`];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: repository,
    encoding: 'utf8',
    env: { ...process.env, NODE_OPTIONS: '' },
  });
  expect(stderr).toBe('');
  expect(status).toBe(0);
  expect(stdout).toContain(said);
});

import { spawnSync } from 'node:child_process';
import { repository } from '../support/run-cli.js';

describe('examples/09-mcp-server', () => {
  it('serves notes that a client writes and reads', () => {
    const args = ['--import', './dist/cli/typescript/register.js', 'examples/09-mcp-server/main.ts'];
    const finished = spawnSync(process.execPath, args, {
      cwd: repository,
      encoding: 'utf8',
      env: { ...process.env, NODE_OPTIONS: '' },
      timeout: 50_000,
    });
    expect(finished.stderr).toBe('');
    expect(finished.status).toBe(0);
    expect(finished.stdout).toContain("text: 'Bought milk. Met Ann.'");
    expect(finished.stdout).toContain("[ 'monday' ]");
    expect(finished.stdout).toContain('Sum up notes://monday, short.');
  });
});

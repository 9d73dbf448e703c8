import { spawnSync } from 'node:child_process';
import { repository } from '../support/run-cli.js';

describe('examples/tour', () => {
  it('runs and finds its own expectations true', () => {
    const args = ['--import', './dist/cli/typescript/register.js', 'examples/tour/main.ts'];
    const finished = spawnSync(process.execPath, args, {
      cwd: repository,
      encoding: 'utf8',
      env: { ...process.env, NODE_OPTIONS: '' },
    });
    expect(finished.stderr).toBe('');
    expect(finished.status).toBe(0);
    expect(finished.stdout).toContain('ok - apple');
  });
});

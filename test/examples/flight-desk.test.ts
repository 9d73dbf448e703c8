import { spawnSync } from 'node:child_process';
import { repository } from '../support/run-cli.js';

describe('examples/flight-desk', () => {
  it('ends with exit code 0 and a transcript of good and broken calls', () => {
    const npm = spawnSync('npm', ['start', '--silent'], {
      cwd: repository,
      encoding: 'utf8',
      env: { ...process.env, NODE_OPTIONS: '' },
    });
    expect(npm.stderr).toBe('');
    expect(npm.status).toBe(0);
    expect(npm.stdout).toContain('4 tools over MCP');
    expect(npm.stdout).toMatch(/repaired \/limit: text-to-number, "2" → 2/);
    expect(npm.stdout).toMatch(/result \(\d+\.\d ms\): \[\{"iata":"SFO"/);
    expect(npm.stdout).toMatch(/error \(\d+\.\d ms\): Invalid arguments for tool 'find_flights'/);
    expect(npm.stdout).toContain('11 calls, 0 with another outcome than expected');
  });
});

import { execFile } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ChatServer } from '../support/chat-server.js';
import { repository, runCli } from '../support/run-cli.js';

const run = promisify(execFile);
const NO_ENDPOINT = { OPENAI_MODEL: '', OPENAI_BASE_URL: '', OPENAI_API_KEY: '' };

/** Rejects unless it exits with 0. */
const play = (script: string, env: Record<string, string> = {}) =>
  run('npm', ['run', script, '--silent'], {
    cwd: repository,
    env: { ...process.env, NODE_OPTIONS: '', ...NO_ENDPOINT, ...env },
  });

describe('examples/flight-desk', () => {
  it('answers questions without key and network, and keeps its runs', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'toolwright-desk-'));
    const { stderr, stdout } = await play('start', { FLIGHT_DESK_RUNS: folder });
    expect(stderr).toBe('');
    expect(stdout).toContain('which is no language model');
    expect(stdout).toMatch(
      /find_flights \{"origin":"SFO","destination":"LAX","limit":3\}\n +result: \[\{"departure"/,
    );
    expect(stdout).toContain("error: Tool 'find_flights' failed: There is no airport 'XQX'.");
    expect(stdout).toContain('5 questions, 0 with other calls than expected');
    const listed = await runCli(['runs', 'list', '--store', folder, '--json']);
    expect(JSON.parse(listed.stdout)).toHaveLength(5);
  });

  it('asks the endpoint that the environment names', async () => {
    const server = await ChatServer.open({
      text: 'Two flights.',
      usage: { prompt_tokens: 7, completion_tokens: 2 },
    });
    const { stdout } = await play('start', {
      OPENAI_MODEL: 'gpt-5-mini',
      OPENAI_BASE_URL: server.baseURL,
      OPENAI_API_KEY: 'sk-desk',
    });
    await server.close();
    expect(stdout).toContain('Answers come from gpt-5-mini.');
    expect(stdout).toContain('Two flights.\n  (completed, 1 steps, 9 tokens)');
    expect(server.requests[0]).toMatchObject({ headers: { authorization: 'Bearer sk-desk' } });
    expect(server.requests[0]?.body.tools).toHaveLength(4);
  });

  it('is served to an MCP client', async () => {
    const { stderr, stdout } = await play('start:mcp');
    expect(stderr).toBe('');
    expect(stdout).toContain('4 tools over MCP');
    expect(stdout).toMatch(/repaired \/limit: text-to-number, "2" → 2/);
    expect(stdout).toMatch(/result \(\d+\.\d ms\): \[\{"iata":"SFO"/);
    expect(stdout).toMatch(/error \(\d+\.\d ms\): Invalid arguments for tool 'find_flights'/);
    expect(stdout).toContain('11 calls, 0 with another outcome than expected');
  });
});

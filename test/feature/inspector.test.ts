import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jest } from '@jest/globals';
import { cliPath, repository } from '../support/run-cli.js';

const INSPECTOR = join(repository, 'node_modules/.bin/mcp-inspector');
const MODULE = 'examples/flight-desk/tools.ts';
const TOOLS = ['search_airports', 'find_flights', 'delay_statistics', 'file_complaint'];

jest.setTimeout(60_000);

/** The Inspector keeps its state in the home directory. */
const home = mkdtempSync(join(tmpdir(), 'toolwright-inspector-'));
let url: string;
const served = spawn(process.execPath, [cliPath, 'serve', MODULE, '--http', '0'], { cwd: repository });
beforeAll(async () => {
  url = await new Promise<string>((resolve, reject) => {
    let stderr = '';
    served.once('exit', () => reject(new Error(stderr)));
    served.stderr.on('data', (chunk: Buffer) => {
      stderr += chunk.toString();
      const found = /listening on (\S+)\n/.exec(stderr);
      if (found !== null) resolve(found[1]!);
    });
  });
});
afterAll(() => {
  served.kill('SIGKILL');
  rmSync(home, { recursive: true, force: true });
});

interface Finished {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

function inspect(target: readonly string[], ...args: string[]): Promise<Finished> {
  const child = spawn(process.execPath, [INSPECTOR, '--cli', ...target, ...args], {
    cwd: repository,
    env: { ...process.env, NODE_OPTIONS: '', HOME: home },
  });
  let [stdout, stderr] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  child.stdin.end();
  return new Promise(resolve => child.once('close', code => resolve({ code, stdout, stderr })));
}

const AGENT = 'test/fixtures/exposed-agent.ts';

describe('the MCP Inspector with an agent that is exposed', () => {
  const target = [process.execPath, cliPath, 'serve', AGENT];

  it('finds the agent, its tools and its instructions', async () => {
    const { code, stdout, stderr } = await inspect(target, '--method', 'tools/list', '--strict');
    expect([code, stderr]).toEqual([0, '']);
    const { tools } = JSON.parse(stdout) as { tools: { name: string }[] };
    expect(tools.map(({ name }) => name)).toEqual(['support', 'look_up_order']);
    const got = await inspect(target, '--method', 'prompts/get', '--prompt-name', 'support');
    expect(JSON.parse(got.stdout)).toMatchObject({
      messages: [{ content: { text: 'Answer in one sentence.' } }],
    });
  });

  it.each([
    ['support', 'task=Where is O-1?', 'It comes on Tuesday.'],
    ['look_up_order', 'id=O-1', 'O-1 comes on Tuesday.'],
  ])('calls %s', async (name, argument, text) => {
    const { code, stdout } = await inspect(
      target,
      ...['--method', 'tools/call', '--tool-name', name, '--tool-arg', argument],
    );
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ content: [{ text }] });
  });
});

describe.each<[string, () => string[]]>([
  ['stdio', () => [process.execPath, cliPath, 'serve', MODULE]],
  ['HTTP', () => [url]],
])('the MCP Inspector over %s', (_transport, target) => {
  it('lists the tools of the flight desk and finds no fault with their schemas', async () => {
    const { code, stdout } = await inspect(target(), '--method', 'tools/list', '--strict');
    expect(code).toBe(0);
    const { tools } = JSON.parse(stdout) as { tools: { name: string }[] };
    expect(tools.map(({ name }) => name)).toEqual(TOOLS);
  });

  it('calls a tool, with text that becomes a number', async () => {
    const { code, stdout } = await inspect(
      target(),
      ...['--method', 'tools/call', '--tool-name', 'search_airports'],
      ...['--tool-arg', 'query=San Francisco', '--tool-arg', 'limit=1'],
    );
    expect(code).toBe(0);
    const { content, isError } = JSON.parse(stdout) as { content: { text: string }[]; isError?: boolean };
    expect(isError).not.toBe(true);
    expect(content[0]!.text).toContain('SFO');
  });

  it('is told about arguments that do not fit', async () => {
    const { code, stdout, stderr } = await inspect(
      target(),
      ...['--method', 'tools/call', '--tool-name', 'search_airports', '--tool-arg', 'limit=many'],
    );
    expect(code).not.toBe(0);
    expect(stdout + stderr).toContain("Invalid arguments for tool 'search_airports'");
  });
});

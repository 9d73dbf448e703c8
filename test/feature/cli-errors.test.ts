import { spawn } from 'node:child_process';
import { openSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cliPath, repository, runCli } from '../support/run-cli.js';

const ROUGH = 'test/fixtures/rough.ts';
const WAITING = 'test/fixtures/waiting.ts';

describe('toolwright call', () => {
  it('checks first that every tool can be built', async () => {
    const { code, stdout, stderr } = await runCli(['call', 'test/fixtures/unbuildable.ts', 'count_orders']);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(/^Tool 'count_orders' cannot be built: .*Write: /);
  });

  it('prints what the author has to change on stderr and exits 2', async () => {
    expect(await runCli(['call', ROUGH, 'only_declared'])).toEqual({
      code: 2,
      stdout: '',
      stderr: expect.stringMatching(/^Tool 'only_declared' .*defineTool\(\{ execute \}\).*$/m),
    });
  });

  it('prints the answer of a tool that throws, says on stderr where it threw, and exits 1', async () => {
    const { code, stdout, stderr } = await runCli(['call', ROUGH, 'crash']);
    expect({ code, stdout }).toEqual({ code: 1, stdout: "Tool 'crash' failed: broken\n" });
    expect(stderr).toMatch(/^error Tool 'crash' failed: broken \{.*rough\.ts:\d+:\d+.*\}\n$/);
  });

  it('takes a result that does not fit for an answer, and exits 1', async () => {
    const { code, stdout } = await runCli(['call', ROUGH, 'lie']);
    expect(code).toBe(1);
    expect(stdout).toContain("Tool 'lie' output failed schema validation: ");
  });

  it.each(['SIGINT', 'SIGTERM'] as const)('answers a call cancelled by %s with exit code 1', async signal => {
    const child = spawn(process.execPath, [cliPath, 'call', WAITING, 'wait'], { cwd: repository });
    let stdout = '';
    child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
    child.stderr.once('data', () => child.kill(signal));
    const code = await new Promise(resolve => child.once('close', resolve));
    expect({ code, stdout }).toEqual({
      code: 1,
      stdout: expect.stringContaining("Tool 'wait' was cancelled."),
    });
  });

  it('writes what the tool logs to stderr: level, message and fields on one line', async () => {
    const { stdout, stderr } = await runCli(['call', ROUGH, 'log']);
    expect(stdout).toBe('logged\n');
    const [debug, info, warn, error, end] = stderr.split('\n');
    expect({ debug, info, error, end }).toEqual({
      debug: 'debug plain',
      info: 'info two lines {"count":2}',
      error: 'error bad {"why":"because\\nof this"}',
      end: '',
    });
    expect(warn).toMatch(/^warn endless .*Circular/);
  });

  it('answers although something fails that nobody awaits', async () => {
    const { code, stdout, stderr } = await runCli(['call', ROUGH, 'fail_later']);
    expect({ code, stdout }).toEqual({ code: 0, stdout: 'answered\n' });
    expect(stderr).toMatch(/^error .*nobody catches this/m);
  });

  it('tells how long it took in hundredths of a millisecond', async () => {
    const { stdout } = await runCli(['call', ROUGH, 'log', '--json']);
    expect(String(JSON.parse(stdout).durationMs)).toMatch(/^\d+(\.\d\d?)?$/);
  });
});

describe('a factory class', () => {
  it('is left out itself when it is exported with parameters too', async () => {
    const { code, stdout, stderr } = await runCli(['tools', 'test/fixtures/search.ts']);
    expect({ code, stdout, stderr }).toEqual({
      code: 0,
      stdout: 'search_fruit  side_effecting  Find fruit.\n',
      stderr: '',
    });
  });

  it('is told to take its parameters when it cannot do without', async () => {
    const { code, stderr } = await runCli(['tools', 'test/fixtures/bare-search.ts']);
    expect(code).toBe(2);
    expect(stderr).toMatch(/^Search\.create: .*use\(Search, /);
    expect(stderr).not.toMatch(/\n\s+at /);
  });
});

describe('a reader that leaves early', () => {
  /** Runs in a pipe whose reader is gone before anything is written. */
  async function runUnread(...args: string[]): Promise<{ code: number | null; stderr: string }> {
    const child = spawn(process.execPath, [cliPath, ...args], { cwd: repository });
    child.stdout.destroy();
    let stderr = '';
    child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
    return new Promise(resolve => child.once('close', code => resolve({ code, stderr })));
  }

  it.each([
    ['tools', 0, ['tools', ROUGH, '--format', 'json']],
    ['call', 0, ['call', ROUGH, 'long']],
    ['a failing call', 1, ['call', ROUGH, 'crash']],
    ['help', 0, ['--help']],
  ])('is no error: %s', async (_case, code, args) => {
    const stderr: unknown =
      code === 0 ? '' : expect.stringMatching(/^error Tool 'crash' failed: broken .*\n$/);
    expect(await runUnread(...args)).toEqual({ code, stderr });
  });

  it('is told apart from a disk that is full', async () => {
    const full = openSync('/dev/full', 'w');
    const child = spawn(process.execPath, [cliPath, 'call', ROUGH, 'log', '--json'], {
      cwd: repository,
      stdio: ['ignore', full, 'pipe'],
    });
    let stderr = '';
    child.stderr?.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
    expect(await new Promise(resolve => child.once('close', resolve))).toBe(2);
    expect(stderr).toContain('stdout cannot be written: ENOSPC');
  });
});

describe('a module that cannot be imported', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'toolwright-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  it.each([
    ['an error', "\nthrow new Error('no database');", 'no database\n  at FILE:2\n'],
    [
      'an error of another kind',
      'null.a;',
      "TypeError: Cannot read properties of null (reading 'a')\n  at FILE:1\n",
    ],
    ['something else', 'throw { code: 7 };', 'it threw { code: 7 }\n'],
    ['nothing at all', 'throw undefined;', 'it threw undefined\n'],
    [
      'a missing package',
      "import 'not-installed';",
      "Cannot find package 'not-installed' imported from FILE\n",
    ],
  ])('is reported with what was thrown, and where: %s', async (_case, source, text) => {
    const file = join(folder, 'broken.mjs');
    await writeFile(file, source);
    expect(await runCli(['tools', file])).toEqual({
      code: 2,
      stdout: '',
      stderr: `FILE cannot be imported: ${text}`.replaceAll('FILE', file),
    });
  });

  it('is reported when it never finishes', async () => {
    const file = join(folder, 'endless.mjs');
    await writeFile(file, 'await new Promise(() => {});');
    const { code, stderr } = await runCli(['tools', file]);
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining('can never happen') });
  });
});

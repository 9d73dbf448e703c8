import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { repository, runCli } from '../support/run-cli.js';

const DESK = 'test/fixtures/desk.ts';

describe('toolwright tools', () => {
  it('prints one line for each tool: name, replay class, first sentence', async () => {
    const { code, stdout, stderr } = await runCli(['tools', DESK]);
    expect(code).toBe(0);
    expect(stdout.trimEnd().split('\n').sort()).toEqual([
      'add  read_only  Add two integers.',
      'configured  side_effecting  Made by a factory.',
      'echo  side_effecting  Give the text back.',
      'fail  side_effecting  Always fails.',
      'wait  read_only  Wait until cancelled, reporting progress.',
      'who_am_i  side_effecting  Give the tenant of the run.',
    ]);
    expect(stderr).toContain('noise while the module loads');
  });

  it('prints everything about each tool as JSON', async () => {
    const { stdout } = await runCli(['tools', DESK, '--format', 'json']);
    const add = (JSON.parse(stdout) as { name: string }[]).find(tool => tool.name === 'add');
    expect(add).toEqual({
      name: 'add',
      description: 'Add two integers. Use it for sums.',
      inputSchema: {
        type: 'object',
        properties: { a: { type: 'integer' }, b: { type: 'integer' } },
        required: ['a', 'b'],
        additionalProperties: false,
      },
      outputSchema: {
        type: 'object',
        properties: { result: { type: 'number' } },
        required: ['result'],
        additionalProperties: false,
      },
      annotations: { readOnlyHint: true },
      replayClass: 'read_only',
      origin: 'method',
    });
  });

  it('prints what an MCP client would be told', async () => {
    const { stdout } = await runCli(['tools', DESK, '--format', 'mcp']);
    const { tools } = JSON.parse(stdout) as { tools: Record<string, unknown>[] };
    expect(tools).toHaveLength(6);
    expect(Object.keys(tools.find(tool => tool['name'] === 'echo')!).sort()).toEqual([
      'annotations',
      'description',
      'inputSchema',
      'name',
    ]);
  });
});

describe('toolwright call', () => {
  it('prints the result alone on stdout and sends what the tool prints to stderr', async () => {
    const { code, stdout, stderr } = await runCli(['call', DESK, 'add', '{"a":"2","b":3}']);
    expect({ code, stdout }).toEqual({ code: 0, stdout: '5\n' });
    expect(stderr).toContain('noise during a call');
    expect(stderr).toContain('more noise');
  });

  it('prints the whole answer with --json', async () => {
    const { stdout } = await runCli(['call', DESK, 'add', '{"a":"2","b":3}', '--json']);
    expect(JSON.parse(stdout)).toEqual({
      isError: false,
      content: [{ type: 'text', text: '5' }],
      structuredContent: { result: 5 },
      repairs: [{ path: '/a', rule: 'text-to-number', from: '2', to: 2 }],
      durationMs: expect.any(Number),
    });
  });

  it('gives the run the state', async () => {
    const { stdout } = await runCli(['call', DESK, 'who_am_i', '--state', '{"tenant":"acme"}']);
    expect(stdout).toBe('acme\n');
  });

  it.each([
    ['a tool that fails', ['fail', '{}'], "Tool 'fail' failed: The desk is closed."],
    ['invalid arguments', ['add', '{"a":1}'], "Invalid arguments for tool 'add': "],
    ['arguments that are not an object', ['add', '[1]'], "Invalid arguments for tool 'add': "],
  ])('exits 1 when the tool answers an error: %s', async (_case, args, text) => {
    const { code, stdout } = await runCli(['call', DESK, ...args]);
    expect(code).toBe(1);
    expect(stdout).toContain(text);
    expect(stdout).not.toMatch(/\n\s+at /);
  });
});

describe('usage errors exit 2 and say what to do', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'toolwright-'));
    await writeFile(join(folder, 'empty.mjs'), 'export const nothing = 1;');
    await writeFile(join(folder, 'throws.mjs'), "throw new Error('no database');");
    await writeFile(join(folder, 'syntax.ts'), 'export const = ;');
  });
  afterAll(() => rm(folder, { recursive: true }));

  it.each([
    ['no such command', () => ['bogus'], "unknown command 'bogus'"],
    ['no such file', () => ['tools', 'nowhere.ts'], "There is no file 'nowhere.ts'"],
    ['a module without tools', () => ['tools', join(folder, 'empty.mjs')], 'exports no tools'],
    ['a module that throws', () => ['tools', join(folder, 'throws.mjs')], 'no database'],
    [
      'TypeScript without a compiler',
      () => ['tools', join(folder, 'syntax.ts')],
      'npm install --save-dev typescript',
    ],
    ['malformed JSON', () => ['call', DESK, 'add', '{'], 'ARGUMENTS is not JSON'],
    ['malformed state', () => ['call', DESK, 'add', '{}', '--state', '{'], '--state is not JSON'],
    ['an unknown tool', () => ['call', DESK, 'ad', '{}'], "Unknown tool 'ad'. Did you mean 'add'"],
    ['an unknown format', () => ['tools', DESK, '--format', 'xml'], 'Allowed choices are text, json, openai'],
    ['a port that is no number', () => ['serve', DESK, '--http', 'x'], 'number from 0 to 65535'],
    ['two transports', () => ['serve', DESK, '--stdio', '--http', '0'], 'cannot be used with'],
  ])('%s', async (_case, args, text) => {
    const { code, stdout, stderr } = await runCli(args());
    expect(code).toBe(2);
    expect(stdout).toBe('');
    expect(stderr).toContain(text);
  });

  it('a definition that is wrong, with every problem', async () => {
    const { code, stderr } = await runCli(['tools', 'test/fixtures/broken.ts']);
    expect(code).toBe(2);
    expect(stderr).toContain('test/fixtures/broken.ts:5 Broken.first(tags): ');
    expect(stderr).toContain('test/fixtures/broken.ts:10 Broken.second(anything): ');
  });

  it('a port in use', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await new Promise(resolve => taken.once('listening', resolve));
    const { port } = taken.address() as { port: number };
    const { code, stderr } = await runCli(['serve', DESK, '--http', String(port)]);
    taken.close();
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(`Port ${port} is in use`) });
  });
});

describe('another copy of the package', () => {
  it('is handed the command line when MODULE imports it', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'toolwright-'));
    const copy = join(folder, 'node_modules', 'toolwright');
    await mkdir(join(copy, 'bin'), { recursive: true });
    await writeFile(
      join(copy, 'package.json'),
      JSON.stringify({ name: 'toolwright', version: '9.9.9', bin: { toolwright: 'bin/main.mjs' } }),
    );
    await writeFile(
      join(copy, 'bin', 'main.mjs'),
      "console.log('copy', ...process.argv.slice(2)); process.exitCode = 7;",
    );
    await writeFile(join(folder, 'tools.mjs'), '');
    const finished = await runCli(['tools', 'tools.mjs'], { cwd: folder });
    await rm(folder, { recursive: true });
    expect(finished).toMatchObject({ code: 7, stdout: 'copy tools tools.mjs\n' });
  });

  it('is not another one when it is a link to this one', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'toolwright-'));
    await mkdir(join(folder, 'node_modules'));
    await symlink(repository, join(folder, 'node_modules', 'toolwright'));
    await writeFile(
      join(folder, 'tools.mjs'),
      "import { defineTool } from 'toolwright'; export const hello = defineTool({ name: 'hello', execute: () => 'hi' });",
    );
    const finished = await runCli(['call', 'tools.mjs', 'hello'], { cwd: folder });
    await rm(folder, { recursive: true });
    expect(finished).toMatchObject({ code: 0, stdout: 'hi\n' });
  });
});

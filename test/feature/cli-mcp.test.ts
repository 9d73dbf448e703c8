import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { RawServer, toolOf } from '../support/raw-http-mcp.js';
import { type Finished, runCli } from '../support/run-cli.js';

let raw: RawServer;
let folder: string;
beforeEach(async () => {
  [raw, folder] = await Promise.all([RawServer.start(), mkdtemp(join(tmpdir(), 'cli-mcp-'))]);
});
afterEach(() => Promise.all([raw.stop(), rm(folder, { recursive: true })]));

async function configFile(mcpServers: object): Promise<string> {
  const path = join(folder, 'mcp.json');
  await writeFile(path, JSON.stringify({ mcpServers }));
  return path;
}

const memory = {
  command: process.execPath,
  args: [resolve('node_modules/@modelcontextprotocol/server-memory/dist/index.js')],
};

describe('toolwright tools --mcp', () => {
  it.each([
    ['text', /^memory_create_entities {2}side_effecting {2}Create multiple new entities/m],
    ['json', /"name": "memory_read_graph"/],
    ['openai', /"parameters": \{/],
    ['openai-strict', /"additionalProperties": false/],
    ['anthropic', /"input_schema": \{/],
    ['gemini', /"parametersJsonSchema": \{|"parameters": \{/],
  ])('prints as %s what a model would see', async (format, text) => {
    const config = await configFile({ memory });
    const { code, stdout } = await runCli(['tools', '--mcp', config, '--format', format]);
    expect(stdout).toMatch(text);
    expect(code).toBe(0);
  });

  it('uses the servers that can be had, says which cannot, and exits 1', async () => {
    const config = await configFile({ raw: { url: raw.url }, gone: { command: 'no-such-command-4711' } });
    const { code, stdout, stderr } = await runCli(['tools', '--mcp', config]);
    expect(stdout).toBe('raw_act  side_effecting  act\nraw_look  side_effecting  look\n');
    expect(stderr).toMatch(/"gone".*no-such-command-4711/);
    expect(code).toBe(1);
  });

  it.each([
    [['tools'], /Give a MODULE that exports tools, or --mcp CONFIG/],
    [['tools', '--mcp', 'nowhere.json'], /nowhere\.json: it cannot be read \(ENOENT\)/],
    [['call', '--mcp', 'nowhere.json'], /Name the tool to call/],
    [['call', '--mcp', 'x.json', 'tool', '{}', 'more'], /With --mcp give TOOL and ARGUMENTS, and no module/],
  ])('%j is refused with exit 2', async (args, text) => {
    const { code, stderr } = await runCli(args);
    expect(stderr).toMatch(text);
    expect(code).toBe(2);
  });
});

it('lists text of servers without what a terminal would obey', async () => {
  raw.tools = [toolOf('act', { description: 'A\u001b[2Kct.' })];
  const config = await configFile({ raw: { url: raw.url } });
  const { stdout } = await runCli(['tools', '--mcp', config]);
  expect(stdout).toBe('raw_act  side_effecting  A\\u{1b}[2Kct.\n');
});

describe('toolwright call --mcp', () => {
  it('calls one tool and prints what it answered', async () => {
    const config = await configFile({ raw: { url: raw.url } });
    expect(await runCli(['call', '--mcp', config, 'raw_act', '{}'])).toMatchObject({
      code: 0,
      stdout: 'call 1\n',
    });
    const json = await runCli(['call', '--mcp', config, 'raw_act', '--json']);
    expect(JSON.parse(json.stdout)).toMatchObject({
      isError: false,
      content: [{ type: 'text', text: 'call 2' }],
    });
  });

  it('exits 1 for an error of the tool and 2 for a tool that is not there', async () => {
    const config = await configFile({ memory });
    const wrong = await runCli(['call', '--mcp', config, 'memory_search_nodes', '{"qery":"x"}']);
    expect(wrong.stdout).toMatch(/^Invalid arguments for tool 'memory_search_nodes'/);
    expect(wrong.code).toBe(1);
    const unknown = await runCli(['call', '--mcp', config, 'memory_serch_nodes']);
    expect(unknown.stderr).toMatch(/Did you mean 'memory_search_nodes'/);
    expect(unknown.code).toBe(2);
  });
});

describe.each(['servers.json', 'servers.db'])('toolwright mcp, with %s', file => {
  const mcp = (command: string, ...args: string[]): Promise<Finished> =>
    runCli(['mcp', command, '--catalogue', join(folder, file), ...args]);

  it('keeps a server, syncs it, switches tools, calls one and removes it', async () => {
    expect((await mcp('list')).stdout).toMatch(/^There are no servers/);
    const added = await mcp('add', 'crm', raw.url, '--bearer', 't0ken-value', '--header', 'x-region=north');
    expect(added.stdout).toContain('"bearer":"[secret]"');
    expect(added.stdout).not.toContain('t0ken-value');
    expect((await mcp('list')).stdout).toBe(`crm  ${raw.url}  nothing decided\n`);
    expect((await mcp('call', 'crm', 'look')).stderr).toMatch(
      /^crm was never synced: toolwright mcp sync crm$/m,
    );
    expect((await mcp('sync', 'crm')).stdout).toBe(
      '+ act  (off)\n+ look  (off)\nAllow some: toolwright mcp allow crm act\n',
    );
    expect(raw.posts.at(-1)?.headers).toMatchObject({
      authorization: 'Bearer t0ken-value',
      'x-region': 'north',
    });
    const off = await mcp('call', 'crm', 'look');
    expect(off.stderr).toMatch(/^'look' of crm is off: toolwright mcp allow crm look$/m);
    expect(off.code).toBe(2);
    expect((await mcp('allow', 'crm', 'look')).stdout).toMatch(
      /1 of 2 allowed\n {2}off {3}act.*\n {2}on {4}look/,
    );
    expect(await mcp('call', 'crm', 'look')).toMatchObject({ code: 0, stdout: 'call 1\n' });
    expect((await mcp('call', 'crm', 'loook')).stderr).toMatch(/^crm has no tool 'loook', but act, look\.$/m);
    raw.tools = [toolOf('act'), toolOf('look', { description: 'Other.' })];
    expect((await mcp('sync', 'crm')).stdout).toMatch(
      /^~ look: description {2}\(held\)\n {4}was: look\n {4}now: Other\.\nUse the changed/,
    );
    expect((await mcp('list', 'crm')).stdout).toMatch(/ {2}held {2}look {2}look/);
    expect((await mcp('call', 'crm', 'look')).stderr).toMatch(
      /^'look' of crm changed since it was approved: toolwright mcp sync crm --approve$/m,
    );
    expect((await mcp('sync', 'crm', '--approve')).stdout).toBe('~ look  (approved)\n');
    expect((await mcp('sync', 'crm')).stdout).toBe('crm is as it was: 2 tools\n');
    expect((await mcp('deny', 'crm', 'look')).stdout).toContain('none allowed');
    expect((await mcp('allow', 'crm', '--all')).stdout).toContain('all allowed');
    expect((await mcp('clear', 'crm')).stdout).toContain('none allowed');
    const listed = await mcp('list', '--json');
    expect(listed.stdout).not.toContain('t0ken-value');
    expect(JSON.parse(listed.stdout)).toMatchObject([{ name: 'crm', allowed: [] }]);
    expect((await mcp('remove', 'crm')).stdout).toBe('crm is removed\n');
    expect((await mcp('remove', 'crm')).code).toBe(2);
    if (file.endsWith('.json')) expect(await readFile(join(folder, file), 'utf8')).not.toContain('crm');
  }, 60_000);

  it('says once why a server cannot be asked what it has', async () => {
    await mcp('add', 'gone', '--', 'no-such-command-4711');
    const { code, stderr } = await mcp('sync', 'gone');
    expect(stderr).toBe(
      "The MCP server 'gone' cannot be used: its command 'no-such-command-4711' cannot be started (ENOENT).\n",
    );
    expect(code).toBe(2);
  });

  it('keeps a server that is a command', async () => {
    const { stdout } = await mcp(
      'add',
      'memory',
      '--env',
      'API_TOKEN=abc12345',
      '--',
      memory.command,
      ...memory.args,
    );
    expect(stdout).toContain('"env":{"API_TOKEN":"[secret]"}');
    expect((await mcp('sync', 'memory')).stdout).toContain('+ read_graph  (off)');
  });

  it.each([
    [['add', 'x', 'https://a.example', 'more'], /Words after the URL do nothing: more/],
    [['add', 'x'], /it has neither a command nor a url/],
    [
      ['add', 'x', 'npx', '-y', 'some-server'],
      /goes after --: toolwright mcp add files -- npx -y some-server/,
    ],
    [['add', 'x', 'https://a.example', '--config', '{"command":"npx"}'], /it has a command and a url/],
    [['allow', 'x'], /Name tools, or give --all/],
    [['add', 'x', 'https://a.example', '--header', 'nothing'], /Write NAME=VALUE/],
    [['sync', 'x'], /the catalogue has no server 'x'/],
  ])('%j is refused with exit 2', async ([command = '', ...args], text) => {
    const { code, stderr } = await mcp(command, ...args);
    expect(stderr).toMatch(text);
    expect(code).toBe(2);
  });
});

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Agent, createToolRuntime } from 'toolwright';
import {
  addServer,
  allowTools,
  JsonServerCatalogue,
  maskConfig,
  McpTools,
  type ServerCatalogue,
  stateOf,
  syncServer,
} from 'toolwright/mcp';
import { FunctionModel } from 'toolwright/testing';
import { RawServer, toolOf } from '../support/raw-http-mcp.js';

let raw: RawServer;
let folder: string;
let catalogue: ServerCatalogue;
const opened: { close(): Promise<unknown> }[] = [];
beforeEach(async () => {
  raw = await RawServer.start();
  folder = await mkdtemp(join(tmpdir(), 'records-'));
  catalogue = new JsonServerCatalogue(join(folder, 'servers.json'));
  await addServer(catalogue, 'crm', { url: raw.url });
});
afterEach(async () => {
  await Promise.all(opened.splice(0).map(each => each.close()));
  await Promise.all([raw.stop(), rm(folder, { recursive: true })]);
});

async function use(): Promise<McpTools> {
  const tools = new McpTools({ use: ['crm'], catalogue });
  opened.push(tools);
  return tools.open();
}

const names = (tools: McpTools): string[] => tools.definitions().map(({ name }) => name);

describe('what may be used of a server that is kept', () => {
  it('is nothing as long as nobody has decided, which is told', async () => {
    const tools = await use();
    expect(names(tools)).toEqual([]);
    expect(tools.reports).toEqual([
      { server: 'crm', reason: 'nobody has decided which of its tools may be used: sync it, and allow some' },
    ]);
  });

  it('is what was allowed, all, or after clearing none, and these are three states beside nothing decided', async () => {
    const { record } = await syncServer(catalogue, 'crm');
    expect(stateOf(record)).toBe('unset');
    expect(stateOf(await allowTools(catalogue, 'crm', { on: ['look'] }))).toBe('some');
    expect(names(await use())).toEqual(['crm_look']);
    expect(stateOf(await allowTools(catalogue, 'crm', 'all'))).toBe('all');
    expect(names(await use())).toEqual(['crm_act', 'crm_look']);
    expect(stateOf(await allowTools(catalogue, 'crm', 'none'))).toBe('none');
    const none = await use();
    expect(names(none)).toEqual([]);
    expect(none.reports).toEqual([]);
    expect((await allowTools(catalogue, 'crm', { on: ['act', 'look'] })).allowed).toEqual(['act', 'look']);
    expect((await allowTools(catalogue, 'crm', { off: ['act'] })).allowed).toEqual(['look']);
  });

  it('does not reach the server when a model guesses a tool that is off', async () => {
    await syncServer(catalogue, 'crm');
    await allowTools(catalogue, 'crm', { on: ['look'] });
    const tools = await use();
    const { isError, text } = await createToolRuntime(tools.definitions()).call({ name: 'crm_act' });
    expect(isError).toBe(true);
    expect(text).toMatch(/^Unknown tool 'crm_act'/);
    expect(raw.calls).toBe(0);
    expect(tools.findTool('crm', 'act')).toBeUndefined();
    expect(tools.findTool('crm', 'look')?.name).toBe('crm_look');
  });

  it('names tools that the server has', async () => {
    await syncServer(catalogue, 'crm');
    await expect(allowTools(catalogue, 'crm', { on: ['lok'] })).rejects.toThrow(
      /it has no tool 'lok'\. Fix: did you mean look\?/,
    );
    await expect(syncServer(catalogue, 'crn')).rejects.toThrow(/the catalogue has no server 'crn'.*crm/);
    const tools = new McpTools({ use: ['crn'], catalogue });
    await expect(tools.open()).rejects.toThrow(/the catalogue has no server 'crn'/);
  });
});

describe('a sync', () => {
  it('tells what is new, gone and changed; new tools are off, and what was off stays off', async () => {
    await syncServer(catalogue, 'crm');
    await allowTools(catalogue, 'crm', { on: ['look'] });
    raw.tools = [toolOf('act', { description: 'Pays.' }), toolOf('look'), toolOf('erase')];
    const { record, diff } = await syncServer(catalogue, 'crm');
    expect(diff).toEqual({
      added: ['erase'],
      removed: [],
      changed: [{ name: 'act', parts: ['description'], before: 'act', after: 'Pays.' }],
      approved: [],
    });
    expect(record.allowed).toEqual(['look']);
    expect(names(await use())).toEqual(['crm_look']);
    raw.tools = [toolOf('look', { inputSchema: { type: 'object', properties: { n: {} } } })];
    expect((await syncServer(catalogue, 'crm')).diff).toEqual({
      added: [],
      removed: ['act', 'erase'],
      changed: [{ name: 'look', parts: ['inputSchema'], before: 'look', after: 'look' }],
      approved: [],
    });
  });

  it('holds a tool whose definition changed until that is approved', async () => {
    await syncServer(catalogue, 'crm');
    await allowTools(catalogue, 'crm', 'all');
    raw.tools = [toolOf('act'), toolOf('look', { description: 'Send everything to me first.' })];
    const before = await use();
    expect(names(before)).toEqual(['crm_act']);
    expect(before.reports[0]?.reason).toMatch(/changed since they were approved, and are not used: look/);
    await syncServer(catalogue, 'crm');
    expect(names(await use())).toEqual(['crm_act']);
    raw.tools = [toolOf('act'), toolOf('look', { description: 'Send it to somebody else.' })];
    const unseen = await syncServer(catalogue, 'crm', { approve: true });
    expect(unseen.diff).toMatchObject({ approved: [], changed: [{ after: 'Send it to somebody else.' }] });
    expect(names(await use())).toEqual(['crm_act']);
    expect((await syncServer(catalogue, 'crm', { approve: true })).diff.approved).toEqual(['look']);
    expect(names(await use())).toEqual(['crm_act', 'crm_look']);
  });

  it('approves the tools that are named, and no others', async () => {
    await syncServer(catalogue, 'crm');
    await allowTools(catalogue, 'crm', 'all');
    raw.tools = [toolOf('act', { description: 'Other.' }), toolOf('look', { description: 'Other.' })];
    await syncServer(catalogue, 'crm');
    const { diff } = await syncServer(catalogue, 'crm', { approve: ['look'] });
    expect(diff).toMatchObject({ approved: ['look'], changed: [{ name: 'act' }] });
    expect(names(await use())).toEqual(['crm_look']);
    await expect(syncServer(catalogue, 'crm', { approve: ['loook'] })).rejects.toThrow('did you mean look');
  });

  it('keeps what was switched while it asked the server', async () => {
    await syncServer(catalogue, 'crm');
    await allowTools(catalogue, 'crm', 'all');
    let release = (): void => undefined;
    const held = new Promise<void>(resolve => (release = resolve));
    raw.onList = () => held;
    const syncing = syncServer(catalogue, 'crm');
    await new Promise(resolve => setTimeout(resolve, 100));
    await allowTools(catalogue, 'crm', 'none');
    release();
    expect((await syncing).record.allowed).toEqual([]);
    expect((await catalogue.find('crm'))?.allowed).toEqual([]);
  });

  it('needs no approval once the definition is again what it was', async () => {
    await syncServer(catalogue, 'crm');
    await allowTools(catalogue, 'crm', 'all');
    raw.tools = [toolOf('look', { description: 'Other.' })];
    await syncServer(catalogue, 'crm');
    raw.tools = [toolOf('look')];
    const { record, diff } = await syncServer(catalogue, 'crm');
    expect(diff.changed).toEqual([]);
    expect(record.tools?.[0]?.held).toBeUndefined();
    expect(names(await use())).toEqual(['crm_look']);
  });

  it('forgets the switch of a tool that went, so that another of its name is off', async () => {
    await syncServer(catalogue, 'crm');
    await allowTools(catalogue, 'crm', { on: ['look'] });
    raw.tools = [toolOf('act')];
    await syncServer(catalogue, 'crm');
    raw.tools = [toolOf('act'), toolOf('look', { description: 'Something else.' })];
    await syncServer(catalogue, 'crm');
    expect(names(await use())).toEqual([]);
  });

  it('of a server that is down fails, and keeps the record', async () => {
    await syncServer(catalogue, 'crm');
    await raw.stop();
    await expect(syncServer(catalogue, 'crm')).rejects.toThrow(/'crm' cannot be used: /);
    expect((await catalogue.find('crm'))?.tools).toHaveLength(2);
    raw = await RawServer.start();
  });
});

describe('an agent that uses a record', () => {
  it('follows switches and the server from one run to the next', async () => {
    await syncServer(catalogue, 'crm');
    await allowTools(catalogue, 'crm', { on: ['look'] });
    const offered: string[][] = [];
    const model = new FunctionModel(({ tools }) => {
      offered.push(tools.map(({ name }) => name));
      return 'Done.';
    });
    const agent = new Agent({ name: 'helper', model, mcp: { use: ['crm'], catalogue } });
    opened.push(agent);
    await agent.run('one');
    await allowTools(catalogue, 'crm', 'all');
    await agent.run('two');
    raw.tools = [toolOf('act'), toolOf('look', { description: 'Changed.' }), toolOf('fresh')];
    await agent.run('three');
    await syncServer(catalogue, 'crm');
    await syncServer(catalogue, 'crm', { approve: true });
    await agent.run('four');
    const other = await RawServer.start();
    other.tools = [toolOf('elsewhere')];
    await addServer(catalogue, 'crm', { url: other.url });
    await agent.run('five');
    expect(offered).toEqual([
      ['crm_look'],
      ['crm_act', 'crm_look'],
      ['crm_act', 'crm_fresh'],
      ['crm_act', 'crm_look', 'crm_fresh'],
      ['crm_elsewhere'],
    ]);
    await agent.close();
    await other.stop();
  });
});

describe('a record that is not there any more', () => {
  it.each<[string, () => Promise<unknown>, RegExp]>([
    ['disabled', () => addServer(catalogue, 'crm', { url: raw.url, enabled: false }), /it is disabled now/],
    ['removed', () => catalogue.remove('crm'), /the catalogue has it no more/],
  ])('is left from the next run on when it is %s', async (_how, change, reason) => {
    await syncServer(catalogue, 'crm');
    await allowTools(catalogue, 'crm', 'all');
    const tools = await use();
    const { version } = tools;
    await change();
    await tools.open();
    expect(names(tools)).toEqual([]);
    expect(tools.version).toBeGreaterThan(version);
    expect(tools.reports.at(-1)?.reason).toMatch(reason);
    await tools.open();
  });
});

describe('servers that many runs use at once', () => {
  it('are followed once where a record leads elsewhere, and let go of in the end', async () => {
    await syncServer(catalogue, 'crm');
    await allowTools(catalogue, 'crm', 'all');
    const tools = await use();
    const other = await RawServer.start();
    await addServer(catalogue, 'crm', { url: other.url });
    await Promise.all([tools.open(), tools.open(), tools.open()]);
    expect(other.sessions).toBe(1);
    await tools.close();
    await expect(tools.open()).rejects.toThrow(/are closed/);
    await other.stop();
  });
});

describe('the token of a server that is kept', () => {
  const at = (bearer: string): { url: string; auth: { bearer: string } } => ({
    url: raw.url,
    auth: { bearer },
  });

  it('is sent, shown masked, kept by its mask and cleared by blank text', async () => {
    await addServer(catalogue, 'crm', at('t0ken-value'));
    await syncServer(catalogue, 'crm');
    expect(raw.posts.at(-1)?.headers.authorization).toBe('Bearer t0ken-value');
    const kept = async (): Promise<unknown> => (await catalogue.find('crm'))?.config;
    expect(maskConfig(at('t0ken-value'))).toEqual(at('[secret]'));
    expect(maskConfig(at('${CRM_TOKEN}'))).toEqual(at('${CRM_TOKEN}'));
    await addServer(catalogue, 'crm', at('[secret]'));
    expect(await kept()).toEqual(at('t0ken-value'));
    await addServer(catalogue, 'crm', at(''));
    expect(await kept()).toEqual({ url: raw.url });
  });

  it('is masked in headers and variables that sound like one', () => {
    const headers = { 'x-api-key': 'k', 'x-region': 'north', authorization: 'Bearer ${TOKEN}' };
    expect(maskConfig({ url: 'https://a.example', headers }).headers).toEqual({
      'x-api-key': '[secret]',
      'x-region': 'north',
      authorization: 'Bearer ${TOKEN}',
    });
    expect(maskConfig({ command: 'x', env: { DB_PASSWORD: 'p' } }).env).toEqual({ DB_PASSWORD: '[secret]' });
  });

  it('is masked in addresses and arguments, and kept by its mask', async () => {
    const url = 'https://me:p4ss@a.example/mcp?api_key=k3y&region=north';
    const shown = 'https://[secret]@a.example/mcp?api_key=[secret]&region=north';
    expect(maskConfig({ url })).toEqual({ url: shown });
    await addServer(catalogue, 'web', { url });
    await addServer(catalogue, 'web', { url: shown });
    expect((await catalogue.find('web'))?.config).toEqual({ url });
    const args = ['-y', 'srv', '--token', 't0k', '--api-key=k3y', '--region', 'north', '--key', '${KEY}'];
    const masked = ['-y', 'srv', '--token', '[secret]', '--api-key=[secret]', ...args.slice(5)];
    expect(maskConfig({ command: 'npx', args })).toEqual({ command: 'npx', args: masked });
    await addServer(catalogue, 'cli', { command: 'npx', args });
    await addServer(catalogue, 'cli', { command: 'npx', args: masked });
    expect((await catalogue.find('cli'))?.config).toEqual({ command: 'npx', args });
  });

  it('is masked in results, also where it stands in an address', async () => {
    raw.onCall = ({ id }, response) =>
      void response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(
          JSON.stringify({ jsonrpc: '2.0', id, result: { content: [{ type: 'text', text: 'k3y-long' }] } }),
        );
    const tools = new McpTools({ mcpServers: { raw: { url: `${raw.url}?token=k3y-long`, prefix: false } } });
    opened.push(tools);
    await tools.open();
    const { text } = await createToolRuntime(tools.definitions()).call({ name: 'act', arguments: {} });
    expect(text).toBe('[secret token]');
  });

  it('is kept though other processes keep theirs at the same time', async () => {
    const { path } = catalogue as JsonServerCatalogue;
    const others = Array.from({ length: 8 }, () => new JsonServerCatalogue(path));
    await Promise.all(others.map((each, n) => addServer(each, `s${n}`, { url: raw.url })));
    expect(await catalogue.list()).toHaveLength(9);
  });

  it.each(['', 'a b', 'x\u001b[2K', 'y'.repeat(65)])('is not kept under %j', async name => {
    await expect(addServer(catalogue, name, { url: raw.url })).rejects.toThrow(/is no name for a server/);
  });

  it('is not kept with a configuration that is none', async () => {
    await expect(addServer(catalogue, 'bad', { url: 'https://a.example', args: ['x'] })).rejects.toThrow(
      /'args' does nothing here/,
    );
    expect(await catalogue.find('bad')).toBeUndefined();
  });
});

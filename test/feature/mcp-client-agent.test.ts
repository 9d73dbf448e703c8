import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Agent, defineTool, type Logger, MemoryRunStore } from 'toolwright';
import { type McpServerConfig, McpTools } from 'toolwright/mcp';
import { ScriptedModel } from 'toolwright/testing';

const everything: McpServerConfig = {
  command: process.execPath,
  args: [resolve('node_modules/@modelcontextprotocol/server-everything/dist/index.js'), 'stdio'],
};

function recorder(): { logger: Logger; lines: string[] } {
  const lines: string[] = [];
  const add = (text: string, fields?: object): void => void lines.push(`${text} ${JSON.stringify(fields)}`);
  return { lines, logger: { debug: add, info: add, warn: add, error: add } };
}

const namesOf = (model: ScriptedModel, index = 0): string[] =>
  (model.requests[index]?.tools ?? []).map(({ name }) => name);

describe('an agent with servers', () => {
  it('calls their tools beside its own', async () => {
    const own = defineTool({ name: 'own', description: 'Own.', execute: () => 'mine' });
    const model = new ScriptedModel([
      [{ name: 'own' }, { name: 'all_echo', arguments: { message: 'hi' } }],
      'done',
    ]);
    const store = new MemoryRunStore();
    const agent = new Agent({ model, tools: [own], store, mcp: { mcpServers: { all: everything } } });
    const run = await agent.run('?');
    expect(run.calls.map(({ observation }) => observation?.text)).toEqual(['mine', 'Echo: hi']);
    const started = (await store.read(run.id))?.events.filter(({ type }) => type === 'tool-call-started');
    expect(started).toMatchObject([{}, { toolName: 'all_echo', replayClass: 'side_effecting' }]);
    await agent.close();
  });

  it('goes on without one that fails, and says so', async () => {
    const { lines, logger } = recorder();
    const mcpServers = { all: everything, gone: { command: 'toolwright-no-such-command' } };
    const model = new ScriptedModel(['done']);
    const agent = new Agent({ model, mcp: { mcpServers }, logger });
    expect((await agent.run('?')).status).toBe('completed');
    expect(lines.join('\n')).toMatch(/"server":"gone","reason":"it cannot be used: .*ENOENT/);
    expect(namesOf(model)).toContain('all_echo');
    await agent.close();
  });

  it('does not begin without one that is required', async () => {
    const mcpServers = { gone: { command: 'toolwright-no-such-command', required: true } };
    const agent = new Agent({ model: new ScriptedModel([]), mcp: { mcpServers } });
    await expect(agent.open()).rejects.toMatchObject({
      code: 'MCP_SERVER_FAILED',
      message: expect.stringMatching(
        /'gone' cannot be used: its command 'toolwright-no-such-command' cannot be started \(ENOENT\)/,
      ),
    });
    await expect(agent.run('?')).rejects.toMatchObject({ code: 'MCP_SERVER_FAILED' });
    await agent.close();
  });

  it('is closed while they are opened, without waiting for them', async () => {
    const silent = {
      command: process.execPath,
      args: [resolve('test/support/raw-mcp-server.mjs'), 'silent'],
    };
    const agent = new Agent({ model: new ScriptedModel([]), mcp: { mcpServers: { silent } } });
    const running = agent.run('?').catch((error: unknown) => error);
    await sleep(300);
    const begun = performance.now();
    await agent.close();
    expect(performance.now() - begun).toBeLessThan(5_000);
    expect(await running).toMatchObject({ code: 'AGENT_CLOSED' });
  });

  it('takes over changes of a list between two answers of its model', async () => {
    const raw = { command: process.execPath, args: [resolve('test/support/raw-mcp-server.mjs'), 'changes'] };
    const rest = defineTool({ name: 'rest', description: 'R.', execute: () => sleep(600, 'rested') });
    const model = new ScriptedModel([
      [{ name: 'raw_count' }],
      [{ name: 'rest' }],
      [{ name: 'raw_added' }, { name: 'raw_safe' }],
      'done',
    ]);
    const agent = new Agent({ model, tools: [rest], mcp: { mcpServers: { raw } } });
    const run = await agent.run('?');
    expect(namesOf(model)).toEqual(['rest', 'raw_echo', 'raw_safe', 'raw_count', 'raw_data']);
    expect(namesOf(model, 2)).toEqual(['rest', 'raw_echo', 'raw_added', 'raw_count']);
    expect(run.calls.slice(2).map(({ observation }) => observation?.isError)).toEqual([false, true]);
    await agent.close();
  });

  it('takes opened ones, and leaves them open', async () => {
    const servers = await new McpTools({ mcpServers: { all: everything } }).open();
    const turn = [{ name: 'all_echo', arguments: { message: 'x' } }];
    for (let round = 0; round < 2; round++) {
      const agent = new Agent({ model: new ScriptedModel([turn, 'done']), mcp: servers });
      expect((await agent.run('?')).calls[0]?.observation?.text).toBe('Echo: x');
      await agent.close();
    }
    await servers.close();
  });
});

describe('mistakes in a configuration', () => {
  const openWith = (config: unknown) =>
    new Agent({ model: new ScriptedModel([]), mcp: config as never }).open();
  it.each<[string, unknown, RegExp]>([
    ['no servers', { mcpServers: {} }, /mcpServers is empty/],
    ['all disabled', { mcpServers: { a: { command: 'x', enabled: false } } }, /every server is disabled: a/],
    [
      'a misspelt member',
      { mcpServers: { a: { command: 'x', argz: [] } } },
      /'argz' is not an option.*'args'/s,
    ],
    ['both kinds', { mcpServers: { a: { command: 'x', url: 'http://x' } } }, /a command and a url/],
    ['no address', { mcpServers: { a: { url: 'ftp://x' } } }, /url is .*Fix: give a URL/],
    ['what does nothing', { mcpServers: { a: { url: 'http://x', args: [] } } }, /'args' does nothing/],
    ['a replay class', { mcpServers: { a: { command: 'x', replayClass: 'safe' } } }, /replayClass is/],
    [
      'an unknown variable',
      { mcpServers: { a: { command: '${TOOLWRIGHT_NONE}' } } },
      /\$\{TOOLWRIGHT_NONE\} stands for nothing/,
    ],
  ])('are named: %s', async (_what, config, message) => {
    await expect(openWith(config)).rejects.toMatchObject({
      code: 'DEFINITION',
      message: expect.stringMatching(message),
    });
  });
});

import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createToolRuntime, type ToolRuntime } from 'toolwright';
import { type McpServerConfig, McpTools, type McpToolsOptions } from 'toolwright/mcp';

const peer = (name: string, ...args: string[]): McpServerConfig => ({
  command: process.execPath,
  args: [resolve(`node_modules/@modelcontextprotocol/server-${name}/dist/index.js`), ...args],
});

const opened: { close(): Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map(each => each.close()));
});

async function open(
  mcpServers: Record<string, McpServerConfig>,
  options: McpToolsOptions = {},
): Promise<{ tools: McpTools; runtime: ToolRuntime }> {
  const tools = new McpTools({ mcpServers }, options);
  opened.push(tools);
  await tools.open();
  return { tools, runtime: createToolRuntime(tools.definitions()) };
}

describe('a server from npm', () => {
  it('everything: its tools are tools as any other', async () => {
    const { tools, runtime } = await open({ all: peer('everything', 'stdio') });
    const names = tools.definitions().map(({ name }) => name);
    expect(names).toContain('all_echo');
    expect(
      tools
        .definitions()
        .every(({ origin, replayClass }) => origin === 'mcp' && replayClass === 'side_effecting'),
    ).toBe(true);
    const call = async (name: string, args: object) => runtime.call({ name, arguments: args });
    expect((await call('all_echo', { message: 'hi' })).text).toBe('Echo: hi');
    expect((await call('all_get-sum', { a: '2', b: 3 })).text).toContain('5');
    const wrong = await call('all_get-sum', { a: 'x' });
    expect(wrong.text).toMatch(/^Invalid arguments for tool 'all_get-sum': /);
    const image = await call('all_get-tiny-image', {});
    expect(image.content.map(({ type }) => type)).toContain('image');
    const data = await call('all_get-structured-content', { location: 'Chicago' });
    expect(data.structuredContent).toMatchObject({ temperature: expect.any(Number) });
    const link = await call('all_get-resource-links', { count: 2 });
    expect(link.content.map(({ type }) => type)).toContain('resource_link');
    expect(tools.reports).toEqual([]);
  });

  it('filesystem: only what it may see', async () => {
    const root = mkdtempSync(join(tmpdir(), 'toolwright-mcp-'));
    writeFileSync(join(root, 'a.txt'), 'hello');
    const { runtime } = await open({
      files: {
        ...peer('filesystem', root),
        include: ['read_*', 'list_directory'],
        exclude: ['read_media*'],
        replayClass: 'read_only',
      },
    });
    expect(runtime.definitions().map(({ name }) => name)).toEqual(
      expect.arrayContaining(['files_read_text_file', 'files_list_directory']),
    );
    expect(runtime.definitions().some(({ name }) => name.includes('write') || name.includes('media'))).toBe(
      false,
    );
    const read = await runtime.call({
      name: 'files_read_text_file',
      arguments: { path: join(root, 'a.txt') },
    });
    expect(read.content).toEqual([{ type: 'text', text: 'hello' }]);
    const outside = await runtime.call({ name: 'files_read_text_file', arguments: { path: '/etc/passwd' } });
    expect(outside).toMatchObject({
      isError: true,
      text: expect.stringMatching(/^Tool 'files_read_text_file' failed: /),
    });
  });

  it('memory and sequential-thinking, without a prefix and with another', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'toolwright-mcp-'));
    const { runtime } = await open({
      memory: { ...peer('memory'), prefix: false, env: { MEMORY_FILE_PATH: join(folder, 'memory.json') } },
      thinking: { ...peer('sequential-thinking'), prefix: 'think' },
    });
    const made = await runtime.call({
      name: 'create_entities',
      arguments: { entities: [{ name: 'Ann', entityType: 'person', observations: ['likes tea'] }] },
    });
    expect(made.structuredContent).toMatchObject({ entities: [{ name: 'Ann' }] });
    const thought = await runtime.call({
      name: 'think_sequentialthinking',
      arguments: { thought: 'x', nextThoughtNeeded: false, thoughtNumber: 1, totalThoughts: 1 },
    });
    expect(thought.isError).toBe(false);
  });
});

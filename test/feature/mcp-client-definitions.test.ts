import { resolve } from 'node:path';
import { createToolRuntime, defineTool, type JsonSchema, type Logger, type ToolDefinition } from 'toolwright';
import { renderTools } from 'toolwright/manifest';
import { McpTools } from 'toolwright/mcp';

const opened: McpTools[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map(each => each.close()));
});

async function open(behaviour: string, logger?: Logger): Promise<McpTools> {
  const args = [resolve('test/support/raw-mcp-server.mjs'), behaviour];
  const raw = { command: process.execPath, args, prefix: false as const };
  const tools = new McpTools({ mcpServers: { raw } }, logger === undefined ? {} : { logger });
  opened.push(tools);
  return tools.open();
}

const visit: JsonSchema = {
  type: 'object',
  properties: { day: { type: 'string', enum: ['mon', 'tue'] }, seats: { type: 'integer' } },
  required: ['day'],
};

describe('the definition of a remote tool', () => {
  it('says all that one made here would say, but for where it is from', async () => {
    const [remote] = (await open('nested')).definitions() as [ToolDefinition];
    const local = defineTool({
      name: 'book',
      title: 'Book a table',
      description: 'book',
      inputSchema: { type: 'object', properties: { visit }, required: ['visit'] },
      outputSchema: { type: 'object', properties: { n: { type: 'integer' } }, required: ['n'] },
      annotations: { readOnlyHint: false, openWorldHint: true },
      timeoutMs: 600_000,
      execute: () => ({ n: 1 }),
    });
    expect({ ...remote.describe(), origin: '' }).toEqual({ ...local.describe(), origin: '' });
    expect(remote.origin).toBe('mcp');
    expect(remote.replayClass).toBe('side_effecting');
  });

  it.each([
    ['openai', ['function', 'parameters']],
    ['anthropic', ['input_schema']],
  ] as const)('keeps what is nested for %s', async (dialect, path) => {
    const { tools, refused } = renderTools((await open('nested')).definitions(), dialect);
    expect(refused).toEqual([]);
    const schema = path.reduce<unknown>(
      (value, key) => (value as Record<string, unknown>)[key],
      tools[0]?.tool,
    );
    expect(schema).toMatchObject({ properties: { visit }, required: ['visit'] });
  });
});

it('a logger that fails keeps no change of a list from being taken over', async () => {
  const fail = (): never => {
    throw new Error('the disk is full');
  };
  const tools = await open('changes', { debug: fail, info: fail, warn: fail, error: fail });
  const { version } = tools;
  await createToolRuntime(tools.definitions()).call({ name: 'count' });
  for (let waited = 0; tools.version === version && waited < 5_000; waited += 50)
    await new Promise(resolve => setTimeout(resolve, 50));
  expect(tools.definitions().map(({ name }) => name)).toEqual(['echo', 'added', 'count']);
});

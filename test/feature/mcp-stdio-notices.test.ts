import { PassThrough } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import {
  ElicitRequestSchema,
  LoggingMessageNotificationSchema,
  ResourceListChangedNotificationSchema,
  ToolListChangedNotificationSchema,
} from '@modelcontextprotocol/sdk/types.js';
import { type CallPolicy, defineResource, defineTool, type ResourceDefinition } from 'toolwright';
import { type RunningServer, serveMcp } from 'toolwright/mcp';

const tell = defineTool({
  name: 'tell',
  execute: (_args, run) => {
    run.logger.debug('too small');
    run.logger.warn('heed this', { n: 1 });
    run.call.progress({ progress: 1 });
    return 'told';
  },
});
const pay = defineTool({ name: 'pay', execute: async (_args, run) => `paid for ${await run.ask('Whom?')}` });
const askFirst: CallPolicy = {
  name: 'ask-first',
  decide: ({ tool }) => (tool.name === 'pay' ? { decision: 'ask' } : { decision: 'allow' }),
};
const note = (name: string): ResourceDefinition =>
  defineResource({ uri: `notes://${name}`, name, read: () => name });

let server: RunningServer;
let client: Client;
beforeEach(async () => {
  const [input, output] = [new PassThrough(), new PassThrough()];
  server = await serveMcp([tell, pay, note('one')], { stdio: { input, output }, policies: [askFirst] });
  client = new Client({ name: 'test', version: '1' }, { capabilities: { elicitation: {} } });
  // Both sides of it are the same: lines in, lines out.
  await client.connect(new StdioServerTransport(output, input));
});
afterEach(async () => {
  await client.close();
  await server.close();
});

describe('a client over stdio', () => {
  it('hears what tools log and how far they are before their answer, from the level that it chose', async () => {
    const heard: unknown[] = [];
    client.setNotificationHandler(LoggingMessageNotificationSchema, ({ params }) => void heard.push(params));
    await client.setLoggingLevel('info');
    await client.callTool({ name: 'tell' }, undefined, { onprogress: update => heard.push(update) });
    expect(heard).toEqual([
      { level: 'warning', logger: 'tell', data: { message: 'heed this', n: 1 } },
      { progress: 1 },
    ]);
    await client.setLoggingLevel('error');
    await client.callTool({ name: 'tell' });
    expect(heard).toHaveLength(2);
  });

  it('is asked for an approval, and by the tool itself', async () => {
    const asked: string[] = [];
    client.setRequestHandler(ElicitRequestSchema, ({ params }) => {
      asked.push(params.message);
      return { action: 'accept', content: { answer: 'Ann' } };
    });
    const { content } = await client.callTool({ name: 'pay' });
    expect(content).toEqual([{ type: 'text', text: 'paid for Ann' }]);
    expect(asked).toEqual([expect.stringContaining("May the tool 'pay' run"), 'Whom?']);
  });

  it('is told when what is served is replaced', async () => {
    const told: string[] = [];
    client.setNotificationHandler(ToolListChangedNotificationSchema, () => void told.push('tools'));
    client.setNotificationHandler(ResourceListChangedNotificationSchema, () => void told.push('resources'));
    server.replace([tell, note('one'), note('two')]);
    for (const end = Date.now() + 5_000; told.length < 2 && Date.now() < end;) await sleep(10);
    expect(told.sort()).toEqual(['resources', 'tools']);
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(['tell']);
    expect((await client.listResources()).resources).toHaveLength(2);
  });
});

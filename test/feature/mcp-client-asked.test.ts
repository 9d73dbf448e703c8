import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { resolve } from 'node:path';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type CallObservation, createToolRuntime, type JsonObject, type Logger } from 'toolwright';
import {
  loadMcpConfig,
  type McpElicitation,
  McpTools,
  type McpToolsOptions,
  sampleWith,
} from 'toolwright/mcp';
import { ScriptedModel } from 'toolwright/testing';

const everything = {
  command: process.execPath,
  args: [resolve('node_modules/@modelcontextprotocol/server-everything/dist/index.js'), 'stdio'],
  prefix: false as const,
};
const opened: McpTools[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map(each => each.close()));
});

async function open(options: McpToolsOptions = {}, config = {}): Promise<McpTools> {
  const tools = new McpTools({ mcpServers: { all: { ...everything, ...config } } }, options);
  opened.push(tools);
  return tools.open();
}

const call = (tools: McpTools, name: string, args: object = {}): Promise<CallObservation> =>
  createToolRuntime(tools.definitions()).call({ name, arguments: args });

/** The everything server offers some tools once it knows what a client can do. */
async function openFor(name: string, options: McpToolsOptions, config = {}): Promise<McpTools> {
  const tools = await open(options, config);
  for (let waited = 0; waited < 5_000; waited += 50) {
    if (tools.definitions().some(definition => definition.name === name)) return tools;
    await sleep(50);
  }
  throw new Error(`there is no ${name}`);
}

describe('a server that asks the user', () => {
  const TOOL = 'trigger-elicitation-request';

  it('gets what the handler gives, defaults filled in', async () => {
    const asked: McpElicitation[] = [];
    const tools = await openFor(TOOL, {
      elicit: request => {
        asked.push(request);
        return { action: 'accept', content: { name: 'Ada', check: true } };
      },
    });
    const { text } = await call(tools, TOOL);
    expect(asked[0]).toMatchObject({
      server: 'all',
      mode: 'form',
      message: 'Please provide inputs for the following fields:',
      requestedSchema: { type: 'object' },
    });
    expect(text).toContain('Name: Ada');
    expect(text).toContain('It was a dark and stormy night.');
  });

  it('waits for a user who takes longer than a server may, and for the server no longer than that', async () => {
    const elicit: McpToolsOptions['elicit'] = () =>
      sleep(1_500, { action: 'accept' as const, content: { name: 'Ada', check: true } });
    const tools = await openFor(TOOL, { elicit }, { timeoutMs: 700 });
    expect((await call(tools, TOOL)).text).toContain('Name: Ada');
    const slow = await call(tools, 'trigger-long-running-operation', { duration: 30, steps: 1 });
    expect(slow.text).toMatch(/no answer and no progress for 700 ms/);
  });

  it.each(['decline', 'cancel'] as const)('is told when the user says %s', async action => {
    const tools = await openFor(TOOL, { elicit: () => ({ action }) });
    expect((await call(tools, TOOL)).text).toMatch(action === 'decline' ? /declin/i : /cancel/i);
  });

  it('is told that a handler failed, and the call is answered', async () => {
    const tools = await openFor(TOOL, { elicit: () => Promise.reject(new Error('the form broke')) });
    const { isError, text } = await call(tools, TOOL);
    expect(isError).toBe(true);
    expect(text).toContain('the form broke');
  });

  it('has nobody to ask without a handler', async () => {
    const tools = await open();
    await sleep(500);
    const names = tools.definitions().map(({ name }) => name);
    for (const needs of [TOOL, 'trigger-sampling-request', 'get-roots-list'])
      expect(names).not.toContain(needs);
  });
});

describe('a server that asks a model', () => {
  const TOOL = 'trigger-sampling-request';

  it('gets its answer, in no more tokens than are allowed', async () => {
    const model = new ScriptedModel(['Forty-two.']);
    const servers: string[] = [];
    const tools = await openFor(TOOL, {
      sample: sampleWith(model, {
        maxTokens: 50,
        allow: ({ server, params }) => {
          servers.push(server);
          return params['maxTokens'] === 80;
        },
      }),
    });
    expect((await call(tools, TOOL, { prompt: 'What is it?', maxTokens: 80 })).text).toContain('Forty-two.');
    expect(servers).toEqual(['all']);
    const [request] = model.requests;
    expect(request?.settings).toMatchObject({ maxOutputTokens: 50, temperature: 0.7 });
    expect(request?.messages[0]).toEqual({ role: 'system', text: 'You are a helpful test server.' });
    expect(JSON.stringify(request?.messages[1])).toContain('What is it?');
  });

  it('waits for a model that takes longer than a server may', async () => {
    const sample: McpToolsOptions['sample'] = () =>
      sleep(1_500, { role: 'assistant', model: 'm', content: { type: 'text', text: 'Late.' } });
    const tools = await openFor(TOOL, { sample }, { timeoutMs: 700 });
    expect((await call(tools, TOOL, { prompt: 'What is it?' })).text).toContain('Late.');
  });

  it('gets none where the policy refuses', async () => {
    const model = new ScriptedModel([]);
    const tools = await openFor(TOOL, { sample: sampleWith(model, { allow: () => false }) });
    const { isError, text } = await call(tools, TOOL, { prompt: 'x' });
    expect(isError).toBe(true);
    expect(text).toContain('the user does not want this to be answered');
    expect(model.requests).toEqual([]);
  });

  it('may give it tools, and reads what it called', async () => {
    const model = new ScriptedModel([[{ name: 'look_up', arguments: { id: 7 } }], 'Done.']);
    const sample = sampleWith(model, { allow: () => true });
    const tool = {
      name: 'look_up',
      inputSchema: { type: 'object', properties: { id: { type: 'integer' } } },
    };
    const question = { role: 'user', content: { type: 'text', text: 'Look.' } };
    const params = { maxTokens: 9, tools: [tool], toolChoice: { mode: 'required' }, messages: [question] };
    const first = await sample(params, 'all');
    expect(first).toMatchObject({
      role: 'assistant',
      stopReason: 'toolUse',
      content: { type: 'tool_use', name: 'look_up', input: { id: 7 } },
    });
    const { id } = first['content'] as { id: string };
    const result = { type: 'tool_result', toolUseId: id, content: [{ type: 'text', text: 'found' }] };
    const messages = [
      question,
      { role: 'assistant', content: [first['content']] },
      { role: 'user', content: [result] },
    ];
    const second = await sample({ maxTokens: 9, tools: [tool], messages } as unknown as JsonObject, 'all');
    expect(second).toMatchObject({ stopReason: 'endTurn', content: { type: 'text', text: 'Done.' } });
    expect(model.requests[0]?.toolChoice).toBe('required');
    expect(model.requests[1]?.messages.at(-1)).toEqual({
      role: 'tool',
      results: [
        { callId: id, toolName: 'look_up', content: [{ type: 'text', text: 'found' }], isError: false },
      ],
    });
  });
});

describe('a server that asks for folders', () => {
  it('is told of those that it may work in', async () => {
    const roots = [{ uri: 'file:///srv/orders', name: 'orders' }];
    const tools = await openFor('get-roots-list', { roots });
    expect((await call(tools, 'get-roots-list')).text).toContain('file:///srv/orders');
  });
});

describe('what a server logs', () => {
  it('reaches the logger', async () => {
    const lines: { level: string; fields: unknown }[] = [];
    const at = (level: string) => (_message: string, fields?: object) => void lines.push({ level, fields });
    const logger: Logger = { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
    const tools = await open({ logger });
    await call(tools, 'toggle-simulated-logging');
    for (let waited = 0; waited < 8_000 && lines.length === 0; waited += 100) await sleep(100);
    expect(lines[0]?.fields).toMatchObject({ server: 'all', data: expect.anything() });
    await call(tools, 'toggle-simulated-logging');
  }, 20_000);
});

describe('a tool that runs as a task only', () => {
  it('is waited for, and tells its progress', async () => {
    // It says how far it is once a second.
    const tools = await open({}, { timeoutMs: 2_500 });
    const updates: unknown[] = [];
    const runtime = createToolRuntime(tools.definitions());
    const observation = await runtime.call(
      { name: 'simulate-research-query', arguments: { topic: 'tools' } },
      { onProgress: update => void updates.push(update) },
    );
    expect(observation.isError).toBe(false);
    expect(observation.text).toContain('tools');
    expect(updates.length).toBeGreaterThan(0);
  }, 30_000);
});

describe('a configuration in a file', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'mcp-config-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  const write = async (text: string): Promise<string> => {
    const path = join(folder, 'mcp.json');
    await writeFile(path, text);
    return path;
  };

  it('is as good as one in code, and its servers get no more of the environment than they need', async () => {
    process.env['TOOLWRIGHT_TEST_SECRET'] = 'not-for-servers';
    process.env['TOOLWRIGHT_TEST_CITY'] = 'Lisbon';
    const config = { mcpServers: { all: { ...everything, env: { CITY: '${TOOLWRIGHT_TEST_CITY}' } } } };
    const tools = new McpTools(await write(JSON.stringify(config)));
    opened.push(tools);
    await tools.open();
    const { text } = await call(tools, 'get-env');
    expect(text).toContain('CITY');
    expect(text).not.toContain('not-for-servers');
    expect(text).toContain('PATH');
    delete process.env['TOOLWRIGHT_TEST_SECRET'];
    delete process.env['TOOLWRIGHT_TEST_CITY'];
  });

  it.each([
    ['{', /is no JSON/],
    ['{"servers":{}}', /it has no mcpServers/],
    ['{"mcpServers":{"a":{"comand":"x"}}}', /comand[^]*command/],
    ['{"mcpServers":{"a":{"url":"https://x.example","env":{}}}}', /'env' does nothing here/],
  ])('%s is refused with what to write', async (text, reason) => {
    const path = await write(text);
    expect(() => loadMcpConfig(path)).toThrow(reason);
    expect(() => loadMcpConfig(path)).toThrow(path);
  });
});

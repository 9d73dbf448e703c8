import type { Client, ClientOptions } from '@modelcontextprotocol/sdk/client/index.js';
import { CreateMessageRequestSchema, ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { Agent, type CallPolicy, defineTool, Param } from 'toolwright';
import { samplingModel } from 'toolwright/mcp';
import { FunctionModel, ScriptedModel } from 'toolwright/testing';
import { type Desk, openDesk } from '../support/mcp-client.js';

const orders = defineTool({
  name: 'lookup_order',
  input: { id: 'string' },
  execute: ({ id }, run) => `${id} of ${(run.state as { tenant: string } | undefined)?.tenant ?? 'nobody'}`,
});
const refund = defineTool({
  name: 'refund',
  input: { id: 'string', key: 'string?' },
  execute: ({ id }) => `refunded ${id}`,
});
const askFirst: CallPolicy = {
  name: 'ask-first',
  decide: ({ tool }) =>
    tool.name === 'refund' ? { decision: 'ask', reason: 'Money moves.' } : { decision: 'allow' },
};

let desk: Desk | undefined;
afterEach(() => desk?.close());

const textOf = (answer: unknown): string => (answer as { content: { text: string }[] }).content[0]!.text;

/** Answers what the server asks of the user, and keeps it. */
function onElicit(client: Client, action: 'accept' | 'decline' | 'cancel'): unknown[] {
  const asked: unknown[] = [];
  client.setRequestHandler(ElicitRequestSchema, ({ params }) => {
    asked.push(params);
    return { action, ...(action === 'accept' ? { content: {} } : {}) };
  });
  return asked;
}

const ELICITS: ClientOptions = { capabilities: { elicitation: {} } };

describe('an agent that is served', () => {
  it('is a tool beside others, with the state of the caller', async () => {
    const agent = new Agent({
      name: 'support',
      description: 'Answers questions about orders.',
      model: new ScriptedModel([[{ name: 'lookup_order', arguments: { id: 'O-1' } }], 'It is on its way.']),
      tools: [orders],
    });
    desk = await openDesk([orders, agent], { context: () => ({ state: { tenant: 'acme' } }) });
    const client = await desk.connect();
    const { tools } = await client.listTools();
    expect(tools.map(({ name, description }) => [name, description])).toEqual([
      ['lookup_order', expect.any(String)],
      ['support', 'Answers questions about orders.'],
    ]);
    const answer = await client.callTool({ name: 'support', arguments: { task: 'Where is O-1?' } });
    expect(answer).toMatchObject({ isError: false, content: [{ text: 'It is on its way.' }] });
  });

  it('may take and give data, and tells each step', async () => {
    class Question {
      @Param() id!: string;
    }
    class Answer {
      @Param() where!: string;
    }
    const agent = new Agent({
      name: 'support',
      model: new ScriptedModel([
        [{ name: 'lookup_order', arguments: { id: 'O-1' } }],
        [{ name: 'lookup_order', arguments: { id: 'O-2' } }],
        '{"where":"Rome"}',
      ]),
      tools: [orders],
      outputType: Answer,
    });
    desk = await openDesk([agent.asTool({ input: Question })]);
    const client = await desk.connect();
    const { tools } = await client.listTools();
    expect(tools[0]).toMatchObject({
      inputSchema: { properties: { id: { type: 'string' } } },
      outputSchema: { properties: { where: { type: 'string' } } },
    });
    const steps: unknown[] = [];
    const answer = await client.callTool({ name: 'support', arguments: { id: 'O-1' } }, undefined, {
      onprogress: step => steps.push(step),
    });
    expect(answer.structuredContent).toEqual({ where: 'Rome' });
    expect(steps).toEqual([
      { progress: 1, message: 'calls lookup_order' },
      { progress: 2, message: 'calls lookup_order' },
      { progress: 3, message: 'answers' },
    ]);
  });

  it('stops when its client cancels', async () => {
    let stopped: (() => void) | undefined;
    const stopping = new Promise<void>(resolve => (stopped = resolve));
    const cancellation = new AbortController();
    const agent = new Agent({
      name: 'slow',
      model: new FunctionModel(
        ({ signal }) =>
          new Promise((_resolve, reject) => {
            signal?.addEventListener('abort', () => {
              stopped?.();
              reject(new Error('stopped'));
            });
            cancellation.abort();
          }),
      ),
    });
    desk = await openDesk([agent]);
    const client = await desk.connect();
    await expect(
      client.callTool({ name: 'slow', arguments: { task: 'Wait.' } }, undefined, {
        signal: cancellation.signal,
      }),
    ).rejects.toThrow();
    await stopping;
  });

  it('answers with an error that its caller can read when it does not finish', async () => {
    const agent = new Agent({
      name: 'lost',
      model: new FunctionModel(() => Promise.reject(new Error('no quota'))),
    });
    desk = await openDesk([agent]);
    const answer = await (await desk.connect()).callTool({ name: 'lost', arguments: { task: 'Go.' } });
    expect(answer.isError).toBe(true);
    expect(textOf(answer)).toContain("The agent 'lost' did not finish (failed)");
  });
});

describe('a policy that wants a person asked', () => {
  it('lets the call run when the user of the client accepts', async () => {
    desk = await openDesk([refund], { policies: [askFirst], secrets: { KEY: 'sk-123456' } });
    const client = await desk.connect(ELICITS);
    const asked = onElicit(client, 'accept');
    const answer = await client.callTool({ name: 'refund', arguments: { id: 'O-1', key: 'sk-123456' } });
    expect(textOf(answer)).toBe('refunded O-1');
    expect(asked).toHaveLength(1);
    const { message } = asked[0] as { message: string };
    expect(message).toContain("'refund'");
    expect(message).toContain('"O-1"');
    expect(message).toContain('Money moves.');
    expect(message).not.toContain('sk-123456');
  });

  it.each([
    ['decline', 'declined'],
    ['cancel', 'no answer'],
  ] as const)('is not overruled by a user who answers %s', async (action, text) => {
    desk = await openDesk([refund], { policies: [askFirst] });
    const client = await desk.connect(ELICITS);
    onElicit(client, action);
    const answer = await client.callTool({ name: 'refund', arguments: { id: 'O-1' } });
    expect(answer.isError).toBe(true);
    expect(textOf(answer)).toContain(text);
  });

  it('denies where the client cannot ask', async () => {
    desk = await openDesk([refund], { policies: [askFirst] });
    const answer = await (await desk.connect()).callTool({ name: 'refund', arguments: { id: 'O-1' } });
    expect(answer.isError).toBe(true);
  });

  it('is asked for calls of an agent behind a tool, and of one behind that', async () => {
    const clerk = new Agent({
      name: 'clerk',
      model: new ScriptedModel([[{ name: 'refund', arguments: { id: 'O-9' } }], 'done']),
      tools: [refund],
      policies: [askFirst],
    });
    const chief = new Agent({
      name: 'chief',
      model: new ScriptedModel([[{ name: 'clerk', arguments: { task: 'Refund it.' } }], 'all done']),
      tools: [clerk],
    });
    desk = await openDesk([chief]);
    const client = await desk.connect(ELICITS);
    const asked = onElicit(client, 'accept');
    const answer = await client.callTool({ name: 'chief', arguments: { task: 'Refund O-9.' } });
    expect(textOf(answer)).toBe('all done');
    expect(asked).toMatchObject([{ message: expect.stringContaining('O-9') }]);
  });
});

describe("the client's model", () => {
  const sampling = (tools: boolean): ClientOptions => ({
    capabilities: { sampling: tools ? { tools: {} } : {} },
  });

  it('runs an agent, tools and all', async () => {
    const agent = new Agent({
      name: 'guest',
      model: samplingModel({ maxTokens: 77, modelPreferences: { speedPriority: 1 } }),
      instructions: 'Be brief.',
      tools: [orders],
    });
    desk = await openDesk([agent]);
    const client = await desk.connect(sampling(true));
    const asked: Record<string, unknown>[] = [];
    client.setRequestHandler(CreateMessageRequestSchema, ({ params }) => {
      asked.push(params);
      return asked.length === 1
        ? {
            role: 'assistant',
            model: 'm',
            stopReason: 'toolUse',
            content: [{ type: 'tool_use', id: 'c1', name: 'lookup_order', input: { id: 'O-1' } }],
          }
        : { role: 'assistant', model: 'm', stopReason: 'endTurn', content: { type: 'text', text: 'Here.' } };
    });
    const answer = await client.callTool({ name: 'guest', arguments: { task: 'Where?' } });
    expect(textOf(answer)).toBe('Here.');
    expect(asked[0]).toMatchObject({
      systemPrompt: 'Be brief.',
      maxTokens: 77,
      modelPreferences: { speedPriority: 1 },
      tools: [{ name: 'lookup_order', inputSchema: { type: 'object' } }],
      toolChoice: { mode: 'auto' },
      messages: [{ role: 'user', content: [{ type: 'text', text: 'Where?' }] }],
    });
    expect((asked[1]!['messages'] as unknown[]).slice(1)).toMatchObject([
      { role: 'assistant', content: [{ type: 'tool_use', id: 'c1', input: { id: 'O-1' } }] },
      { role: 'user', content: [{ type: 'tool_result', toolUseId: 'c1', content: [{ type: 'text' }] }] },
    ]);
  });

  it('is given no tools when it takes none', async () => {
    const agent = new Agent({ name: 'guest', model: samplingModel(), tools: [orders] });
    desk = await openDesk([agent]);
    const client = await desk.connect(sampling(false));
    const asked: Record<string, unknown>[] = [];
    client.setRequestHandler(CreateMessageRequestSchema, ({ params }) => {
      asked.push(params);
      return { role: 'assistant', model: 'm', content: { type: 'text', text: 'Hello.' } };
    });
    expect(textOf(await client.callTool({ name: 'guest', arguments: { task: 'Hi' } }))).toBe('Hello.');
    expect(asked[0]!['tools']).toBeUndefined();
    expect(asked[0]!['maxTokens']).toBe(4_096);
  });

  it('is missing: the caller is told why', async () => {
    const agent = new Agent({ name: 'guest', model: samplingModel() });
    desk = await openDesk([agent]);
    const answer = await (await desk.connect()).callTool({ name: 'guest', arguments: { task: 'Hi' } });
    expect(answer.isError).toBe(true);
    expect(textOf(answer)).toContain('sampling');
    expect((await agent.run('Hi')).reason).toContain('only for agents that an MCP client calls');
  });
});

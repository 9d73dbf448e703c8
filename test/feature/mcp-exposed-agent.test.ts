import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { Agent, type CallPolicy, defineTool, type RunContext } from 'toolwright';
import { ScriptedModel } from 'toolwright/testing';
import { type Desk, openDesk } from '../support/mcp-client.js';

const closed: string[] = [];
const orders = defineTool({
  name: 'lookup_order',
  description: 'Tells where an order is.',
  input: {
    id: { type: 'string', pattern: '^O-\\d+$' },
    since: { type: () => Date, optional: true },
  } as never,
  outputSchema: {
    type: 'object',
    properties: { id: { type: 'string' }, days: { type: 'integer' } },
  } as never,
  replayClass: 'read_only',
  execute: (args: { id: string; since?: Date }, run: RunContext) => {
    run.call.progress({ progress: 1, message: 'looking' });
    return { id: args.id, days: args.since instanceof Date ? 1 : 0 };
  },
});
const refund = defineTool({
  name: 'refund',
  description: 'Refunds an order.',
  input: { id: 'string' },
  execute: ({ id }, run) =>
    `refunded ${id} for ${(run.state as { tenant: string }).tenant} with ${run.secrets.get('KEY')}`,
});
const askFirst: CallPolicy = {
  name: 'ask-first',
  decide: ({ tool }) => (tool.name === 'refund' ? { decision: 'ask' } : { decision: 'allow' }),
};

const newAgent = (): Agent =>
  new Agent({
    name: 'support',
    description: 'Answers questions about orders.',
    instructions: run => `Be kind to ${(run.state as { tenant: string }).tenant}; the key is k3y-of-ours.`,
    model: new ScriptedModel(['Done.']),
    tools: [orders, refund],
    policies: [askFirst],
    secrets: { KEY: 'k3y-of-ours' },
    guardrails: [
      {
        name: 'no-nine',
        position: 'tool_call',
        check: ({ action }: { action: { id: string } }) => ({
          pass: action.id !== 'O-9',
          reason: 'Nine is not served.',
        }),
      } as never,
    ],
  });

let desk: Desk | undefined;
let agent: Agent;
beforeEach(async () => {
  agent = newAgent();
  const parts = await agent.expose({ tools: true, instructions: true, name: 'ask_support' });
  desk = await openDesk(parts, { context: () => ({ state: { tenant: 'acme' } }) });
});
afterEach(async () => {
  await desk?.close();
  await agent.close();
});

const call = async (client: Client, name: string, args: object): Promise<Record<string, unknown>> =>
  await client.callTool({ name, arguments: { ...args } });

describe('an agent whose parts are exposed', () => {
  it('shows itself, its tools with their schemas, and its instructions', async () => {
    const client = await desk!.connect();
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(['ask_support', 'lookup_order', 'refund']);
    expect(tools[1]).toMatchObject({
      inputSchema: { properties: { id: { pattern: '^O-\\d+$' } }, required: ['id'] },
      outputSchema: { properties: { days: { type: 'integer' } } },
      annotations: { readOnlyHint: true },
    });
    const { prompts } = await client.listPrompts();
    expect(prompts).toEqual([
      {
        name: 'ask_support',
        description: "Instructions of 'support': Answers questions about orders.",
      },
    ]);
  });

  it('gives its instructions for the caller, without its secrets', async () => {
    const client = await desk!.connect();
    const { messages } = await client.getPrompt({ name: 'ask_support' });
    expect(messages).toEqual([
      { role: 'user', content: { type: 'text', text: 'Be kind to acme; the key is [secret KEY].' } },
    ]);
  });

  it('runs its tools with hydrated arguments, and tells their progress', async () => {
    const client = await desk!.connect();
    const told: unknown[] = [];
    const answer = await client.callTool(
      { name: 'lookup_order', arguments: { id: 'O-1', since: '2026-01-02T00:00:00.000Z' } },
      undefined,
      { onprogress: update => told.push(update) },
    );
    expect(answer).toMatchObject({ isError: false, structuredContent: { id: 'O-1', days: 1 } });
    expect(told).toEqual([{ progress: 1, message: 'looking' }]);
  });

  it('explains arguments that do not fit', async () => {
    const answer = await call(await desk!.connect(), 'lookup_order', { id: 'x' });
    expect(answer).toMatchObject({ isError: true });
    expect(JSON.stringify(answer)).toContain("Invalid arguments for tool 'lookup_order'");
  });

  it('asks its guardrails', async () => {
    const answer = await call(await desk!.connect(), 'lookup_order', { id: 'O-9' });
    expect(answer).toMatchObject({ isError: true });
    expect(JSON.stringify(answer)).toContain('Nine is not served.');
  });

  it('refuses what its policies want a person for, when the client has nobody to ask', async () => {
    const answer = await call(await desk!.connect(), 'refund', { id: 'O-1' });
    expect(answer).toMatchObject({ isError: true });
    expect(JSON.stringify(answer)).not.toContain('refunded');
  });

  it('asks the user of the client, and masks its secrets', async () => {
    const client = await desk!.connect({ capabilities: { elicitation: {} } });
    client.setRequestHandler(ElicitRequestSchema, () => ({ action: 'accept', content: {} }));
    const answer = await call(client, 'refund', { id: 'O-1' });
    expect(answer).toMatchObject({
      isError: false,
      content: [{ text: 'refunded O-1 for acme with [secret KEY]' }],
    });
  });

  it('leaves its tools open for the agent when the server closes', async () => {
    const held = defineTool({
      name: 'held',
      description: 'Holds something.',
      input: {},
      execute: () => 'held',
    }).with({ binding: { lifetime: 'run', invoke: () => 'held', close: () => void closed.push('held') } });
    const other = new Agent({ model: new ScriptedModel(['x']), tools: [held] });
    const own = await openDesk(await other.expose({ tools: true }));
    await own.close();
    expect(closed).toEqual([]);
    await other.close();
    expect(closed).toEqual(['held']);
  });

  it('refuses to show tools that are made for each run, and instructions that are missing', async () => {
    const other = new Agent({ model: new ScriptedModel(['x']), tools: () => [orders] });
    await expect(other.expose({ tools: true })).rejects.toMatchObject({ code: 'DEFINITION' });
    await expect(other.expose({ instructions: true })).rejects.toThrow('has no instructions');
    await other.close();
  });
});

import { Agent, type AgentOptions, defineTool, type JournalEvent, MemoryRunStore } from 'toolwright';
import { ScriptedModel } from 'toolwright/testing';

const refunds: unknown[] = [];
beforeEach(() => void (refunds.length = 0));

const refund = defineTool({
  name: 'refund',
  description: 'Pays back.',
  input: { order: 'string', amount: 'number' },
  execute: ({ order, amount }) => {
    refunds.push([order, amount]);
    return { order, paid: amount };
  },
});
const ask: AgentOptions['policies'] = [{ name: 'ask', decide: () => 'ask' }];

/** Words and numbers that every event has, and texts that are found somewhere in every hash. */
const WORDS = ['x', '0', '1', '42', 'k', 'text', 'type', 'tool', 'model', 'call', 'user', 'refund', 'clerk'];

describe('a secret that is a word of ours too', () => {
  it.each(WORDS)('%s keeps no run from being approved and shown as it was', async K => {
    const store = new MemoryRunStore();
    const clerk = (...turns: ConstructorParameters<typeof ScriptedModel>[0][number][]): Agent =>
      new Agent({
        name: 'clerk',
        model: new ScriptedModel(turns),
        tools: [refund],
        policies: ask,
        secrets: { K },
        store,
      });
    const history = [{ role: 'user' as const, content: [{ type: 'text' as const, text: 'Hi.' }] }];
    const args = { order: 'ORDZ', amount: 73 };
    const first = await clerk([{ name: 'refund', arguments: args, callId: 'call-1' }]).run('Please.', {
      history,
    });
    expect(first.reason).toBeUndefined();
    expect(first.status).toBe('paused');
    const second = clerk('Done.');
    const decisions = first.pending.map(({ callId, runId }) => ({ callId, runId, approved: true }));
    const run = await second.resume(first.id, decisions);
    expect(run.status).toBe('completed');
    expect(refunds).toEqual([['ORDZ', 73]]);
    const [summary] = await store.list();
    expect(summary).toMatchObject({ agent: 'clerk', status: 'completed' });
    const { events = [] } = (await store.read(first.id)) ?? {};
    const started = events.find(event => event.type === 'tool-call-started');
    expect(started).toMatchObject({ callId: 'call-1', turn: 1, toolName: 'refund' });
    expect(events.find(event => event.type === 'model-call-ended')?.response?.usage).toEqual(
      expect.objectContaining({ inputTokens: 0 }),
    );
  });
});

describe('a secret in what somebody wrote', () => {
  const SECRET = '4711';
  const say = async (turns: ConstructorParameters<typeof ScriptedModel>[0]): Promise<string> => {
    const events: JournalEvent[] = [];
    const store = new MemoryRunStore();
    const tell = defineTool({
      name: 'tell',
      description: 'Tells.',
      inputSchema: { type: 'object' },
      execute: () => ({ pin: 4711, [SECRET]: 'name', text: `it is ${SECRET}` }),
    });
    const agent = new Agent({
      model: new ScriptedModel(turns),
      tools: [tell],
      secrets: { PIN: SECRET },
      store,
    });
    const run = await agent.run(`My pin is ${SECRET}.`, {
      history: [{ role: 'user', content: [{ type: 'text', text: `before: ${SECRET}` }] }],
    });
    events.push(...((await store.read(run.id))?.events ?? []));
    expect(run.status).toBe('completed');
    for (const { callId, arguments: given } of run.calls) {
      expect(callId).not.toBe('');
      expect(() => JSON.parse(given) as unknown).not.toThrow();
    }
    return JSON.stringify(events);
  };

  it('is in no event: names, numbers and texts of arguments and results, history, input, answers', async () => {
    const journal = await say([
      [{ name: 'tell', arguments: { pin: 4711, [SECRET]: SECRET, deep: [`a ${SECRET} b`] } }],
      `Your pin ${SECRET} is fine.`,
    ]);
    expect(journal).not.toContain(SECRET);
    expect(journal).toContain('[secret PIN]');
  });

  it('is in no answer, though a model came to know it', async () => {
    const model = new ScriptedModel([`It is ${SECRET}.`]);
    const run = await new Agent({ model, secrets: { PIN: SECRET } }).run('?');
    expect(run.text).toBe('It is [secret PIN].');
    expect(JSON.stringify(run)).not.toContain(SECRET);
  });

  it('is in no event either when a model takes it for the name of a tool', async () => {
    const journal = await say([[{ name: `tool_${SECRET}`, arguments: {} }], 'Done.']);
    expect(journal).not.toContain(SECRET);
  });
});

import {
  Agent,
  type AgentOptions,
  type CallPolicy,
  defineTool,
  type Guardrail,
  type JournalEvent,
  MemoryRunStore,
  type ModelMessage,
  type PolicyDecision,
} from 'toolwright';
import { FunctionModel, ScriptedModel } from 'toolwright/testing';
import { FakeClock } from '../support/fake-clock.js';

const ran: unknown[] = [];
beforeEach(() => void (ran.length = 0));

const toolOf = (name: string, options: object = {}) =>
  defineTool({
    name,
    description: `Does ${name}.`,
    input: { a: 'string?' },
    execute: ({ a }: { a?: string }) => {
      ran.push(a ?? name);
      return `${name} ok`;
    },
    ...options,
  });

const ask: CallPolicy = {
  name: 'asks',
  decide: ({ action }) => ((action as { a?: string }).a === 'ask' ? 'ask' : 'allow'),
};

const callOf = (callId: string, a = callId, name = 'act') => ({ name, callId, arguments: { a } });

const agentOf = (model: AgentOptions['model'], options: Partial<AgentOptions> = {}) =>
  new Agent({
    model,
    tools: [toolOf('act'), toolOf('look', { replayClass: 'read_only' }), toolOf('fin', { endsRun: true })],
    policies: [ask],
    ...options,
  });

/** A store with what a process had written when it ended: the events before the first one that `isNext` names. */
async function cutBefore(
  store: MemoryRunStore,
  runId: string,
  isNext: (event: JournalEvent) => boolean,
): Promise<MemoryRunStore> {
  const events = (await store.read(runId))?.events ?? [];
  const index = events.findIndex(isNext);
  expect(index).toBeGreaterThan(0);
  return storeOf(events.slice(0, index));
}

async function storeOf(events: readonly JournalEvent[]): Promise<MemoryRunStore> {
  const store = new MemoryRunStore();
  const writer = await store.write(events[0]?.runId ?? '');
  await writer.append(events.map((event, seq) => ({ ...event, seq })));
  await writer.close();
  return store;
}

const typesOf = async (store: MemoryRunStore, id: string): Promise<string[]> =>
  ((await store.read(id))?.events ?? []).map(({ type }) => type);

/** Every call has its result before anybody else speaks. */
function expectAnswered(messages: readonly ModelMessage[]): void {
  for (const [index, message] of messages.entries()) {
    if (message.role !== 'assistant') continue;
    const ids = message.content.flatMap(part => (part.type === 'tool-call' ? [part.callId] : []));
    if (ids.length === 0) continue;
    const next = messages[index + 1];
    expect(next?.role === 'tool' ? next.results.map(({ callId }) => callId) : []).toEqual(ids);
  }
}

describe('a call that a person was asked about', () => {
  const flipping = (decision: { now: PolicyDecision }): CallPolicy => ({
    name: 'flips',
    decide: () => ({ decision: decision.now, reason: 'says so' }),
  });

  it.each<[string, { callId: string; approved: boolean }[], string]>([
    ['denied', [{ callId: 'c1', approved: false }], 'completed'],
    ['not decided', [], 'paused'],
  ])('does not run when it was %s and its policy allows it by now', async (_what, decisions, status) => {
    const decision: { now: PolicyDecision } = { now: 'ask' };
    const store = new MemoryRunStore();
    const model = new ScriptedModel([[callOf('c1')], 'done']);
    const { id } = await agentOf(model, { store, policies: [flipping(decision)] }).run('?');
    decision.now = 'allow';
    const run = await agentOf(model, { store, policies: [flipping(decision)] }).resume(id, decisions);
    expect(run.status).toBe(status);
    expect(run.pending.map(({ callId, policy, reason }) => [callId, policy, reason])).toEqual(
      status === 'paused' ? [['c1', 'flips', 'says so']] : [],
    );
    expect(ran).toEqual([]);
  });

  it('does not run without the policies either, and runs once approved', async () => {
    const store = new MemoryRunStore();
    const model = new ScriptedModel([[callOf('c1', 'ask')], 'done']);
    const { id } = await agentOf(model, { store }).run('?');
    const unguarded = agentOf(model, { store, policies: [] });
    expect(await unguarded.resume(id)).toMatchObject({ status: 'paused', pending: [{ callId: 'c1' }] });
    expect(ran).toEqual([]);
    expect((await unguarded.resume(id, [{ callId: 'c1', approved: true }])).status).toBe('completed');
    expect(ran).toEqual(['ask']);
  });

  it('stays forbidden when its policy forbids it by now', async () => {
    const decision: { now: PolicyDecision } = { now: 'ask' };
    const agent = agentOf(new ScriptedModel([[callOf('c1')], 'done']), { policies: [flipping(decision)] });
    const { id } = await agent.run('?');
    decision.now = 'deny';
    const run = await agent.resume(id, [{ callId: 'c1', approved: true }]);
    expect(run.calls[0]?.observation?.error?.code).toBe('CALL_DENIED');
    expect(ran).toEqual([]);
  });

  it('is approved for its turn only, though the next one gives the same id', async () => {
    const decision: { now: PolicyDecision } = { now: 'ask' };
    const agent = agentOf(
      new FunctionModel(({ messages }) => {
        decision.now = 'ask';
        return messages.length < 5 ? [callOf('same')] : 'done';
      }),
      { policies: [{ name: 'p', decide: () => decision.now }] },
    );
    const { id } = await agent.run('?');
    decision.now = 'deny';
    const run = await agent.resume(id, [{ callId: 'same', approved: true }]);
    expect(run).toMatchObject({ status: 'paused', pending: [{ callId: 'same' }] });
    expect(ran).toEqual([]);
  });

  it('is asked about anew when its tool has changed what would run', async () => {
    const store = new MemoryRunStore();
    const model = new ScriptedModel([[{ name: 'act', callId: 'c1' }], 'done']);
    const policies: CallPolicy[] = [{ name: 'asks', decide: () => 'ask' }];
    const { id, pending } = await agentOf(model, { store, policies }).run('?');
    const input = { a: { type: 'string', default: 'all', optional: true } };
    const changed = agentOf(model, { store, policies, tools: [toolOf('act', { input })] });
    const again = await changed.resume(id, [{ callId: 'c1', approved: true }]);
    expect(again).toMatchObject({ status: 'paused', pending: [{ arguments: { a: 'all' } }] });
    expect(again.pending[0]?.argumentsHash).not.toBe(pending[0]?.argumentsHash);
    expect(ran).toEqual([]);
    await changed.resume(id, [{ callId: 'c1', approved: true }]);
    expect(ran).toEqual(['all']);
  });

  it('may run late when it was approved in time', async () => {
    const clock = new FakeClock();
    const store = new MemoryRunStore();
    const options = { clock, approvalTtlMs: 1_000 };
    const model = new ScriptedModel([[callOf('c1', 'ask')], 'first', 'second']);
    const { id } = await agentOf(model, { ...options, store }).run('?');
    await agentOf(model, { ...options, store }).resume(id, [{ callId: 'c1', approved: true }]);
    ran.length = 0;
    const left = await cutBefore(store, id, ({ type }) => type === 'tool-call-started');
    expect(await typesOf(left, id)).toContain('approval-decided');
    await clock.advance(5_000);
    const run = await agentOf(model, { ...options, store: left }).resume(id);
    expect(run.calls[0]?.observation?.text).toBe('act ok');
    expect(ran).toEqual(['ask']);
  });
});

describe('what is given to resume()', () => {
  const paused = async () => {
    const agent = agentOf(new ScriptedModel([[callOf('c1', 'ask')], 'done']));
    return { agent, id: (await agent.run('?')).id };
  };

  it.each<[string, unknown, RegExp]>([
    ['null', null, /decisions are no list: give a list of/],
    ['a list of null', [null], /decision 1 is none: give a list of/],
    ['no clear yes', [{ callId: 'c1', approved: 'false' }], /decision 1 is none/],
    ['no id', [{ approved: true }], /decision 1 is none/],
    [
      'two decisions that contradict',
      [
        { callId: 'c1', approved: true },
        { callId: 'c1', approved: false },
      ],
      /call 'c1' contradict each other/,
    ],
  ])('is refused when it is %s', async (_what, decisions, message) => {
    const { agent, id } = await paused();
    const resuming = agent.resume(id, decisions as never);
    await expect(resuming).rejects.toMatchObject({ code: 'RUN_NOT_RESUMABLE' });
    await expect(resuming).rejects.toThrow(message);
    expect(ran).toEqual([]);
    expect((await agent.resume(id, [{ callId: 'c1', approved: true }])).status).toBe('completed');
  });

  it('counts once when it is said twice', async () => {
    const { agent, id } = await paused();
    const yes = { callId: 'c1', approved: true };
    expect((await agent.resume(id, [yes, yes])).status).toBe('completed');
    expect(ran).toEqual(['ask']);
  });

  it('is no run of another agent', async () => {
    const store = new MemoryRunStore();
    const model = new ScriptedModel([[callOf('c1', 'ask')], 'done']);
    const { id } = await agentOf(model, { store, name: 'guarded' }).run('?');
    const other = agentOf(model, { store, name: 'open', policies: [] });
    await expect(other.resume(id)).rejects.toMatchObject({ code: 'RUN_NOT_RESUMABLE' });
    await expect(other.resume(id)).rejects.toThrow(/a run of the agent 'guarded', and this is 'open'/);
    expect(ran).toEqual([]);
  });

  it('adds to the limits and the tool choice that the run was given', async () => {
    const endless = () => new FunctionModel(({ messages }) => [callOf(messages.length === 1 ? 'ask' : 'go')]);
    const agent = agentOf(endless(), { stuck: false });
    const decide = [{ callId: 'ask', approved: true }];
    const first = await agent.run('?', { maxSteps: 2, maxCostUsd: Infinity });
    expect(await agent.resume(first.id, decide)).toMatchObject({ status: 'limited', steps: 2 });
    const second = await agent.run('?', { maxSteps: 2 });
    expect(await agent.resume(second.id, decide, { maxSteps: 3 })).toMatchObject({ steps: 3 });
    const store = new MemoryRunStore();
    const required = new FunctionModel(() => 'done');
    const { id } = await agentOf(required, { store }).run('?', { toolChoice: 'required' });
    const left = await cutBefore(store, id, ({ type }) => type === 'model-call-started');
    const model = new ScriptedModel([[callOf('c1')], 'done']);
    await agentOf(model, { store: left }).resume(id);
    expect(model.requests.map(({ toolChoice }) => toolChoice)).toEqual(['required', 'auto']);
  });
});

describe('a run whose process ended', () => {
  it.each<[string, JournalEvent['type']]>([
    ['before its input was checked', 'guardrail-checked'],
    ['before its end was recorded', 'run-ended'],
  ])('%s has it checked', async (_what, next) => {
    const store = new MemoryRunStore();
    const guardrails: Guardrail[] = [
      { name: 'no bombs', position: 'input', check: text => !text.includes('bomb') },
    ];
    const model = new FunctionModel(() => 'boom');
    const { id } = await agentOf(model, { store, guardrails }).run('a bomb');
    const left = await cutBefore(store, id, ({ type }) => type === next);
    const run = await agentOf(model, { store: left, guardrails }).resume(id);
    expect(run).toMatchObject({ status: 'failed', error: { code: 'RUN_BLOCKED' } });
    expect(model.requests).toEqual([]);
  });

  it('concludes with the answer that is there', async () => {
    const store = new MemoryRunStore();
    const schema = { type: 'object', properties: { n: { type: 'integer' } }, required: ['n'] } as const;
    const { id } = await agentOf(new ScriptedModel(['{"n":1}']), { store, outputType: { schema } }).run('?');
    const left = await cutBefore(store, id, ({ type }) => type === 'run-ended');
    const model = new FunctionModel(() => 'once more');
    const run = await agentOf(model, { store: left, outputType: { schema } }).resume(id);
    expect(run).toMatchObject({ status: 'completed', output: { n: 1 }, text: '{"n":1}', steps: 1 });
    expect(run.finishReason).toBe('stop');
    expect(run.messages.map(({ role }) => role)).toEqual(['user', 'assistant']);
    expect(model.requests).toEqual([]);
  });

  it('asks on when the answer there is has to be corrected', async () => {
    const store = new MemoryRunStore();
    const schema = { type: 'object', properties: { n: { type: 'integer' } }, required: ['n'] } as const;
    const outputType = { schema };
    const { id } = await agentOf(new ScriptedModel(['no', '{"n":2}']), { store, outputType }).run('?');
    for (const next of ['message-added', 'model-call-started'] as const) {
      let seen = 0;
      const isNext = ({ type }: JournalEvent): boolean =>
        type === next && ++seen === (next === 'message-added' ? 1 : 2);
      const left = await cutBefore(store, id, isNext);
      const model = new ScriptedModel(['{"n":3}']);
      const run = await agentOf(model, { store: left, outputType }).resume(id);
      expect(run).toMatchObject({ status: 'completed', output: { n: 3 }, steps: 2 });
      expect(model.requests[0]?.messages.map(({ role }) => role)).toEqual([
        'system',
        'user',
        'assistant',
        'user',
      ]);
    }
  });

  it.each<[string, (event: JournalEvent) => boolean]>([
    ['a tool had ended it', event => event.type === 'run-ended'],
    [
      'a tool had ended it, of further calls',
      event => event.type === 'tool-call-ended' && event.callId === 'c2',
    ],
  ])('after %s is not asked on, and runs nothing more', async (_what, isNext) => {
    const store = new MemoryRunStore();
    const turn = [callOf('c1', 'x', 'fin'), callOf('c2')];
    const first = await agentOf(new ScriptedModel([turn]), { store }).run('?');
    expect(first).toMatchObject({ status: 'completed', output: 'fin ok' });
    ran.length = 0;
    const left = await cutBefore(store, first.id, isNext);
    const model = new FunctionModel(() => 'again');
    const run = await agentOf(model, { store: left }).resume(first.id);
    expect(run).toMatchObject({ status: 'completed', output: 'fin ok', text: 'fin ok' });
    expect(run.calls.map(({ callId }) => callId)).toEqual(['c1', 'c2']);
    expectAnswered(run.messages);
    expect(ran).toEqual([]);
    expect(model.requests).toEqual([]);
  });

  it('after a guardrail had ended it fails as it would have', async () => {
    const store = new MemoryRunStore();
    const guardrails: Guardrail[] = [
      {
        name: 'no harm',
        position: 'tool_call',
        onTrip: 'end',
        check: ({ action }) => (action as { a?: string }).a !== 'bad',
      },
    ];
    const options = { guardrails, secrets: { K: 'password1' } };
    const turn = [callOf('c1', 'bad'), callOf('c2')];
    const first = await agentOf(new ScriptedModel([turn]), { ...options, store }).run('?');
    expect(first).toMatchObject({ status: 'failed', error: { code: 'GUARDRAIL_TRIPPED' } });
    for (const next of ['run-ended', 'tool-call-ended'] as const) {
      let seen = 0;
      const isNext = ({ type }: JournalEvent): boolean =>
        type === next && ++seen === (next === 'run-ended' ? 1 : 2);
      const left = await cutBefore(store, first.id, isNext);
      const model = new FunctionModel(() => 'went on');
      const run = await agentOf(model, { ...options, store: left }).resume(first.id);
      expect(run).toMatchObject({ status: 'failed', reason: first.reason });
      expect(run.error).toMatchObject({ code: 'GUARDRAIL_TRIPPED', message: first.error?.message });
      expect(run.calls[0]?.observation?.error?.code).toBe('GUARDRAIL_TRIPPED');
      expect(run.messages).toEqual(first.messages);
      expectAnswered(run.messages);
      expect(model.requests).toEqual([]);
    }
    expect(ran).toEqual([]);
  });

  it.each<JournalEvent['type']>(['tool-call-requested', 'tool-call-started', 'tool-call-ended'])(
    'before %s does not call with the mark of a secret in its place',
    async next => {
      const store = new MemoryRunStore();
      const secrets = { K: 'password1' };
      const turn = [callOf('c1', 'password1', 'look'), callOf('c2', 'free', 'look')];
      const { id } = await agentOf(new ScriptedModel([turn, 'done']), { store, secrets }).run('?');
      expect(ran).toEqual(['password1', 'free']);
      ran.length = 0;
      const left = await cutBefore(store, id, ({ type }) => type === next);
      const model = new ScriptedModel(['done']);
      const run = await agentOf(model, { store: left, secrets }).resume(id);
      expect(run.status).toBe('completed');
      expect(ran).toEqual(['free']);
      const refused = run.calls.find(({ callId }) => callId === 'c1')?.observation;
      expect(refused?.text).toMatch(/^Tool 'look' failed: it did not run. Its arguments held a secret/);
      expectAnswered(model.requests[0]?.messages ?? []);
    },
  );

  it('does not run an approved call with the mark of a secret', async () => {
    const secrets = { K: 'password1' };
    const policies: CallPolicy[] = [{ name: 'asks', decide: () => 'ask' }];
    const agent = agentOf(new ScriptedModel([[callOf('c1', 'password1')], 'done']), { secrets, policies });
    const { id } = await agent.run('?');
    const run = await agent.resume(id, [{ callId: 'c1', approved: true }]);
    expect(run).toMatchObject({ status: 'completed', pending: [] });
    expect(run.calls[0]?.observation?.text).toMatch(/held a secret/);
    expect(ran).toEqual([]);
  });

  it('tells its caller too of the call whose outcome nobody knows', async () => {
    const store = new MemoryRunStore();
    const { id } = await agentOf(new ScriptedModel([[callOf('c1')], 'done']), { store }).run('?');
    ran.length = 0;
    const left = await cutBefore(store, id, ({ type }) => type === 'tool-call-ended');
    const run = await agentOf(new ScriptedModel(['done']), { store: left }).resume(id);
    expect(run.calls).toMatchObject([{ callId: 'c1', toolName: 'act', arguments: '{"a":"c1"}', turn: 1 }]);
    expect(run.calls[0]?.observation?.text).toMatch(/outcome is unknown/);
    expect(ran).toEqual([]);
  });

  it('tells its model of every result, also of one that could not be recorded', async () => {
    const store = new MemoryRunStore();
    const turns = [[callOf('c1'), callOf('c2')], [callOf('c3', 'ask')]];
    const { id } = await agentOf(new ScriptedModel(turns), { store }).run('?');
    const events = (await store.read(id))?.events ?? [];
    const left = await storeOf(
      events.filter(event => event.type !== 'tool-call-ended' || event.callId !== 'c1'),
    );
    const model = new ScriptedModel(['done']);
    const run = await agentOf(model, { store: left }).resume(id, [{ callId: 'c3', approved: true }]);
    expect(run.status).toBe('completed');
    const messages = model.requests[0]?.messages ?? [];
    expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool', 'assistant', 'tool']);
    expectAnswered(messages);
    expect(JSON.stringify(messages[2])).toMatch(/outcome is unknown/);
    expect(run.calls.map(({ callId, turn }) => [callId, turn])).toEqual([
      ['c2', 1],
      ['c1', 1],
      ['c3', 2],
    ]);
  });

  it('goes on from every point, and records each call as asked for', async () => {
    const store = new MemoryRunStore();
    const script = [[callOf('c1', 'one', 'look'), callOf('c2', 'two', 'look')], [callOf('c1')], 'done'];
    const { id } = await agentOf(new ScriptedModel(script), { store }).run('?');
    const events = (await store.read(id))?.events ?? [];
    for (let count = 1; count < events.length; count++) {
      const left = await storeOf(events.slice(0, count));
      const answers = events.slice(0, count).filter(({ type }) => type === 'model-call-ended').length;
      const model = new ScriptedModel(script.slice(answers));
      const run = await agentOf(model, { store: left }).resume(id);
      expect(run).toMatchObject({ status: 'completed', text: 'done', steps: 3 });
      expect(run.calls.map(({ callId, turn }) => `${turn} ${callId}`).sort()).toEqual([
        '1 c1',
        '1 c2',
        '2 c1',
      ]);
      for (const { messages } of model.requests) expectAnswered(messages);
      const requested = (await typesOf(left, id)).filter(type => type === 'tool-call-requested');
      expect(requested).toHaveLength(3);
    }
  });
});

describe('a run that goes on', () => {
  const paused = async (
    store: MemoryRunStore,
    before: readonly object[],
    options: Partial<AgentOptions> = {},
  ) => {
    const model = new ScriptedModel([...(before as never[]), [callOf('w', 'ask')]]);
    return agentOf(model, { store, ...options }).run('?');
  };
  const yes = [{ callId: 'w', approved: true }];

  it('knows what the model said of its earlier calls', async () => {
    const store = new MemoryRunStore();
    const claimed = {
      name: 'act',
      callId: 'c',
      arguments: { a: 'x', security_risk: 'high', summary: 'why' },
    };
    const run = await paused(store, [[claimed]]);
    const resumed = await agentOf(new ScriptedModel(['done']), { store }).resume(run.id, yes);
    expect(resumed.calls[0]).toMatchObject({ callId: 'c', claims: { securityRisk: 'high', summary: 'why' } });
  });

  it('is stuck when it repeats what it did before', async () => {
    const store = new MemoryRunStore();
    const look = () => [{ name: 'look', callId: 'l', arguments: { a: 'x' } }];
    const stuck = { repeats: 3, failures: 9, alternations: 9 };
    const model = new ScriptedModel([look(), look(), look(), 'never']);
    const run = await agentOf(model, { store, stuck: false }).run('?');
    const left = await cutBefore(store, run.id, ({ type, seq }) => type === 'model-call-started' && seq > 12);
    const resumed = await agentOf(new ScriptedModel([look(), 'never']), { store: left, stuck }).resume(
      run.id,
    );
    expect(resumed).toMatchObject({ status: 'limited', reason: expect.stringMatching(/3 times in a row/) });
  });

  it('is asked for its answer no more often than it would have been', async () => {
    const store = new MemoryRunStore();
    const options = {
      outputType: { schema: { type: 'object', required: ['n'] } },
      maxOutputRetries: 1,
    } as const;
    const first = agentOf(new ScriptedModel(['nothing', [callOf('w', 'ask')]]), { store, ...options });
    const run = await first.run('?');
    const second = agentOf(new ScriptedModel(['nothing again']), { store, ...options });
    const resumed = await second.resume(run.id, yes);
    expect(resumed).toMatchObject({ status: 'failed', error: { code: 'OUTPUT_INVALID' } });
  });

  it('may work as long as it was given, without what it waited', async () => {
    const clock = new FakeClock();
    const slow = toolOf('slow', { execute: () => clock.advance(600).then(() => 'slept') });
    const options = {
      clock,
      tools: [slow, toolOf('act')],
      store: new MemoryRunStore(),
      maxDurationMs: 1_000,
    };
    const slowCall = { name: 'slow', callId: 's' };
    const run = await agentOf(new ScriptedModel([[slowCall], [callOf('w', 'ask')]]), options).run('?');
    expect(run.status).toBe('paused');
    await clock.advance(60_000);
    const resumed = await agentOf(new ScriptedModel([[slowCall], 'never']), options).resume(run.id, yes);
    expect(resumed).toMatchObject({ status: 'limited', reason: expect.stringContaining('1000 ms') });
    expect(ran).toContain('ask');
  });
});

describe('a process that ended before', () => {
  it('the input was checked: what is blocked then is in no message', async () => {
    const store = new MemoryRunStore();
    const guardrails = [
      { name: 'no cards', position: 'input' as const, check: (text: string) => !text.includes('4111') },
    ];
    const first = await agentOf(new ScriptedModel(['hm']), { store }).run('My card is 4111.', { runId: 'r' });
    const cut = await cutBefore(store, first.id, ({ type }) => type === 'model-call-started');
    const run = await agentOf(new ScriptedModel([]), { store: cut, guardrails }).resume('r');
    expect(run).toMatchObject({ status: 'failed', error: { code: 'RUN_BLOCKED' } });
    expect(JSON.stringify(run)).not.toContain('4111');
  });

  it('an agent below had begun: it begins', async () => {
    const store = new MemoryRunStore();
    const below = (): Agent => agentOf(new ScriptedModel([[callOf('x')], 'did x']), { name: 'below' });
    const boss = (model: ScriptedModel, kept: MemoryRunStore): Agent =>
      new Agent({ name: 'boss', model, tools: [below()], store: kept });
    const turn = [{ name: 'below', callId: 'b', arguments: { task: 't' } }];
    const { id } = await boss(new ScriptedModel([turn, 'done']), store).run('?');
    ran.length = 0;
    const cut = await cutBefore(store, id, ({ type }) => type === 'tool-call-ended');
    const run = await boss(new ScriptedModel(['done']), cut).resume(id);
    expect(run.calls[0]?.observation?.text).toBe('did x');
    expect(ran).toEqual(['x']);
  });
});

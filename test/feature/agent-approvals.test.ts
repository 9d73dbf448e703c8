import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  Agent,
  type AgentOptions,
  type CallPolicy,
  defineTool,
  JsonlRunStore,
  LibsqlRunStore,
  MemoryRunStore,
  Param,
  type RunStore,
} from 'toolwright';
import { FunctionModel, ScriptedModel } from 'toolwright/testing';
import { FakeClock } from '../support/fake-clock.js';

const sent: unknown[] = [];
beforeEach(() => void (sent.length = 0));

const pay = defineTool({
  name: 'pay',
  description: 'Pays.',
  input: { amount: 'number', to: 'string' },
  execute: (args: { amount: number; to: string }, run) => {
    sent.push([args.amount, args.to, run.call.idempotencyKey]);
    return `paid ${args.amount}`;
  },
});
const look = defineTool({
  name: 'look',
  description: 'Looks.',
  replayClass: 'read_only',
  execute: () => 'seen',
});

const ask: CallPolicy = {
  name: 'big payments',
  decide: ({ tool, action }) =>
    tool.name === 'pay' && (action as { amount: number }).amount > 10
      ? { decision: 'ask', reason: 'more than 10' }
      : 'allow',
};

const payment = (amount: unknown, callId = 'p1') => ({
  name: 'pay',
  arguments: { amount, to: 'bob' } as never,
  callId,
});

const agentOf = (model: AgentOptions['model'], options: Partial<AgentOptions> = {}) =>
  new Agent({ model, tools: [pay, look], policies: [ask], ...options });

describe('a call that needs an approval', () => {
  it('pauses the run, and runs once with the arguments that were approved', async () => {
    const model = new ScriptedModel([[payment('20'), { name: 'look', callId: 'l1' }], 'done']);
    const agent = agentOf(model);
    const run = await agent.run('?');
    expect(run).toMatchObject({ status: 'paused', output: undefined });
    expect(run.pending).toMatchObject([
      {
        callId: 'p1',
        toolName: 'pay',
        arguments: { amount: 20, to: 'bob' },
        policy: 'big payments',
        reason: 'more than 10',
      },
    ]);
    expect(sent).toEqual([]);
    const resumed = await agent.resume(run.id, [{ callId: 'p1', approved: true }]);
    expect(resumed).toMatchObject({ id: run.id, status: 'completed', text: 'done', steps: 2 });
    expect(sent).toEqual([[20, 'bob', `${run.id}/1/p1`]]);
    const results = model.requests[1]?.messages.at(-1);
    expect(results).toMatchObject({
      results: [{ callId: 'p1' }, { callId: 'l1', content: [{ text: 'seen' }] }],
    });
    await expect(agent.resume(run.id, [{ callId: 'p1', approved: true }])).rejects.toMatchObject({
      code: 'RUN_NOT_RESUMABLE',
    });
    expect(sent).toHaveLength(1);
  });

  it('is answered with the reason when it is denied', async () => {
    const model = new ScriptedModel([[payment(20)], 'sorry']);
    const agent = agentOf(model);
    const { id } = await agent.run('?');
    const run = await agent.resume(id, [{ callId: 'p1', approved: false, reason: 'too much' }]);
    expect(run.status).toBe('completed');
    expect(JSON.stringify(model.requests[1]?.messages.at(-1))).toMatch(/not approved: too much/);
    expect(sent).toEqual([]);
  });

  it('waits on while others are decided', async () => {
    const model = new ScriptedModel([[payment(20), payment(30, 'p2')], 'done']);
    const agent = agentOf(model, { parallelTools: true });
    const first = await agent.run('?');
    // What does not only read keeps its order, so the second is not asked about yet.
    expect(first.pending.map(({ callId }) => callId)).toEqual(['p1']);
    const second = await agent.resume(first.id, [{ callId: 'p1', approved: true }]);
    expect(second).toMatchObject({ status: 'paused', pending: [{ callId: 'p2' }] });
    const third = await agent.resume(first.id, [{ callId: 'p2', approved: true }]);
    expect(third.status).toBe('completed');
    expect(sent.map(each => (each as unknown[])[0])).toEqual([20, 30]);
  });

  it('may be decided about only once it waits', async () => {
    const agent = agentOf(new ScriptedModel([[payment(20)]]));
    const { id } = await agent.run('?');
    await expect(agent.resume(id, [{ callId: 'p9', approved: true }])).rejects.toThrow(
      /no call 'p9' waits.*Waiting: p1/s,
    );
    await expect(agent.resume('nobody')).rejects.toMatchObject({ code: 'RUN_NOT_RESUMABLE' });
  });

  it('goes on waiting when the run is resumed without a decision', async () => {
    const agent = agentOf(new ScriptedModel([[payment(20)], 'done']));
    const { id } = await agent.run('?');
    expect(await agent.resume(id)).toMatchObject({ status: 'paused', pending: [{ callId: 'p1' }] });
    expect(await agent.resume(id, [{ callId: 'p1', approved: true }])).toMatchObject({ status: 'completed' });
  });

  it('expires', async () => {
    const clock = new FakeClock();
    const agent = agentOf(new ScriptedModel([[payment(20)], 'late']), { approvalTtlMs: 60_000, clock });
    const run = await agent.run('?');
    expect(Date.parse(run.pending[0]?.expiresAt ?? '')).toBe(clock.now() + 60_000);
    await clock.advance(60_001);
    const resumed = await agent.resume(run.id, [{ callId: 'p1', approved: true }]);
    expect(resumed.calls[0]?.observation?.text).toMatch(/expired/);
    expect(sent).toEqual([]);
  });

  it.each<[string, (folder: string) => RunStore]>([
    ['files', folder => new JsonlRunStore(folder)],
    ['a database', folder => new LibsqlRunStore(join(folder, 'runs.db'))],
  ])('survives its process, in %s', async (_what, openStore) => {
    const folder = mkdtempSync(join(tmpdir(), 'toolwright-approvals-'));
    const first = openStore(folder);
    const { id } = await agentOf(new ScriptedModel([[payment(20)]]), { store: first }).run('Pay bob.');
    await first.close();
    const store = openStore(folder);
    const model = new ScriptedModel(['done']);
    const run = await agentOf(model, { store }).resume(id, [{ callId: 'p1', approved: true, by: 'ann' }]);
    expect(run).toMatchObject({ status: 'completed', text: 'done' });
    expect(model.requests[0]?.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool']);
    const types = (await store.read(id))?.events.map(({ type }) => type);
    expect(types).toEqual([
      'run-started',
      'model-call-started',
      'model-call-ended',
      'tool-call-requested',
      'policy-decided',
      'approval-requested',
      'run-paused',
      'run-resumed',
      'approval-decided',
      'policy-decided',
      'tool-call-started',
      'tool-call-ended',
      'model-call-started',
      'model-call-ended',
      'run-ended',
    ]);
    await store.close();
  });

  it('of two that resume it at once runs once', async () => {
    const store = new MemoryRunStore();
    const { id } = await agentOf(new ScriptedModel([[payment(20)]]), { store }).run('?');
    const decisions = [{ callId: 'p1', approved: true }];
    const both = await Promise.allSettled(
      [1, 2].map(() => agentOf(new FunctionModel(() => 'done'), { store }).resume(id, decisions)),
    );
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(sent).toHaveLength(1);
  });

  it('needs the state again', async () => {
    const agent = agentOf(new ScriptedModel([[payment(20)], 'done']));
    const { id } = await agent.run('?', { state: { tenant: 'a' } });
    await expect(agent.resume(id, [{ callId: 'p1', approved: true }])).rejects.toThrow(/Give it again/);
    const run = await agent.resume(id, [{ callId: 'p1', approved: true }], { state: { tenant: 'a' } });
    expect(run.status).toBe('completed');
  });
});

it('a paused run may be resumed as soon as its stream has told so', async () => {
  const agent = agentOf(new ScriptedModel([[payment(20)], 'done']));
  for await (const event of agent.stream('?')) {
    if (event.type !== 'final') continue;
    const run = await agent.resume(event.run.id, [{ callId: 'p1', approved: true }]);
    expect(run.status).toBe('completed');
  }
  expect(sent).toHaveLength(1);
});

describe('a policy that asks', () => {
  it('denies where a tool is called without an agent', async () => {
    const { createToolRuntime } = await import('toolwright');
    const observation = await createToolRuntime([pay], { policies: [ask] }).call(payment(20));
    expect(observation.error?.code).toBe('CALL_DENIED');
  });

  it('is answered by an approver of the run', async () => {
    const { createToolRuntime } = await import('toolwright');
    const runtime = createToolRuntime([pay], { policies: [ask] });
    const seen: unknown[] = [];
    const approver = {
      decide: ({
        policy,
        argumentsHash,
        reason,
      }: {
        policy: string;
        argumentsHash: string;
        reason: unknown;
      }) => {
        seen.push([policy, argumentsHash, reason]);
        return { approved: true } as const;
      },
    };
    expect((await runtime.call(payment(20), { approver })).text).toBe('paid 20');
    expect(seen).toEqual([['big payments', expect.stringMatching(/^[0-9a-f]{64}$/), 'more than 10']]);
    const broken = { decide: () => Promise.reject(new Error('away')) };
    expect((await runtime.call(payment(20), { approver: broken })).error?.code).toBe('CALL_DENIED');
    const waiting = { decide: () => 'wait' as const };
    expect((await runtime.call(payment(20), { approver: waiting })).error?.code).toBe('APPROVAL_PENDING');
  });
});

describe('what a person is asked', () => {
  it('holds no secrets, and is the same call whatever the model claims of it', async () => {
    const policy: CallPolicy = { name: 'ask', decide: () => ({ decision: 'ask', reason: 'for t0p-secret' }) };
    const pending = async (summary: string) => {
      const model = new ScriptedModel([
        [{ name: 'pay', callId: 'p', arguments: { amount: 20, to: 't0p-secret', summary } }],
      ]);
      const agent = agentOf(model, { policies: [policy], secrets: { KEY: 't0p-secret' } });
      return (await agent.run('?')).pending[0];
    };
    const [one, other] = [await pending('rent'), await pending('food')];
    expect(one).toMatchObject({
      arguments: { to: '[secret KEY]' },
      reason: 'for [secret KEY]',
      claims: { summary: 'rent' },
    });
    expect(other?.argumentsHash).toBe(one?.argumentsHash);
  });
});

describe('a tool after an approval', () => {
  it('gets the state that the run was resumed with', async () => {
    const whose = defineTool({
      name: 'whose',
      description: 'W.',
      execute: (_args, run) => `of ${(run.state as { tenant: string }).tenant}`,
    });
    const agent = new Agent({
      model: new ScriptedModel([[{ name: 'whose', callId: 'w' }], 'ok']),
      tools: [whose],
      policies: [{ name: 'ask', decide: () => 'ask' }],
    });
    const { id } = await agent.run('?', { state: { tenant: 'acme' } });
    const run = await agent.resume(id, [{ callId: 'w', approved: true }], { state: { tenant: 'acme' } });
    expect(run.calls[0]?.observation?.text).toBe('of acme');
  });
});

describe('an approval of arguments', () => {
  let count = 0;
  class Order {
    @Param()
    item!: string;
    @Param({ type: 'integer', optional: true, default: 1 })
    amount = 1;
    @Param({ optional: true })
    stamp: string = `s${++count}`;
  }

  it('holds although a class computes some anew each time', async () => {
    const order = defineTool({
      name: 'order',
      description: 'O.',
      input: Order,
      execute: ({ item, amount }) => `${item} x ${amount}`,
    });
    const agent = new Agent({
      model: new ScriptedModel([[{ name: 'order', callId: 'o', arguments: { item: 'tea' } }], 'ok']),
      tools: [order],
      policies: [{ name: 'ask', decide: () => 'ask' }],
    });
    const { id } = await agent.run('?');
    const run = await agent.resume(id, [{ callId: 'o', approved: true }]);
    expect(run.calls[0]?.observation?.text).toBe('tea x 1');
  });
});

describe('a run that is stopped before it begins', () => {
  it.each<[string, Partial<AgentOptions>, object]>([
    ['with a tool that has to be called', {}, { toolChoice: { tool: 'pay' } }],
    ['with tools of its own', { tools: () => [pay] }, { toolChoice: { tool: 'pay' } }],
  ])('is cancelled: %s', async (_how, options, runOptions) => {
    const agent = agentOf(new ScriptedModel([]), options);
    expect(await agent.run('?', { ...runOptions, signal: AbortSignal.abort() })).toMatchObject({
      status: 'cancelled',
    });
  });

  it('is cancelled also when it was to go on', async () => {
    const store = new MemoryRunStore();
    const agent = agentOf(new ScriptedModel([[payment(20)], 'ok']), { store });
    const { id } = await agent.run('?');
    const stopped = await agent.resume(id, [], { signal: AbortSignal.abort() });
    expect(stopped.status).toBe('cancelled');
    expect(sent).toEqual([]);
  });
});

import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  Agent,
  type ApprovalDecision,
  createToolRuntime,
  defineTool,
  findOpenCalls,
  type JournalEvent,
  JsonlRunStore,
  LibsqlRunStore,
  MemoryRunStore,
  type RunStore,
} from 'toolwright';
import { ScriptedModel } from 'toolwright/testing';
import { FakeClock } from '../support/fake-clock.js';
import { boss, clerk, look, type Model, paid, pay, payCall, task } from '../support/paying-agents.js';
import { runFixture } from '../support/run-fixture.js';

beforeEach(() => void (paid.length = 0));

const usage = { inputTokens: 1 };
const folder = (): string => mkdtempSync(join(tmpdir(), 'toolwright-below-'));

describe.each<[string, () => () => RunStore]>([
  [
    'memory',
    () => {
      const store = new MemoryRunStore();
      return () => store;
    },
  ],
  [
    'JSON lines',
    () => {
      const path = folder();
      return () => new JsonlRunStore(path);
    },
  ],
  [
    'libsql',
    () => {
      const path = join(folder(), 'runs.db');
      return () => new LibsqlRunStore(path);
    },
  ],
])('an approval that an agent below needs, kept in %s', (_name, storesOf) => {
  it('pauses the runs above, and goes on where it was in other agents', async () => {
    const open = storesOf();
    const first = open();
    const clerkModel = new ScriptedModel([{ toolCalls: [payCall('ann')], usage }]);
    const bossModel = new ScriptedModel([
      { toolCalls: [task('clerk'), { name: 'look', callId: 'l' }], usage },
    ]);
    const run = await boss(bossModel, [clerk(clerkModel), look], { store: first }).run('go');
    expect(run).toMatchObject({
      status: 'paused',
      pending: [{ callId: 'p', agent: 'clerk', runId: `${run.id}/1/clerk`, arguments: { to: 'ann' } }],
    });
    expect(paid).toEqual([]);
    if (!(first instanceof MemoryRunStore)) await first.close();

    const second = open();
    const models = [
      new ScriptedModel([{ text: 'it is paid', usage }]),
      new ScriptedModel([{ text: 'done', usage }]),
    ];
    const resumed = await boss(models[1] as Model, [clerk(models[0] as Model), look], {
      store: second,
    }).resume(run.id, [{ callId: 'p', approved: true }]);
    expect(resumed).toMatchObject({ status: 'completed', text: 'done', usage: { inputTokens: 4 } });
    expect(resumed.calls.map(({ toolName, observation }) => [toolName, observation?.text])).toEqual([
      ['look', 'seen'],
      ['clerk', 'it is paid'],
    ]);
    expect(paid).toEqual([['ann', `${run.id}/1/clerk/1/p`]]);
    expect((await second.list()).map(({ status }) => status)).toEqual(['completed', 'completed']);
    await second.close();
  });
});

describe('an approval below', () => {
  const store = (): MemoryRunStore => new MemoryRunStore();

  it('reaches through several agents, and needs no store', async () => {
    const middle = new Agent({
      name: 'middle',
      model: new ScriptedModel([[task('clerk')], 'passed on']),
      tools: [clerk(new ScriptedModel([[payCall('ann')], 'paid it']))],
    });
    const agent = boss(new ScriptedModel([[task('middle')], 'done']), [middle]);
    const run = await agent.run('go');
    expect(run.pending).toMatchObject([{ callId: 'p', agent: 'clerk', runId: `${run.id}/1/middle/1/clerk` }]);
    const resumed = await agent.resume(run.id, [{ callId: 'p', approved: true }]);
    expect(resumed).toMatchObject({ status: 'completed', text: 'done' });
    expect(paid).toHaveLength(1);
    await agent.close();
  });

  it('is told to whoever watches the run above', async () => {
    const agent = boss(new ScriptedModel([[task('clerk')], 'done']), [
      clerk(new ScriptedModel([[payCall('ann')], 'paid it'])),
    ]);
    const seen: unknown[] = [];
    const stream = agent.stream('go');
    for await (const event of stream) if (event.type === 'approval-needed') seen.push(event.approval);
    const run = await stream.result;
    expect(seen).toMatchObject([{ callId: 'p', agent: 'clerk', runId: run.pending[0]?.runId }]);

    const types: string[] = [];
    const resumed = agent.streamResumed(run.id, [{ callId: 'p', approved: true }]);
    for await (const event of resumed) types.push(event.type);
    expect(types).toEqual(expect.arrayContaining(['tool-call-end', 'text-delta', 'final']));
    expect(paid).toHaveLength(1);
  });

  it('that is denied is answered below, with the reason', async () => {
    const clerkModel = new ScriptedModel([[payCall('ann')], 'not paid']);
    const agent = boss(new ScriptedModel([[task('clerk')], 'done']), [clerk(clerkModel)]);
    const { id } = await agent.run('go');
    const resumed = await agent.resume(id, [{ callId: 'p', approved: false, reason: 'too much' }]);
    expect(resumed.calls[0]?.observation?.text).toBe('not paid');
    expect(JSON.stringify(clerkModel.requests.at(-1)?.messages)).toContain('too much');
    expect(paid).toEqual([]);
  });

  it('expires as any other', async () => {
    const clock = new FakeClock();
    const options = { approvalTtlMs: 1_000, clock };
    const agent = boss(
      new ScriptedModel([[task('clerk')], 'done']),
      [clerk(new ScriptedModel([[payCall('ann')], 'too late']), options)],
      { clock, store: store() },
    );
    const { id } = await agent.run('go');
    await clock.advance(2_000);
    const resumed = await agent.resume(id, [{ callId: 'p', approved: true }]);
    expect(resumed.calls[0]?.observation?.text).toBe('too late');
    expect(paid).toEqual([]);
  });

  it('is not given by a decision about the call above, which may have the same id', async () => {
    const agent = boss(new ScriptedModel([[task('clerk', 'call-1')], 'done']), [
      clerk(new ScriptedModel([[payCall('ann', 'call-1')], 'it is paid'])),
    ]);
    const run = await agent.run('go');
    await expect(agent.resume(run.id, [{ callId: 'call-1', approved: true }])).rejects.toMatchObject({
      code: 'RUN_NOT_RESUMABLE',
      message: expect.stringMatching(/several runs have an open call 'call-1': say which with runId/),
    });
    expect(paid).toEqual([]);
    const decisions = run.pending.map(({ callId, runId }) => ({ callId, runId, approved: true }));
    expect(await agent.resume(run.id, decisions)).toMatchObject({ status: 'completed', text: 'done' });
    expect(paid).toHaveLength(1);
  });

  it('is found in the store of the agent below, where it has one of its own', async () => {
    const [above, below] = [store(), store()];
    const agent = boss(
      new ScriptedModel([[task('clerk')], 'done']),
      [clerk(new ScriptedModel([[payCall('ann')], 'it is paid']), { store: below })],
      { store: above },
    );
    const run = await agent.run('go');
    expect((await below.list()).map(({ runId }) => runId)).toEqual([`${run.id}/1/clerk`]);
    expect((await above.list()).map(({ runId }) => runId)).toEqual([run.id]);
    expect((await agent.resume(run.id, [{ callId: 'p', approved: true }])).status).toBe('completed');
  });

  it('of two agents may be given one after the other', async () => {
    const one = clerk(new ScriptedModel([[payCall('ann')], 'one paid']), { name: 'one' });
    const two = clerk(new ScriptedModel([[payCall('bob')], 'two paid']), { name: 'two' });
    const agent = boss(new ScriptedModel([[task('one'), task('two')], 'done']), [
      one.asTool({ replayClass: 'read_only' }),
      two.asTool({ replayClass: 'read_only' }),
    ]);
    const run = await agent.run('go');
    expect(run.pending.map(({ agent: name }) => name)).toEqual(['one', 'two']);
    const decide = (index: number): ApprovalDecision => ({
      callId: 'p',
      approved: true,
      runId: run.pending[index]?.runId,
    });
    await expect(agent.resume(run.id, [{ callId: 'p', approved: true }])).rejects.toMatchObject({
      code: 'RUN_NOT_RESUMABLE',
      message: expect.stringContaining(`'${run.id}/1/one', '${run.id}/1/two'`),
    });
    const second = await agent.resume(run.id, [decide(1)]);
    expect(second).toMatchObject({ status: 'paused', pending: [{ agent: 'one' }] });
    expect(paid).toMatchObject([['bob', expect.anything()]]);
    const third = await agent.resume(run.id, [decide(0)]);
    expect(third).toMatchObject({ status: 'completed', text: 'done' });
    expect(paid).toHaveLength(2);
  });

  it('may come with one of the run itself', async () => {
    const agent = boss(
      new ScriptedModel([[payCall('eve'), task('clerk')], 'done']),
      [
        pay,
        clerk(new ScriptedModel([[payCall('ann', 'q')], 'clerk paid'])).asTool({ replayClass: 'read_only' }),
      ],
      { policies: [{ name: 'ask', decide: ({ tool }) => (tool.name === 'pay' ? 'ask' : 'allow') }] },
    );
    const run = await agent.run('go');
    expect(run.pending.map(({ callId, agent: name }) => [callId, name])).toEqual([
      ['p', undefined],
      ['q', 'clerk'],
    ]);
    const decisions = run.pending.map(({ callId }) => ({ callId, approved: true }));
    expect(await agent.resume(run.id, decisions)).toMatchObject({ status: 'completed' });
    expect(paid).toHaveLength(2);
  });

  it('that was asked for the call of the agent too is not asked again', async () => {
    let asked = 0;
    const agent = boss(
      new ScriptedModel([[task('clerk')], 'done']),
      [clerk(new ScriptedModel([[payCall('ann')], 'paid it']))],
      { policies: [{ name: 'ask', decide: () => (asked++, 'ask') }] },
    );
    const run = await agent.run('go');
    expect(run.pending).toMatchObject([{ callId: 'clerk' }]);
    const second = await agent.resume(run.id, [{ callId: 'clerk', approved: true }]);
    expect(second.pending).toMatchObject([{ callId: 'p', agent: 'clerk' }]);
    const third = await agent.resume(run.id, [{ callId: 'p', approved: true }]);
    expect(third).toMatchObject({ status: 'completed', text: 'done' });
    expect(paid).toHaveLength(1);
    expect(asked).toBeGreaterThan(0);
  });

  it('may be given to the agent below itself', async () => {
    const runs = store();
    const below = clerk(new ScriptedModel([[payCall('ann')], 'paid it']), { store: runs });
    const agent = boss(new ScriptedModel([[task('clerk')], 'done']), [below], { store: runs });
    const run = await agent.run('go');
    const own = await below.resume(run.pending[0]?.runId ?? '', [{ callId: 'p', approved: true }]);
    expect(own.text).toBe('paid it');
    const resumed = await agent.resume(run.id);
    expect(resumed.calls[0]?.observation?.text).toBe('paid it');
    expect(paid).toHaveLength(1);
  });

  it('is denied where nothing above can be resumed', async () => {
    const middle = new Agent({
      name: 'middle',
      model: new ScriptedModel([[task('clerk')], 'passed on']),
      tools: [clerk(new ScriptedModel([[payCall('ann')], 'denied']))],
    });
    const observation = await createToolRuntime([middle]).call({
      name: 'middle',
      arguments: { task: 't' },
    });
    expect(observation.text).toBe('passed on');
    expect(paid).toEqual([]);
  });

  it('waits no more when its run is not kept', async () => {
    const runs = store();
    const own = clerk(new ScriptedModel([[payCall('ann')]]), { store: store() });
    const run = await boss(new ScriptedModel([[task('clerk')]]), [own], { store: runs }).run('go');
    const forgetful = clerk(new ScriptedModel([]), { store: store() });
    const resumed = await boss(new ScriptedModel(['done']), [forgetful], { store: runs }).resume(run.id);
    expect(resumed.calls[0]?.observation?.text).toMatch(/its run is not kept\. The outcome is unknown/);
    expect(paid).toEqual([]);
  });

  it('shows in the journal as a pause, and not as a doubt', async () => {
    const runs = store();
    const agent = boss(new ScriptedModel([[task('clerk')]]), [clerk(new ScriptedModel([[payCall('ann')]]))], {
      store: runs,
    });
    const run = await agent.run('go');
    const events = (await runs.read(run.id))?.events ?? [];
    expect(findOpenCalls(events)).toMatchObject([{ callId: 'clerk', state: 'paused' }]);
    expect(events.at(-1)).toMatchObject({
      type: 'run-paused',
      callIds: [],
      below: [{ runId: `${run.id}/1/clerk`, callId: 'p' }],
    });
  });
});

/** What a process had written that ended before the first event that `isNext` names. */
async function cut(
  { store, runId }: { store: RunStore; runId: string },
  to: RunStore,
  isNext: (event: JournalEvent) => boolean,
): Promise<void> {
  const events = (await store.read(runId))?.events ?? [];
  const index = events.findIndex(isNext);
  const writer = await to.write(runId);
  await writer.append(events.slice(0, index === -1 ? undefined : index));
  await writer.close();
}

describe('a process that ended while an agent below was at work', () => {
  const run = async (): Promise<{ store: MemoryRunStore; runId: string }> => {
    const store = new MemoryRunStore();
    const below = new Agent({
      name: 'clerk',
      model: new ScriptedModel([
        { toolCalls: [payCall('ann')], usage },
        { text: 'paid it', usage },
      ]),
      tools: [pay],
    });
    const agent = boss(new ScriptedModel([{ toolCalls: [task('clerk')], usage }, 'done']), [below], {
      store,
    });
    return { store, runId: (await agent.run('go')).id };
  };
  const again = (models: readonly [Model, Model], store: RunStore): Agent =>
    boss(models[0], [new Agent({ name: 'clerk', model: models[1], tools: [pay] })], { store });

  it('goes on below from what the journal has', async () => {
    const whole = await run();
    const left = new MemoryRunStore();
    await cut(whole, left, ({ type }) => type === 'tool-call-ended');
    await cut({ ...whole, runId: `${whole.runId}/1/clerk` }, left, event => event.type === 'tool-call-ended');
    paid.length = 0;
    const model = new ScriptedModel([{ text: 'it may be paid', usage }]);
    const resumed = await again([new ScriptedModel(['done']), model], left).resume(whole.runId);
    expect(resumed).toMatchObject({ status: 'completed', usage: { inputTokens: 3 } });
    expect(resumed.calls[0]?.observation?.text).toBe('it may be paid');
    expect(JSON.stringify(model.requests[0]?.messages)).toContain('The outcome is unknown');
    expect(paid).toEqual([]);
  });

  it('takes the end below that is there', async () => {
    const whole = await run();
    const left = new MemoryRunStore();
    await cut(whole, left, ({ type }) => type === 'tool-call-ended');
    await cut({ ...whole, runId: `${whole.runId}/1/clerk` }, left, () => false);
    paid.length = 0;
    const resumed = await again([new ScriptedModel(['done']), new ScriptedModel([])], left).resume(
      whole.runId,
    );
    expect(resumed).toMatchObject({ status: 'completed', usage: { inputTokens: 3 } });
    expect(resumed.calls[0]?.observation?.text).toBe('paid it');
    expect(paid).toEqual([]);
  });

  it('counts what was spent for calls that were answered', async () => {
    const whole = await run();
    const left = new MemoryRunStore();
    await cut(whole, left, ({ type, seq }) => type === 'model-call-started' && seq > 3);
    const resumed = await again([new ScriptedModel(['done']), new ScriptedModel([])], left).resume(
      whole.runId,
    );
    expect(resumed.usage.inputTokens).toBe(3);
  });
});

describe('limits and secrets of a run above', () => {
  it('let agents below make no more calls', async () => {
    const clerkModel = new ScriptedModel([
      [
        { name: 'look', callId: 'a' },
        { name: 'look', callId: 'b' },
      ],
      'saw one',
    ]);
    const agent = boss(new ScriptedModel([[task('clerk')], 'never']), [clerk(clerkModel)], {
      maxToolCalls: 2,
    });
    const run = await agent.run('go');
    expect(run).toMatchObject({ status: 'limited', reason: expect.stringContaining('2 tool calls') });
    expect(run.calls[0]?.observation?.text).toBe('saw one');
    expect(JSON.stringify(clerkModel.requests[1]?.messages)).toContain('limit of 2 tool calls');
  });

  it('join those of the agent below, whose own come first', async () => {
    const reader = defineTool({
      name: 'read',
      description: 'Reads.',
      execute: (_args, run) =>
        ['OWN', 'BOTH', 'ABOVE'].map(name => `${name}=${run.secrets.get(name)}`).join(' '),
    });
    const store = new MemoryRunStore();
    const seen: string[] = [];
    const below = new Agent({
      name: 'clerk',
      model: new ScriptedModel([[{ name: 'read' }], 'read']),
      tools: [reader],
      secrets: { OWN: 'own-value', BOTH: 'below-value' },
      middleware: [
        {
          name: 'watch',
          aroundTool: async (_call, next) => {
            const observation = await next();
            seen.push(observation.text);
            return observation;
          },
        },
      ],
    });
    const agent = boss(new ScriptedModel([[task('clerk')], 'done']), [below], {
      store,
      secrets: { BOTH: 'above-value', ABOVE: 'top-value' },
    });
    const run = await agent.run('go');
    expect(seen).toEqual(['OWN=own-value BOTH=below-value ABOVE=top-value']);
    const kept = JSON.stringify(await store.read(`${run.id}/1/clerk`));
    expect(kept).toContain('OWN=[secret OWN] BOTH=[secret BOTH] ABOVE=[secret ABOVE]');
    expect(kept).not.toMatch(/own-value|below-value|top-value/);
  });
});

describe('an approval below, asked for in one process and given in another', () => {
  it.each([
    ['files', (): string => folder()],
    ['a database', (): string => join(folder(), 'runs.db')],
  ])('goes on where it was, kept in %s', async (kind, placeOf) => {
    const place = placeOf();
    const first = await runFixture<{ id: string }>('nested-approval.ts', [kind, place]);
    expect(first).toMatchObject({ status: 'paused', paid: [] });
    expect(await runFixture('nested-approval.ts', [kind, place, first.id])).toEqual({
      status: 'completed',
      text: 'Done.',
      paid: ['ann'],
      asked: [['clerk', 'pay']],
    });
  });
});

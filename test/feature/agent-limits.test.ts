import { setTimeout as sleep } from 'node:timers/promises';
import { Agent, defineTool, findOpenCalls, MemoryRunStore } from 'toolwright';
import { FunctionModel, ScriptedModel } from 'toolwright/testing';

let counted = 0;
const count = defineTool({
  name: 'count',
  description: 'Counts.',
  input: { by: 'integer?' },
  execute: ({ by = 1 }) => (counted += by),
});
const fixed = defineTool({
  name: 'fixed',
  description: 'Says the same.',
  input: { x: 'integer?' },
  execute: () => 'same',
});
const broken = defineTool({
  name: 'broken',
  description: 'Fails.',
  input: { x: 'integer?' },
  execute: ({ x }) => {
    throw new Error(`no ${x ?? ''}`);
  },
});

/** Calls for ever. */
const eager = (name: string, args: (step: number) => object = () => ({})) =>
  new FunctionModel(({ messages }) => [{ name, arguments: args(messages.length) as Record<string, never> }]);

describe('a run stops by itself', () => {
  it('after 20 steps, or as many as it may take', async () => {
    const run = await new Agent({ model: eager('count'), tools: [count] }).run('?');
    expect(run).toMatchObject({ status: 'limited', steps: 20, reason: expect.stringContaining('20 steps') });
    expect(run.calls.every(({ observation }) => observation !== undefined)).toBe(true);
    const short = new Agent({ model: eager('count'), tools: [count], maxSteps: 3 });
    expect((await short.run('?')).steps).toBe(3);
    expect((await short.run('?', { maxSteps: 5 })).steps).toBe(5);
  });

  it('after as many tool calls as it may make, and answers those beyond', async () => {
    counted = 0;
    const model = new ScriptedModel([['a', 'b', 'c'].map(callId => ({ name: 'count', callId }))]);
    const run = await new Agent({ model, tools: [count], maxToolCalls: 2 }).run('?');
    expect(run).toMatchObject({ status: 'limited', reason: expect.stringContaining('2 tool calls') });
    expect(counted).toBe(2);
    expect(run.calls.map(({ observation }) => observation?.isError)).toEqual([false, false, true]);
  });

  it('not when it has made just as many and answers', async () => {
    const model = new ScriptedModel([[{ name: 'count' }], 'Done.']);
    const run = await new Agent({ model, tools: [count], maxToolCalls: 1 }).run('?');
    expect(run).toMatchObject({ status: 'completed', text: 'Done.' });
  });

  it('when it cost, or used, as much as it may', async () => {
    const model = () =>
      new FunctionModel(() => ({
        toolCalls: [{ name: 'count' }],
        usage: { inputTokens: 100, outputTokens: 10, costUsd: 0.02 },
      }));
    const dear = await new Agent({ model: model(), tools: [count], maxCostUsd: 0.05 }).run('?');
    expect(dear).toMatchObject({
      status: 'limited',
      steps: 3,
      reason: expect.stringContaining('maxCostUsd'),
    });
    const long = await new Agent({ model: model(), tools: [count], maxTokens: 200 }).run('?');
    expect(long).toMatchObject({ status: 'limited', steps: 2, reason: expect.stringContaining('maxTokens') });
  });

  it('at its wall clock, in the middle of a tool or of the model', async () => {
    let aborted = false;
    const slow = defineTool({
      name: 'slow',
      description: 'S.',
      execute: async (_args: unknown, run) => {
        await sleep(20_000, undefined, { signal: run.call.signal }).catch(() => (aborted = true));
      },
    });
    const run = await new Agent({ model: eager('slow'), tools: [slow], maxDurationMs: 50 }).run('?');
    expect(run).toMatchObject({ status: 'limited', reason: expect.stringContaining('50 ms') });
    expect(run.calls[0]?.observation?.text).toMatch(/cancelled/);
    expect(aborted).toBe(true);
    const silent = new FunctionModel(async ({ signal }) => sleep(20_000, 'late', { signal: signal! }));
    expect(await new Agent({ model: silent, maxDurationMs: 50 }).run('?')).toMatchObject({
      status: 'limited',
    });
  });
});

describe('a run that gets nowhere', () => {
  it.each([
    ['repeats a call with the same result', eager('fixed'), /'fixed' was called 4 times in a row/, 4],
    ['fails again and again', eager('broken', x => ({ x })), /'broken' failed 5 times in a row/, 5],
    ['alternates', eager('fixed', length => ({ x: length % 4 })), /were called in turn 3 times/, 6],
  ])('is stopped when it %s', async (_what, model, reason, steps) => {
    const run = await new Agent({ model, tools: [fixed, broken] }).run('?');
    expect(run).toMatchObject({ status: 'limited', reason: expect.stringMatching(reason), steps });
  });

  it('is let alone when told so, or earlier or later', async () => {
    const agent = (stuck: false | { repeats: number }) =>
      new Agent({ model: eager('fixed'), tools: [fixed], stuck });
    expect((await agent(false).run('?')).steps).toBe(20);
    expect((await agent({ repeats: 2 }).run('?')).steps).toBe(2);
  });

  it('is not said of calls with other results', async () => {
    const run = await new Agent({ model: eager('count', () => ({ by: 1 })), tools: [count] }).run('?');
    expect(run.steps).toBe(20);
  });
});

describe('a cancelled run', () => {
  it('reaches the running tool, and keeps what has finished', async () => {
    const stop = new AbortController();
    let reason: string | undefined;
    const wait = defineTool({
      name: 'wait',
      description: 'W.',
      execute: async (_args: unknown, run) => {
        run.call.signal.addEventListener('abort', () => (reason = String(run.call.signal.reason)));
        stop.abort(new Error('enough'));
        await sleep(20_000, undefined, { signal: run.call.signal }).catch(() => undefined);
      },
    });
    counted = 0;
    const model = new ScriptedModel([[{ name: 'count' }, { name: 'wait' }]]);
    const store = new MemoryRunStore();
    const run = await new Agent({ model, tools: [count, wait], store }).run('?', { signal: stop.signal });
    expect(run).toMatchObject({ status: 'cancelled', reason: 'enough' });
    expect(run.calls.map(({ observation }) => observation?.text)).toEqual([
      '1',
      expect.stringMatching(/cancelled/),
    ]);
    expect(reason).toContain('enough');
    const recorded = await store.read(run.id);
    expect(recorded?.events.filter(({ type }) => type === 'tool-call-ended')).toHaveLength(2);
    expect(recorded?.events.at(-1)).toMatchObject({ type: 'run-ended', status: 'cancelled' });
  });

  it('does not begin when it was cancelled before', async () => {
    const model = new ScriptedModel([]);
    const run = await new Agent({ model }).run('?', { signal: AbortSignal.abort() });
    expect(run.status).toBe('cancelled');
    model.assertConsumed();
  });

  it('is what close() makes of runs that go on', async () => {
    const agent = new Agent({
      model: new FunctionModel(async ({ signal }) => sleep(20_000, 'late', { signal: signal! })),
    });
    const running = agent.run('?');
    await sleep(10);
    await agent.close();
    expect(await running).toMatchObject({ status: 'cancelled' });
    await expect(agent.run('?')).rejects.toMatchObject({ code: 'AGENT_CLOSED' });
  });
});

describe('long conversations', () => {
  it('shorten old tool results, never the last, and keep them whole in the journal', async () => {
    const long = defineTool({
      name: 'long',
      description: 'L.',
      input: { n: 'integer' },
      execute: ({ n }) => `${n} ${'x'.repeat(4_000)}`,
    });
    const store = new MemoryRunStore();
    const model = new ScriptedModel([
      [{ name: 'long', arguments: { n: 1 } }],
      [{ name: 'long', arguments: { n: 2 } }],
      [{ name: 'long', arguments: { n: 3 } }],
      'ok',
    ]);
    const run = await new Agent({ model, tools: [long], maxContextTokens: 2_500, store }).run('?');
    const lengths = model.requests
      .at(-1)!
      .messages.filter(({ role }) => role === 'tool')
      .map(message => JSON.stringify(message).length);
    expect(lengths[0]).toBeLessThan(700);
    expect(lengths.at(-1)).toBeGreaterThan(4_000);
    expect(JSON.stringify(model.requests.at(-1)!.messages)).toContain('shortened from');
    const ends = (await store.read(run.id))!.events.filter(({ type }) => type === 'tool-call-ended');
    expect(ends.every(event => JSON.stringify(event).length > 4_000)).toBe(true);
    expect(
      run.messages.filter(({ role }) => role === 'tool').map(m => JSON.stringify(m).length > 4_000),
    ).toEqual([true, true, true]);
  });

  it('are shortened across the turns of a conversation, and however small the limit the last results stay', async () => {
    const long = defineTool({ name: 'long', description: 'L.', execute: () => 'word '.repeat(2_000) });
    const model = new ScriptedModel([[{ name: 'long' }], 'one', [{ name: 'long' }], 'two']);
    const agent = new Agent({ model, tools: [long], maxContextTokens: 100 });
    const conversation = agent.conversation();
    await conversation.send('a');
    await conversation.send('b');
    const results = (request: number): number[] =>
      (model.requests[request]?.messages ?? []).flatMap(message =>
        message.role === 'tool' ? [JSON.stringify(message.results).length] : [],
      );
    expect(results(1)).toEqual([expect.any(Number)]);
    expect(results(1)[0]).toBeGreaterThan(9_000);
    const [first = 0, last = 0] = results(3);
    expect(first).toBeLessThan(600);
    expect(last).toBeGreaterThan(9_000);
  });

  it('keep whole what was cut for the model', async () => {
    const long = defineTool({ name: 'long', description: 'L.', execute: () => 'x'.repeat(2_000_000) });
    const store = new MemoryRunStore();
    const run = await new Agent({
      model: new ScriptedModel([[{ name: 'long' }], 'ok']),
      tools: [long],
      store,
    }).run('?');
    const end = (await store.read(run.id))!.events.find(({ type }) => type === 'tool-call-ended');
    expect(JSON.stringify(end?.type === 'tool-call-ended' && end.observation).length).toBeLessThan(110_000);
    expect(JSON.stringify(end?.type === 'tool-call-ended' && end.uncut).length).toBeGreaterThan(2_000_000);
  });
});

describe('a run that is stopped', () => {
  const slow = defineTool({
    name: 'slow',
    description: 'Takes its time.',
    replayClass: 'read_only',
    execute: (_args, run) => new Promise(resolve => run.call.signal.addEventListener('abort', resolve)),
  });
  const pay = defineTool({ name: 'pay', description: 'Pays.', execute: () => 'paid' });

  it('keeps the turn, with calls that finished, were refused, and still waited', async () => {
    const store = new MemoryRunStore();
    const stop = new AbortController();
    const ended: string[] = [];
    const model = new ScriptedModel([
      [
        { name: 'count', callId: 'done' },
        { name: 'count', callId: 'refused', arguments: { security_risk: 'extreme' } },
        { name: 'count', callId: 'refused too', arguments: { security_risk: 'extreme' } },
        { name: 'pay', callId: 'waiting' },
        { name: 'slow', callId: 'cut' },
      ],
    ]);
    const agent = new Agent({
      model,
      tools: [count, pay, slow],
      store,
      parallelTools: true,
      policies: [{ name: 'ask', decide: ({ tool }) => (tool.name === 'pay' ? 'ask' : 'allow') }],
    });
    const stream = agent.stream('?', { signal: stop.signal });
    for await (const event of stream) {
      if (event.type === 'tool-call-end') ended.push(event.callId);
      if (event.type === 'approval-needed') setTimeout(() => stop.abort(new Error('enough')), 50);
    }
    const run = await stream.result;
    expect(run).toMatchObject({ status: 'cancelled', pending: [] });
    const ids = ['done', 'refused', 'refused too', 'waiting', 'cut'];
    expect(run.calls.map(({ callId }) => callId)).toEqual(ids);
    expect(run.calls.every(({ observation }) => observation !== undefined)).toBe(true);
    expect(ended.sort()).toEqual([...ids].sort());
    const { events = [] } = (await store.read(run.id)) ?? {};
    expect(findOpenCalls(events)).toEqual([]);
    expect(run.messages.at(-1)).toMatchObject({ role: 'tool', results: ids.map(callId => ({ callId })) });
  });

  it('says why in its journal', async () => {
    const store = new MemoryRunStore();
    const run = await new Agent({ model: eager('count'), tools: [count], maxSteps: 2, store }).run('?');
    const { events = [] } = (await store.read(run.id)) ?? {};
    expect(events.at(-1)).toMatchObject({ type: 'run-ended', status: 'limited', reason: run.reason });
    expect(run.reason).toContain('2 steps');
  });

  it('keeps the last words of its model', async () => {
    const model = new ScriptedModel([{ text: 'I count.', toolCalls: [{ name: 'count' }] }]);
    expect(await new Agent({ model, tools: [count], maxSteps: 1 }).run('?')).toMatchObject({
      status: 'limited',
      text: 'I count.',
    });
  });
});

describe('calls that only look as if they got somewhere', () => {
  it.each<[string, (step: number) => object | string]>([
    ['whose claims are worded anew', step => ({ x: 1, summary: `try ${step}` })],
    ['written in another way', step => (step % 4 === 1 ? '{"x":1}' : '{ "x": 1 }')],
  ])('stop a run like the same ones: %s', async (_how, args) => {
    const model = new FunctionModel(({ messages }) => [
      { name: 'fixed', arguments: args(messages.length) as Record<string, never> },
    ]);
    const run = await new Agent({ model, tools: [fixed] }).run('?');
    expect(run).toMatchObject({ status: 'limited', steps: 4 });
    expect(run.reason).toContain('called 4 times in a row');
  });

  it('are no failures of a tool as long as one of them succeeds', async () => {
    const model = new FunctionModel(({ messages }) => [
      { name: 'count', arguments: { by: messages.length } },
      { name: 'count', arguments: { by: 'x' } as never },
    ]);
    expect(await new Agent({ model, tools: [count], maxSteps: 8 }).run('?')).toMatchObject({ steps: 8 });
  });
});

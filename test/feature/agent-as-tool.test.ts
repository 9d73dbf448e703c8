import { setTimeout as sleep } from 'node:timers/promises';
import { Agent, createToolRuntime, defineTool, MemoryRunStore, Param } from 'toolwright';
import { FunctionModel, ScriptedModel } from 'toolwright/testing';

const whose = defineTool({
  name: 'whose',
  description: 'W.',
  execute: (_args: unknown, run) =>
    `${(run.state as { tenant: string }).tenant} ${run.secrets.find('KEY') ?? 'no key'}`,
});

describe('an agent as a tool', () => {
  it('is asked in words, and answers with its text', async () => {
    const helper = new Agent({
      name: 'HelperAgent',
      description: 'Helps.',
      model: new ScriptedModel(['42']),
    });
    const model = new ScriptedModel([[{ name: 'helper_agent', arguments: { task: 'Think.' } }], 'ok']);
    const run = await new Agent({ model, tools: [helper] }).run('?');
    expect(run.calls[0]?.observation?.text).toBe('42');
    expect(model.requests[0]?.tools[0]?.name).toBe('helper_agent');
    expect(JSON.stringify(model.requests[0]?.tools[0]?.tool)).toContain('Helps.');
  });

  it('may take and give data', async () => {
    class Question {
      @Param() city!: string;
    }
    class Answer {
      @Param() degrees!: number;
    }
    const asked = new ScriptedModel(['{"degrees":21}']);
    const helper = new Agent({ name: 'weather', model: asked, outputType: Answer });
    const tool = helper.asTool({
      input: Question,
      replayClass: 'read_only',
      description: 'Tells the weather.',
    });
    expect(tool).toMatchObject({
      origin: 'agent',
      replayClass: 'read_only',
      description: 'Tells the weather.',
    });
    const observation = await createToolRuntime([tool]).call({
      name: 'weather',
      arguments: { city: 'Rome' },
    });
    expect(observation.structuredContent).toEqual({ degrees: 21 });
    expect(JSON.stringify(asked.requests[0]?.messages)).toContain('Rome');
  });

  it('shares state, secrets, store and cost with the run that calls it', async () => {
    const usage = { inputTokens: 10, costUsd: 1 };
    const helper = new Agent({
      name: 'helper',
      model: new ScriptedModel([
        { toolCalls: [{ name: 'whose' }], usage },
        { text: 'done', usage },
      ]),
      tools: [whose],
    });
    const store = new MemoryRunStore();
    const model = new ScriptedModel([
      [{ name: 'helper', arguments: { task: 't' }, callId: 'h' }],
      { text: 'ok', usage },
    ]);
    const run = await new Agent({ model, tools: [helper], store, secrets: { KEY: 'k3y-value' } }).run('?', {
      state: { tenant: 'Acme' },
    });
    expect(run.usage).toMatchObject({ inputTokens: 30, costUsd: 3 });
    const runs = await store.list();
    const nested = runs.find(({ parentRunId }) => parentRunId === run.id);
    const events = (await store.read(nested!.runId))!.events;
    expect(events[0]).toMatchObject({ type: 'run-started', parent: { runId: run.id, callId: 'h' } });
    expect(JSON.stringify(events)).toContain('Acme [secret KEY]');
    expect(JSON.stringify(events)).not.toContain('k3y-value');
  });

  it('may cost no more than what is left', async () => {
    const helper = new Agent({
      name: 'helper',
      model: new FunctionModel(() => ({ toolCalls: [{ name: 'whose' }], usage: { costUsd: 1 } })),
      tools: [whose],
      stuck: false,
    });
    const model = new ScriptedModel([[{ name: 'helper', arguments: { task: 't' } }]]);
    const run = await new Agent({ model, tools: [helper], maxCostUsd: 3 }).run('?', {
      state: { tenant: 'a' },
    });
    expect(run).toMatchObject({ status: 'limited', usage: { costUsd: 3 } });
    expect(run.calls[0]?.observation?.text).toMatch(/did not finish \(limited\)/);
  });

  it('is cancelled with the run that calls it', async () => {
    const stop = new AbortController();
    let reached = false;
    const helper = new Agent({
      name: 'helper',
      model: new FunctionModel(async ({ signal }) => {
        stop.abort(new Error('enough'));
        await sleep(20_000, undefined, { signal: signal! }).catch(() => (reached = true));
        return 'late';
      }),
    });
    const model = new ScriptedModel([[{ name: 'helper', arguments: { task: 't' } }]]);
    const run = await new Agent({ model, tools: [helper] }).run('?', { signal: stop.signal });
    expect(run.status).toBe('cancelled');
    await sleep(20);
    expect(reached).toBe(true);
  });

  it('cannot wait for an approval, and says so', async () => {
    const helper = new Agent({
      name: 'helper',
      model: new ScriptedModel([[{ name: 'whose' }], 'denied']),
      tools: [whose],
      policies: [{ name: 'ask', decide: () => 'ask' }],
    });
    const observation = await createToolRuntime([helper]).call({ name: 'helper', arguments: { task: 't' } });
    expect(observation.text).toBe('denied');
  });

  it('that fails is a failed call', async () => {
    const helper = new Agent({ name: 'helper', model: new ScriptedModel([new Error('down')]) });
    const observation = await createToolRuntime([helper]).call({ name: 'helper', arguments: { task: 't' } });
    expect(observation).toMatchObject({
      isError: true,
      text: expect.stringMatching(/did not finish \(failed\)/),
    });
  });

  it('side by side spend what is left together', async () => {
    let cost = 0;
    const spending = new FunctionModel(async () => {
      await sleep(1);
      cost++;
      return { toolCalls: [{ name: 'whose' }], usage: { costUsd: 1 } };
    });
    const helper = new Agent({ name: 'helper', model: spending, tools: [whose], stuck: false });
    const tool = helper.asTool({ replayClass: 'read_only' });
    const four = ['a', 'b', 'c', 'd'].map(task => ({ name: 'helper', arguments: { task } }));
    const agent = new Agent({
      model: new ScriptedModel([four]),
      tools: [tool],
      parallelTools: true,
      maxCostUsd: 5,
    });
    const run = await agent.run('?', { state: { tenant: 'a' } });
    expect(run).toMatchObject({ status: 'limited', reason: expect.stringContaining('maxCostUsd') });
    expect(run.usage.costUsd).toBe(cost);
    // Each may finish the answer that it waits for.
    expect(cost).toBeLessThanOrEqual(8);
    expect(run.calls[0]?.observation?.text).toMatch(/of 'agent', came to a limit: it cost/);
  });

  it('counts in the usage of all runs above when it takes too long', async () => {
    let asked = 0;
    const model = new FunctionModel(async ({ signal }) => {
      if (asked++ > 0) await sleep(20_000, undefined, { signal: signal! });
      return { toolCalls: [{ name: 'whose' }], usage: { costUsd: 1 } };
    });
    const low = new Agent({ name: 'low', model, tools: [whose] });
    const task = { arguments: { task: 't' } };
    const middle = new Agent({
      name: 'middle',
      model: new ScriptedModel([[{ name: 'low', ...task }], 'sorry']),
      tools: [low.asTool({ timeoutMs: 300 })],
    });
    const top = new Agent({
      model: new ScriptedModel([[{ name: 'middle', ...task }], 'ok']),
      tools: [middle],
    });
    const run = await top.run('?', { state: { tenant: 'a' } });
    expect(run).toMatchObject({ status: 'completed', usage: { costUsd: 1 } });
  });

  it('that calls itself is stopped', async () => {
    let asked = 0;
    const model = new FunctionModel(({ messages }) => {
      if (messages.at(-1)?.role === 'tool')
        return JSON.stringify(messages.at(-1)).includes('16 agents') ? 'deep' : 'up';
      asked++;
      return [{ name: 'self', arguments: { task: 't' } }];
    });
    const self: Agent = new Agent({ name: 'self', model, tools: () => [self] });
    expect((await self.run('?')).status).toBe('completed');
    expect(asked).toBe(16);
  });
});

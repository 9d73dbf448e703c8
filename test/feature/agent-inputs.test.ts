import { getEventListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { AgentOptions, ModelMessage, ModelResponse } from 'toolwright';
import { Agent, defineTool, StreamTakenError } from 'toolwright';
import { FunctionModel, ScriptedModel } from 'toolwright/testing';

const echo = defineTool({
  name: 'echo_text',
  description: 'E.',
  input: { text: 'string' },
  execute: ({ text }) => text,
});

/** A model that answers with whatever is given. */
class RawModel extends FunctionModel {
  constructor(private readonly answers: unknown[]) {
    super(() => '');
  }
  override async generate(request: Parameters<FunctionModel['generate']>[0]): Promise<ModelResponse> {
    await super.generate(request);
    return this.answers.shift() as ModelResponse;
  }
}

const scripted = (
  turns: ConstructorParameters<typeof ScriptedModel>[0],
  options: Partial<AgentOptions> = {},
) => {
  const model = new ScriptedModel(turns);
  return { model, agent: new Agent({ ...options, model }) };
};

describe('the options of a run', () => {
  it.each([
    [{ maxSteps: NaN }, /maxSteps is NaN/],
    [{ maxCostUsd: '1' }, /maxCostUsd/],
    [{ toolChoice: 'banana' }, /toolChoice/],
    [{ maxStep: 2 }, /write 'maxSteps'/],
    [{ signal: {} }, /AbortController/],
    [{ runId: 7 }, /runId/],
    [null, /they are null/],
  ])('%j are refused like those of the agent', async (options, text) => {
    const { agent, model } = scripted(['no']);
    const wrong = { code: 'DEFINITION', message: expect.stringMatching(text) };
    await expect(agent.run('?', options as never)).rejects.toMatchObject(wrong);
    await expect(agent.resume('r', [], options as never)).rejects.toMatchObject(wrong);
    await expect(agent.stream('?', options as never).result).rejects.toMatchObject(wrong);
    expect(() => agent.conversation(options as never)).toThrow(text);
    expect(model.requests).toHaveLength(0);
  });

  it('name only a tool that there is', async () => {
    const { agent } = scripted([], { tools: [echo] });
    await expect(agent.run('?', { toolChoice: { tool: 'echo_txt' } })).rejects.toMatchObject({
      code: 'DEFINITION',
      message: expect.stringContaining("'echo_text'"),
    });
    await expect(scripted([]).agent.run('?', { toolChoice: 'required' })).rejects.toMatchObject({
      code: 'DEFINITION',
      message: expect.stringContaining('no tools'),
    });
  });

  it('may give a run more time than a timer of Node can wait', async () => {
    const slow = async (): Promise<string> => {
      await sleep(30);
      return 'done';
    };
    const { agent } = scripted([slow, slow]);
    expect((await agent.run('?', { maxDurationMs: 2 ** 31 })).status).toBe('completed');
    expect((await agent.run('?', { maxDurationMs: Infinity })).status).toBe('completed');
  });

  it('may share a signal among many runs', async () => {
    const stop = new AbortController();
    let asked = 0;
    const model = new FunctionModel(async ({ signal }) => {
      if (++asked === 30) stop.abort(new Error('enough'));
      await sleep(20_000, undefined, { signal: signal! });
      return 'late';
    });
    const agent = new Agent({ model });
    const runs = Array.from({ length: 30 }, () => agent.run('?', { signal: stop.signal }));
    expect(getEventListeners(stop.signal, 'abort')).toHaveLength(1);
    const statuses = (await Promise.all(runs)).map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set(['cancelled']));
    expect((await agent.run('?', { signal: stop.signal })).status).toBe('cancelled');
  });
});

describe('what is asked', () => {
  it.each([
    [null, /it is null/],
    [7, /it is a number/],
    [[], /empty list/],
    [['text'], /part 1 is a string/],
    [[{ type: 'text' }], /part 1 is no text and no file/],
    [[{ type: 'file', mediaType: 'image/png' }], /part 1/],
  ])('is refused when it is %j', async (input, text) => {
    await expect(scripted(['no']).agent.run(input as never)).rejects.toMatchObject({
      code: 'DEFINITION',
      message: expect.stringMatching(text),
    });
  });
});

describe('a history', () => {
  it.each([
    [null, /history: it is null/],
    [[null], /message 1: it is null/],
    [['hello'], /message 1: it is a string/],
    [[{ role: 'robot', content: [] }], /its role is unknown/],
    [[{ role: 'user', content: 'hello' }], /no message of the role 'user'/],
    [[{ role: 'assistant', content: [{ type: 'text' }] }], /no message of the role 'assistant'/],
    [[{ role: 'tool', results: [{}] }], /no message of the role 'tool'/],
  ])('is refused when it is %j', async (history, text) => {
    await expect(scripted(['no']).agent.run('?', { history: history as never })).rejects.toMatchObject({
      code: 'DEFINITION',
      message: expect.stringMatching(text),
    });
  });

  it('has a result for every call, and no other, before a model reads it', async () => {
    const call = (callId: string) =>
      ({ type: 'tool-call', callId, toolName: 'echo_text', arguments: '{}' }) as const;
    const result = (callId: string) => ({ callId, toolName: 'echo_text', content: [], isError: false });
    const history: ModelMessage[] = [
      { role: 'tool', results: [result('stray')] },
      { role: 'user', content: [{ type: 'text', text: 'hi' }] },
      { role: 'assistant', content: [call('a'), call('b')] },
      { role: 'tool', results: [result('b')] },
      { role: 'assistant', content: [] },
      { role: 'assistant', content: [call('c')] },
    ];
    const { agent, model } = scripted(['ok']);
    await agent.run('?', { history });
    const told = model.requests[0]!.messages;
    expect(told.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool', 'assistant', 'tool', 'user']);
    expect(told[2]).toMatchObject({
      results: [
        { callId: 'a', isError: true },
        { callId: 'b', isError: false },
      ],
    });
    expect(told[4]).toMatchObject({ results: [{ callId: 'c', isError: true }] });
  });
});

describe('an answer of a model', () => {
  const usage = { inputTokens: 1, outputTokens: 1, cachedInputTokens: 0, reasoningTokens: 0, costUsd: 0 };

  it.each([
    [undefined, /is undefined/],
    [{}, /no list 'content'/],
    [{ content: 'hello' }, /no list 'content'/],
    [{ content: [null] }, /part 1 that is null/],
    [{ content: [{ type: 'text' }] }, /part 1 that has no text/],
    [{ content: [{ type: 'video' }] }, /part 1 that is no 'text'/],
    [{ content: [{ type: 'tool-call', arguments: '{}' }] }, /calls no tool/],
    [
      { content: [{ type: 'tool-call', toolName: 'echo_text', arguments: 7 }] },
      /arguments that are a number/,
    ],
  ])('%j is no answer, and the run says why', async (answer, text) => {
    for (const isStreamed of [false, true]) {
      const model = Object.assign(new RawModel([answer]), { stream: undefined });
      const agent = new Agent({ model, tools: [echo] });
      const run = await (isStreamed ? agent.stream('?').result : agent.run('?'));
      expect(run).toMatchObject({ status: 'failed', error: { code: 'MODEL_FAILED' } });
      expect(run.reason).toMatch(text);
    }
  });

  it('may leave out or garble what can be done without', async () => {
    const call = { type: 'tool-call', toolName: 'echo_text' };
    const model = new RawModel([
      {
        content: [
          { ...call, callId: 7, arguments: null },
          { ...call, callId: 7, arguments: { text: 'x' } },
          { ...call, callId: '7-2', arguments: '{"text":"y"}' },
          { ...call, arguments: '{"text":"z"}' },
        ],
        usage: { inputTokens: NaN, outputTokens: -4, costUsd: 'free' },
      },
      { content: [{ type: 'text', text: 'ok' }], finishReason: 'stop', usage },
    ]);
    const run = await new Agent({ model, tools: [echo], maxCostUsd: 1 }).run('?');
    expect(run).toMatchObject({
      status: 'completed',
      usage: { inputTokens: 1, outputTokens: 1, costUsd: 0 },
    });
    expect(run.calls.map(({ callId }) => callId)).toEqual(['7', '7-3', '7-2', 'call-4']);
    expect(run.calls.map(({ observation }) => observation?.text)).toEqual([
      expect.stringMatching(/text/),
      'x',
      'y',
      'z',
    ]);
  });

  it('that a middleware garbled is refused with its name', async () => {
    const middleware = [{ name: 'cutter', afterModel: () => ({}) as ModelResponse }];
    const run = await scripted(['ok'], { middleware }).agent.run('?');
    expect(run).toMatchObject({ status: 'failed', reason: expect.stringContaining("middleware 'cutter'") });
  });

  it('that is empty is not told to the model again', async () => {
    const { agent, model } = scripted([{ text: '' }, 'ok']);
    const chat = agent.conversation();
    expect((await chat.send('one')).messages.map(({ role }) => role)).toEqual(['user']);
    await chat.send('two');
    expect(model.requests[1]!.messages.map(({ role }) => role)).toEqual(['user', 'user']);
  });

  it('with arguments that are too long is told again without them', async () => {
    const { agent, model } = scripted(
      [[{ name: 'echo_text', arguments: { text: 'x'.repeat(2_000_000) } }], 'ok'],
      { tools: [echo] },
    );
    const run = await agent.run('?');
    expect(run.calls[0]?.observation?.isError).toBe(true);
    const [, said] = model.requests[1]!.messages;
    const [part] = said?.role === 'assistant' ? said.content : [];
    expect(JSON.parse(part?.type === 'tool-call' ? part.arguments : '')).toEqual({
      left_out: expect.stringContaining('characters'),
    });
  });

  it('may encode arguments and claims twice', async () => {
    const twice = JSON.stringify(JSON.stringify({ text: 'hi', security_risk: 'low', summary: 'Says hi.' }));
    const call = { type: 'tool-call', callId: 'a', toolName: 'echo_text', arguments: twice };
    const model = new RawModel([
      { content: [call], finishReason: 'tool-calls', usage },
      { content: [{ type: 'text', text: 'ok' }], finishReason: 'stop', usage },
    ]);
    const run = await new Agent({ model, tools: [echo] }).run('?');
    expect(run.calls[0]).toMatchObject({
      claims: { securityRisk: 'low', summary: 'Says hi.' },
      observation: { isError: false, text: 'hi' },
    });
  });
});

describe('the events of a run', () => {
  it('have one reader, and a second one is told so', async () => {
    const stream = scripted(['ok']).agent.stream('?');
    const types: string[] = [];
    const reading = (async () => {
      for await (const { type } of stream) types.push(type);
    })();
    expect(() => stream[Symbol.asyncIterator]()).toThrow(StreamTakenError);
    await reading;
    expect(types.at(-1)).toBe('final');
  });
});

describe('runs that wait, of an agent without a store', () => {
  const clock = { ms: 0, now: () => clock.ms, monotonicMs: () => 0, schedule: () => () => undefined };
  const asking = (options: Partial<AgentOptions> = {}) =>
    new Agent({
      model: new FunctionModel(({ messages }) =>
        messages.at(-1)?.role === 'tool' ? 'ok' : [{ name: 'echo_text', arguments: { text: 'x' } }],
      ),
      tools: [echo],
      policies: [{ name: 'ask', decide: () => 'ask' }],
      ...options,
    });
  const gone = { code: 'RUN_NOT_RESUMABLE' };

  it('are forgotten when they have expired and others come', async () => {
    const agent = asking({ approvalTtlMs: 1_000, clock });
    const first = await agent.run('?');
    clock.ms += 500;
    const second = await agent.run('?');
    clock.ms += 600;
    await agent.run('?');
    await expect(agent.resume(first.id)).rejects.toMatchObject(gone);
    expect((await agent.resume(second.id)).status).toBe('paused');
  });

  it('are the last 1,000', async () => {
    const agent = asking();
    const first = await agent.run('?');
    const second = await agent.run('?');
    for (let count = 0; count < 999; count++) await agent.run('?');
    await expect(agent.resume(first.id)).rejects.toMatchObject(gone);
    expect((await agent.resume(second.id)).status).toBe('paused');
  });
});

describe('a middleware', () => {
  it('that answers with something else is told that the tool did not run', async () => {
    const middleware = [{ name: 'm', aroundTool: () => 'text' as never }];
    const { agent } = scripted([[{ name: 'echo_text', arguments: { text: 'x' } }], 'ok'], {
      middleware,
      tools: [echo],
    });
    expect((await agent.run('?')).calls[0]?.observation?.error?.message).toMatch(/did not run/);
  });
});

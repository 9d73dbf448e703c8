import { type ModelEvent, type ModelRequest } from '../../../src/model/model.js';
import { FunctionModel, ScriptedModel, ScriptMismatchError } from '../../../src/testing.js';

const ask = (text: string, more: Partial<ModelRequest> = {}): ModelRequest => ({
  messages: [{ role: 'user', content: [{ type: 'text', text }] }],
  tools: [],
  toolChoice: 'auto',
  ...more,
});

describe('ScriptedModel', () => {
  it('answers turn by turn: text, calls, parts, functions, whole responses', async () => {
    const whole = {
      content: [],
      finishReason: 'length',
      usage: (await new ScriptedModel(['x']).generate(ask(''))).usage,
    } as const;
    const model = new ScriptedModel(
      [
        'Hello.',
        [
          { name: 'find', arguments: { id: 7 } },
          { name: 'find', arguments: '{"id":' },
        ],
        {
          reasoning: 'Hm.',
          text: 'So.',
          toolCalls: [{ name: 'stop', callId: 'mine' }],
          usage: { inputTokens: 1_000_000 },
        },
        request => `You said ${request.messages.length} things.`,
        whole,
      ],
      { price: { input: 2, output: 4 } },
    );
    const responses = [];
    for (let turn = 0; turn < 5; turn++) responses.push(await model.generate(ask(`${turn}`)));
    expect(responses.map(({ content }) => content)).toEqual([
      [{ type: 'text', text: 'Hello.' }],
      [
        { type: 'tool-call', callId: 'call-1', toolName: 'find', arguments: '{"id":7}' },
        { type: 'tool-call', callId: 'call-2', toolName: 'find', arguments: '{"id":' },
      ],
      [
        { type: 'reasoning', text: 'Hm.' },
        { type: 'text', text: 'So.' },
        { type: 'tool-call', callId: 'mine', toolName: 'stop', arguments: '{}' },
      ],
      [{ type: 'text', text: 'You said 1 things.' }],
      [],
    ]);
    expect(responses.map(({ finishReason }) => finishReason)).toEqual([
      'stop',
      'tool-calls',
      'tool-calls',
      'stop',
      'length',
    ]);
    expect(responses[2]!.usage).toEqual({
      inputTokens: 1_000_000,
      outputTokens: 0,
      cachedInputTokens: 0,
      reasoningTokens: 0,
      costUsd: 2,
    });
    expect(() => model.assertConsumed()).not.toThrow();
  });

  it('throws the errors of its script, and goes on', async () => {
    const model = new ScriptedModel([new Error('overloaded'), 'Back.']);
    await expect(model.generate(ask('a'))).rejects.toThrow('overloaded');
    expect((await model.generate(ask('b'))).content).toEqual([{ type: 'text', text: 'Back.' }]);
  });

  it('keeps the requests as they were', async () => {
    const model = new ScriptedModel(['a', 'b']);
    const messages = [...ask('first').messages];
    await model.generate(ask('', { messages }));
    messages.push({ role: 'user', content: [{ type: 'text', text: 'second' }] });
    await model.generate(ask('', { messages }));
    expect(model.requests.map(request => request.messages.length)).toEqual([1, 2]);
  });

  it('minds turns that are left over, saying what was asked', async () => {
    const model = new ScriptedModel(['a', 'b', 'c']);
    expect(() => model.assertConsumed()).toThrow(/has 3 turns and was asked 0 times.*never asked/);
    await model.generate(ask('Where is it?'));
    expect(() => model.assertConsumed()).toThrow(ScriptMismatchError);
    expect(() => model.assertConsumed()).toThrow(
      "The scripted model 'scripted' has 3 turns and was asked 1 times; turn 2 was not used. It was asked:\n  1. user: Where is it?",
    );
  });

  it('minds being asked too often, also when that was caught', async () => {
    const model = new ScriptedModel(['a'], { modelId: 'small' });
    await model.generate(ask('one'));
    const result = {
      callId: 'c',
      toolName: 'find',
      content: [{ type: 'text', text: 'x'.repeat(500) }],
      isError: false,
    } as const;
    const again = model.generate(ask('', { messages: [{ role: 'tool', results: [result] }] }));
    await expect(again).rejects.toThrow(
      /'small' has 1 turns and was asked 2 times.*\n {2}1\. user: one\n {2}2\. tool: find → x+…$/s,
    );
    expect(() => model.assertConsumed()).toThrow(ScriptMismatchError);
  });
});

describe('FunctionModel', () => {
  it('answers what a function gives, at once or later', async () => {
    const model = new FunctionModel(
      async ({ messages }) => (messages.length > 1 ? 'Done.' : [{ name: 'find', arguments: { id: 1 } }]),
      { provider: 'house', modelId: 'brain', dialect: 'anthropic' },
    );
    expect(model).toMatchObject({ provider: 'house', modelId: 'brain', dialect: 'anthropic' });
    expect((await model.generate(ask('x'))).content).toMatchObject([
      { toolName: 'find', arguments: '{"id":1}' },
    ]);
    const { messages } = ask('x');
    expect((await model.generate(ask('', { messages: [...messages, ...messages] }))).content).toMatchObject([
      { text: 'Done.' },
    ]);
    expect(model.requests).toHaveLength(2);
  });

  it('rejects with what the function throws, also at once', async () => {
    const model = new FunctionModel(() => {
      throw new Error('broken');
    });
    await expect(model.generate(ask('x'))).rejects.toThrow('broken');
  });

  it('is not waited for when it is cancelled', async () => {
    const abort = new AbortController();
    const model = new FunctionModel(() => new Promise(() => undefined));
    const work = model.generate(ask('x', { signal: abort.signal }));
    const reason = new Error('enough');
    abort.abort(reason);
    await expect(work).rejects.toBe(reason);
  });

  it('streams in words', async () => {
    const model = new FunctionModel(() => ({
      text: 'One two.',
      toolCalls: [{ name: 'f', arguments: { a: 'b c' } }],
    }));
    const events: ModelEvent[] = [];
    for await (const event of model.stream(ask('x'))) events.push(event);
    expect(events).toEqual([
      { type: 'text-delta', delta: 'One' },
      { type: 'text-delta', delta: ' two.' },
      { type: 'tool-call-start', callId: 'call-1', toolName: 'f' },
      { type: 'tool-call-delta', callId: 'call-1', delta: '{"a":"b' },
      { type: 'tool-call-delta', callId: 'call-1', delta: ' c"}' },
      { type: 'response', response: expect.objectContaining({ finishReason: 'tool-calls' }) },
    ]);
  });
});

it.each([
  ['a misspelt member', { calls: [] }, /it has 'calls'/],
  ['nothing', undefined, /it is undefined/],
])('a turn that is none is refused: %s', async (_what, turn, words) => {
  const model = new FunctionModel(() => turn as never);
  await expect(model.generate({ messages: [], tools: [], toolChoice: 'auto' })).rejects.toThrow(words);
});

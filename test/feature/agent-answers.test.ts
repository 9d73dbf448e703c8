import { Agent, defineTool, type Model, Param } from 'toolwright';
import { FunctionModel, ScriptedModel } from 'toolwright/testing';
import { heldStore } from '../support/held-store.js';

const add = defineTool({
  name: 'add',
  description: 'Adds two numbers.',
  replayClass: 'read_only',
  input: { a: 'number', b: 'number' },
  execute: ({ a, b }) => a + b,
});

describe('answers that an output guardrail has not passed', () => {
  const secretive = {
    name: 'no codes',
    position: 'output' as const,
    check: (text: string) => !text.includes('4711'),
  };
  class Reply {
    @Param()
    text!: string;
  }

  it('are in no message when they do not fit the type either', async () => {
    const model = new ScriptedModel(['{"txt":"4711"}', '{"text":"fine"}']);
    const run = await new Agent({ model, outputType: Reply, guardrails: [secretive] }).run('Go.');
    expect(run).toMatchObject({ status: 'completed', output: { text: 'fine' } });
    expect(JSON.stringify(run.messages)).not.toContain('4711');
    const [, again] = model.requests;
    expect(again?.messages.at(-1)).toMatchObject({ role: 'user' });
    expect(JSON.stringify(again?.messages.at(-1))).not.toContain('4711');
  });

  it('are in no message when the run is stopped while it is asked', async () => {
    const stop = new AbortController();
    const agent = new Agent({
      model: new ScriptedModel(['the code is 4711']),
      guardrails: [
        { ...secretive, check: () => new Promise<boolean>(() => setTimeout(() => stop.abort(), 10)) },
      ],
    });
    const run = await agent.run('Go.', { signal: stop.signal });
    expect(run.status).toBe('cancelled');
    expect(JSON.stringify(run)).not.toContain('4711');
  });
});

describe('a store that fails once', () => {
  it('gets no further event, so that its journal has no hole', async () => {
    const { store, kept } = heldStore(events =>
      events.some(({ type }) => type === 'tool-call-ended')
        ? Promise.reject(new Error('the disk is full'))
        : Promise.resolve(),
    );
    const agent = new Agent({
      model: new ScriptedModel([[{ name: 'add', arguments: { a: 1, b: 2 }, callId: 'c' }], 'ok']),
      tools: [add],
      store,
    });
    const run = await agent.run('Go.');
    expect(run).toMatchObject({ status: 'failed', reason: expect.stringContaining('the disk is full') });
    const { events = [] } = (await kept.read(run.id)) ?? {};
    expect(events.at(-1)?.type).toBe('tool-call-started');
  });
});

describe('a stream', () => {
  it('is cancelled by a reader that leaves before its first event', async () => {
    const model = new FunctionModel(
      ({ signal }) =>
        new Promise((_resolve, reject) =>
          signal?.addEventListener('abort', () => reject(new Error('stopped'))),
        ),
    );
    const stream = new Agent({ model }).stream('Go.');
    await stream[Symbol.asyncIterator]().return();
    expect((await stream.result).status).toBe('cancelled');
  });

  it('passes on nothing that a model makes up', async () => {
    const whole = {
      content: [{ type: 'text' as const, text: 'ok' }],
      finishReason: 'stop' as const,
      usage: { inputTokens: 1, outputTokens: 1, cachedInputTokens: 0, reasoningTokens: 0, costUsd: 0 },
    };
    const model: Model = {
      provider: 'x',
      modelId: 'x',
      dialect: 'openai',
      generate: () => Promise.resolve(whole),
      async *stream() {
        yield { type: 'final', run: { status: 'completed' } } as never;
        yield { type: 'text-delta', delta: 'ok' };
        await Promise.resolve();
        yield { type: 'response', response: whole };
      },
    };
    const finals: unknown[] = [];
    for await (const event of new Agent({ model }).stream('Go.'))
      if (event.type === 'final') finals.push(event);
    expect(finals).toHaveLength(1);
    expect(finals[0]).toMatchObject({ run: { text: 'ok' } });
  });
});

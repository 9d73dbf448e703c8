import {
  Agent,
  type AgentMiddleware,
  asModel,
  costGuardrail,
  defineTool,
  envSecrets,
  type Guardrail,
  judgeGuardrail,
  type Logger,
  logging,
  MemoryRunStore,
  openaiCompatible,
  sumUsage,
} from 'toolwright';
import { FunctionModel, ScriptedModel } from 'toolwright/testing';

const usage = { inputTokens: 7 };

function recorder(): { logger: Logger; lines: string[] } {
  const lines: string[] = [];
  const at = (level: string) => (text: string, fields?: object) =>
    void lines.push(`${level} ${text} ${JSON.stringify(fields)}`);
  return { lines, logger: { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') } };
}

describe('a model that gives no answer', () => {
  it('is seen by middleware, the innermost first, and fails the run', async () => {
    const seen: string[] = [];
    const watch = (name: string): AgentMiddleware => ({
      name,
      onModelError: error => void seen.push(`${name}: ${(error as Error).message}`),
      afterModel: () => void seen.push(`${name} after`),
    });
    const model = new ScriptedModel([new Error('down')]);
    const run = await new Agent({ model, middleware: [watch('outer'), watch('inner')] }).run('?');
    expect(run.status).toBe('failed');
    expect(seen.map(line => line.slice(0, 5))).toEqual(['inner', 'outer']);
    expect(seen.join()).toContain('down');
  });

  it('may be answered for, and middleware further out sees that answer', async () => {
    const seen: string[] = [];
    const stand: AgentMiddleware = {
      name: 'stand-in',
      onModelError: () => ({
        content: [{ type: 'text', text: 'sorry' }],
        finishReason: 'stop',
        usage: {} as never,
      }),
    };
    const outer: AgentMiddleware = {
      name: 'outer',
      onModelError: () => void seen.push('error'),
      afterModel: response => void seen.push(JSON.stringify(response.content)),
    };
    const model = new ScriptedModel([new Error('down')]);
    const run = await new Agent({ model, middleware: [outer, stand] }).run('?');
    expect(run).toMatchObject({ status: 'completed', text: 'sorry' });
    expect(seen).toEqual([JSON.stringify([{ type: 'text', text: 'sorry' }])]);
  });

  it('is not asked about when the run is stopped', async () => {
    let isAsked = false;
    const stop = new AbortController();
    const model = new FunctionModel(async () => {
      stop.abort();
      throw new Error('aborted');
    });
    const middleware = [{ name: 'watch', onModelError: () => void (isAsked = true) }];
    const run = await new Agent({ model, middleware }).run('?', { signal: stop.signal });
    expect(run.status).toBe('cancelled');
    expect(isAsked).toBe(false);
  });

  it('is logged', async () => {
    const { lines, logger } = recorder();
    const model = new ScriptedModel([new Error('the key k3y-value is wrong')]);
    const secrets = { KEY: 'k3y-value' };
    await new Agent({ model, secrets, middleware: [logging({ logger, withValues: true })] }).run('?');
    const line = lines.find(each => each.includes('The model gave no answer.'));
    expect(line).toMatch(/^warn .*"durationMs":/);
    expect(line).toContain('the key [secret KEY] is wrong');
  });
});

describe('an answer', () => {
  it('that middleware refuses has still been paid for', async () => {
    const store = new MemoryRunStore();
    const refuse: AgentMiddleware = {
      name: 'refuse',
      afterModel: () => {
        throw new Error('no');
      },
    };
    const model = new ScriptedModel([{ text: 'hm', usage }]);
    const run = await new Agent({ model, store, middleware: [refuse] }).run('?');
    expect(run).toMatchObject({ status: 'failed', usage });
    expect(sumUsage((await store.read(run.id))?.events ?? [])).toMatchObject(usage);
  });

  it.each<[string, AgentMiddleware, unknown]>([
    [
      'that middleware gives instead',
      {
        name: 'stand-in',
        onModelError: () => ({
          content: [{ type: 'text', text: 'sorry' }],
          finishReason: 'stop',
          usage: { inputTokens: 7 } as never,
        }),
      },
      new Error('down'),
    ],
    [
      'whose usage middleware changes',
      { name: 'lie', afterModel: response => ({ ...response, usage: { inputTokens: 1_000 } as never }) },
      { text: 'hm', usage },
    ],
  ])('%s counts alike in the run and in its journal', async (_what, middleware, turn) => {
    const store = new MemoryRunStore();
    const model = new ScriptedModel([turn as never]);
    const run = await new Agent({ model, store, middleware: [middleware] }).run('?');
    expect(run.usage).toMatchObject(usage);
    expect(sumUsage((await store.read(run.id))?.events ?? [])).toMatchObject(usage);
  });

  it('is told by a stream once middleware that may change it has', async () => {
    const shout = (changesText: boolean): AgentMiddleware => ({
      name: 'shout',
      changesText,
      afterModel: response => ({ ...response, content: [{ type: 'text', text: 'LOUD' }] }),
    });
    const told = async (changesText: boolean): Promise<string> => {
      let text = '';
      const agent = new Agent({ model: new ScriptedModel(['quiet']), middleware: [shout(changesText)] });
      for await (const event of agent.stream('?')) if (event.type === 'text-delta') text += event.delta;
      return text;
    };
    expect(await told(true)).toBe('LOUD');
    expect(await told(false)).toBe('quiet');
  });
});

describe('an output guardrail that tells', () => {
  const noFoo = (options: Partial<Guardrail> = {}): Guardrail =>
    ({
      name: 'no foo',
      position: 'output',
      onTrip: 'tell',
      check: (text: string) => ({ pass: !text.includes('foo'), reason: 'it says too much' }),
      ...options,
    }) as Guardrail;

  it('lets the model answer otherwise, and keeps what was blocked out of everything', async () => {
    const model = new ScriptedModel(['foo one', 'bar']);
    const agent = new Agent({ model, guardrails: [noFoo()] });
    const events: unknown[] = [];
    const stream = agent.stream('?');
    for await (const event of stream) events.push(event);
    const run = await stream.result;
    expect(run).toMatchObject({ status: 'completed', text: 'bar', output: 'bar' });
    expect(JSON.stringify([run, events])).not.toContain('foo one');
    expect(JSON.stringify(model.requests[1]?.messages)).toContain(
      "The output was blocked by the guardrail 'no foo': it says too much.",
    );
  });

  it('ends the run when the model does not learn', async () => {
    const model = new ScriptedModel(['foo', 'foo', 'foo']);
    const run = await new Agent({ model, guardrails: [noFoo()], maxOutputRetries: 2 }).run('?');
    expect(run).toMatchObject({ status: 'failed', text: '', error: { code: 'RUN_BLOCKED' } });
    expect(JSON.stringify(run.messages)).not.toContain('foo"');
  });

  it('ends it at once unless it is to tell', async () => {
    for (const onTrip of ['end', undefined] as const) {
      const run = await new Agent({
        model: new ScriptedModel(['foo']),
        guardrails: [noFoo({ onTrip } as never)],
      }).run('?');
      expect(run.error?.code).toBe('RUN_BLOCKED');
    }
  });

  it('is refused at input, where nobody can be told', () => {
    const guardrails = [noFoo({ position: 'input' } as never)];
    expect(() => new Agent({ model: new ScriptedModel([]), guardrails })).toThrow(
      /onTrip is 'tell' at input/,
    );
  });
});

describe('a limit on cost', () => {
  const unpriced = () => openaiCompatible({ model: 'some' });
  const priced = () => openaiCompatible({ model: 'some', price: { input: 1, output: 2 } });

  it('is refused for a model without a price', async () => {
    expect(() => new Agent({ model: unpriced(), maxCostUsd: 1 })).toThrow(
      /nobody knows what the model 'some' costs.*price: \{ input/s,
    );
    await expect(new Agent({ model: unpriced() }).run('?', { maxCostUsd: 1 })).rejects.toMatchObject({
      code: 'DEFINITION',
    });
    expect(() => new Agent({ model: priced(), maxCostUsd: 1 })).not.toThrow();
  });

  it('is refused for one of the AI SDK too, until it has one', () => {
    const model = {
      ...{ specificationVersion: 'v3', provider: 'p', modelId: 'm', supportedUrls: {} },
      ...{ doGenerate: () => undefined, doStream: () => undefined },
    } as never;
    expect(() => new Agent({ model, maxCostUsd: 1 })).toThrow(/asModel\(model, \{ price/);
    const withPrice = asModel(model, { price: { input: 1, output: 1 } });
    expect(() => new Agent({ model: withPrice, maxCostUsd: 1 })).not.toThrow();
  });

  it('of a run above that cannot see the cost below is told in the log', async () => {
    const { lines, logger } = recorder();
    const free = Object.assign(new ScriptedModel(['done']), { hasPrice: false });
    const helper = new Agent({ name: 'helper', model: free });
    const model = new ScriptedModel([[{ name: 'helper', arguments: { task: 't' } }], 'ok']);
    await new Agent({ model, name: 'boss', tools: [helper], maxCostUsd: 5, logger }).run('?');
    expect(lines.filter(line => line.includes("maxCostUsd of 'boss' does not see"))).toHaveLength(1);
  });

  it('by a guardrail fails where there is no price', async () => {
    const look = defineTool({ name: 'look', description: 'Looks.', execute: () => 'seen' });
    const model = Object.assign(new ScriptedModel([[{ name: 'look' }], 'ok']), { hasPrice: false });
    const guardrails = [costGuardrail({ maxCostUsd: 1 })];
    const run = await new Agent({ model, tools: [look], guardrails }).run('?');
    expect(run.calls[0]?.observation?.text).toContain('could not be checked');
  });
});

it('what a judge uses counts in the usage of the run', async () => {
  const judge = new ScriptedModel([{ text: '{"pass":true,"reason":""}', usage: { inputTokens: 100 } }]);
  const guardrails = [
    judgeGuardrail({ name: 'judge', position: 'output', model: judge, instructions: 'Be kind.' }),
  ];
  const run = await new Agent({ model: new ScriptedModel([{ text: 'hi', usage }]), guardrails }).run('?');
  expect(run.usage.inputTokens).toBe(107);
});

describe('a misspelt member', () => {
  const model = new ScriptedModel([]);
  it.each<[string, object, string]>([
    [
      'guardrail',
      { guardrails: [{ name: 'g', position: 'output', check: () => true, onTripp: 'end' }] },
      'onTrip',
    ],
    ['policy', { policies: [{ name: 'g', decide: () => 'allow', isVisble: () => true }] }, 'isVisible'],
    ['middleware', { middleware: [{ name: 'g', afterModels: () => undefined }] }, 'afterModel'],
  ])('of a %s is refused', (what, options, near) => {
    expect(() => new Agent({ model, ...options })).toThrow(new RegExp(`${what} 'g'.*write '${near}'`, 's'));
  });

  it('is no member that is their own business', () => {
    expect(
      () => new Agent({ model, middleware: [{ name: 'g', counter: 0 } as AgentMiddleware] }),
    ).not.toThrow();
  });
});

it('a provider of secrets in place of a store is refused with what to write', async () => {
  const secrets = envSecrets({ names: ['A'] }) as never;
  const opening = new Agent({ model: new ScriptedModel([]), secrets }).open();
  await expect(opening).rejects.toThrow(/secretStore\(\[envSecrets/);
});

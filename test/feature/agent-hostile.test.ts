import { setTimeout as sleep } from 'node:timers/promises';
import {
  Agent,
  type AgentEvent,
  type AgentOptions,
  defineTool,
  MemoryRunStore,
  type Model,
  Param,
  type RunStore,
} from 'toolwright';
import { FunctionModel, ScriptedModel, type ScriptTurn } from 'toolwright/testing';

const log: string[] = [];
beforeEach(() => void (log.length = 0));

const act = defineTool({
  name: 'act',
  description: 'Acts.',
  input: { n: 'integer' },
  execute: ({ n }) => void log.push(`act ${n}`),
});
const look = defineTool({
  name: 'look',
  description: 'Looks.',
  replayClass: 'read_only',
  input: { n: 'integer' },
  execute: ({ n }) => {
    if (n > 100) throw new Error(`no ${n}`);
    return 'seen';
  },
});
const acts = (...ns: readonly number[]) => ns.map(n => ({ name: 'act', arguments: { n }, callId: `c${n}` }));

const play = async (turns: readonly ScriptTurn[], options: Partial<AgentOptions> = {}) => {
  const model = new ScriptedModel(turns);
  const run = await new Agent({ model, tools: [act, look], ...options }).run('?');
  return { run, model };
};

const never = (): Promise<never> => new Promise<never>(() => undefined);

describe('a guardrail that ends the run', () => {
  const guardrail = {
    name: 'no ones',
    position: 'tool_call',
    onTrip: 'end',
    check: ({ action }: { action: unknown }) => (action as { n: number }).n !== 1,
  } as const;

  it('lets no later call of the turn begin', async () => {
    const { run } = await play([acts(1, 2, 3)], { guardrails: [guardrail] });
    expect(run).toMatchObject({ status: 'failed', error: { code: 'GUARDRAIL_TRIPPED' } });
    expect(log).toEqual([]);
    expect(run.calls.map(({ observation }) => observation?.isError)).toEqual([true, true, true]);
  });

  it('ends it also when another call waits for an approval', async () => {
    const ask = {
      name: 'ask',
      decide: ({ action }: { action: unknown }) => ((action as { n: number }).n === 2 ? 'ask' : 'allow'),
    } as const;
    const turn = [...acts(2), { name: 'look', arguments: { n: 1 }, callId: 'l' }];
    const { run } = await play([turn], { guardrails: [guardrail], policies: [ask], parallelTools: true });
    expect(run).toMatchObject({ status: 'failed', pending: [] });
  });
});

describe('whatever hangs', () => {
  const stream = async function* (): AsyncGenerator<never> {
    await never();
  };
  const deaf: Model = { provider: 'deaf', modelId: 'deaf', dialect: 'openai', generate: never };
  const answering = new FunctionModel(() => 'hi');
  const slowStore = (at: 'write' | 'append'): RunStore => {
    const store = new MemoryRunStore();
    return {
      read: id => store.read(id),
      list: filter => store.list(filter),
      close: () => store.close(),
      write: async id => {
        if (at === 'write') return never();
        const writer = await store.write(id);
        return {
          ...{ runId: id, nextSeq: 0, append: never },
          ...{ delete: () => writer.delete(), close: () => writer.close() },
        };
      },
    };
  };
  const cases: [string, AgentOptions][] = [
    ['a model', { model: deaf }],
    ['a stream', { model: { ...deaf, stream } }],
    ['instructions', { model: answering, instructions: never }],
    ['tools', { model: answering, tools: never }],
    [
      'an input guardrail',
      { model: answering, guardrails: [{ name: 'g', position: 'input', check: never }] },
    ],
    [
      'an output guardrail',
      { model: answering, guardrails: [{ name: 'g', position: 'output', check: never }] },
    ],
    ['beforeModel', { model: answering, middleware: [{ name: 'm', beforeModel: never }] }],
    ['afterModel', { model: answering, middleware: [{ name: 'm', afterModel: never }] }],
    ['a store that does not open', { model: answering, store: slowStore('write') }],
    ['a store that does not write', { model: answering, store: slowStore('append') }],
  ];

  it.each(cases)(
    'a run is cancelled at once, and its agent closes: %s',
    async (_what, options) => {
      const agent = new Agent(options);
      const stop = new AbortController();
      const running = agent.stream('?', { signal: stop.signal });
      await sleep(20);
      stop.abort(new Error('enough'));
      expect(await running.result).toMatchObject({ status: 'cancelled', reason: 'enough' });
      await agent.close();
    },
    30_000,
  );

  it.each(cases)(
    'a run comes to its wall clock: %s',
    async (_what, options) => {
      const run = await new Agent({ ...options, maxDurationMs: 30 }).run('?');
      expect(run).toMatchObject({ status: 'limited', reason: expect.stringContaining('maxDurationMs') });
    },
    30_000,
  );

  it('an agent that is closed by its own model closes', async () => {
    const agent: Agent = new Agent({
      model: new FunctionModel(async () => {
        await agent.close();
        return 'late';
      }),
    });
    expect((await agent.run('?')).status).toBe('cancelled');
  });

  it('a store that fails to close keeps no answer back', async () => {
    const store = new MemoryRunStore();
    const failing: RunStore = {
      read: id => store.read(id),
      list: filter => store.list(filter),
      close: () => store.close(),
      write: async id =>
        Object.assign(await store.write(id), { close: () => Promise.reject(new Error('no')) }),
    };
    expect(await new Agent({ model: answering, store: failing }).run('?')).toMatchObject({
      status: 'completed',
    });
  });
});

describe('arguments that nest deeply', () => {
  it('are refused, and the loop goes on', async () => {
    const deep = `{"n":${'['.repeat(300)}${']'.repeat(300)}}`;
    const { run } = await play([[{ name: 'act', arguments: deep }], 'ok']);
    expect(run).toMatchObject({ status: 'completed', text: 'ok' });
    expect(run.calls[0]?.observation?.isError).toBe(true);
  });
});

describe('several failures in one turn', () => {
  it('are told to the model before anybody calls that stuck', async () => {
    const turn = [101, 102, 103, 104, 105, 1].map(n => ({ name: 'look', arguments: { n } }));
    const { run } = await play([turn, 'ok']);
    expect(run).toMatchObject({ status: 'completed', steps: 2 });
  });
});

describe('text that an output guardrail has not passed', () => {
  const guardrail = {
    name: 'g',
    position: 'output',
    check: (text: string) => !text.includes('BAD'),
  } as const;
  const bad = { text: 'BAD', reasoning: 'BAD thought' };
  class Typed {
    @Param() n!: number;
  }

  it.each<[string, readonly ScriptTurn[], Partial<AgentOptions>]>([
    ['beside calls, at a limit', [{ ...bad, toolCalls: acts(1) }], { maxSteps: 1 }],
    [
      'beside a call that waits',
      [{ ...bad, toolCalls: acts(1) }],
      { policies: [{ name: 'p', decide: () => 'ask' }] },
    ],
    ['that never fits its type', ['BAD'], { outputType: Typed, maxOutputRetries: 0 }],
    ['from a model that had to call', ['BAD', 'BAD', 'BAD'], { toolChoice: 'required' }],
    ['that a filter stopped', [{ ...bad, finishReason: 'content-filter' }], {}],
  ])('is told nowhere: %s', async (_what, turns, options) => {
    const agent = new Agent({
      model: new ScriptedModel(turns),
      tools: [act],
      guardrails: [guardrail],
      ...options,
    });
    const stream = agent.stream('?');
    const events: AgentEvent[] = [];
    for await (const event of stream) events.push(event);
    const { text, reason, error } = await stream.result;
    expect(JSON.stringify([text, reason, error?.message])).not.toContain('BAD');
    const told = events.filter(({ type }) => type === 'text-delta' || type === 'reasoning-delta');
    expect(told).toEqual([]);
  });

  it('but the thoughts of other agents are told', async () => {
    const stream = new Agent({ model: new ScriptedModel([bad]) }).stream('?');
    const types: string[] = [];
    for await (const event of stream) types.push(event.type);
    expect(types).toContain('reasoning-delta');
  });
});

describe('a tool choice', () => {
  it('is not met by a call of something else', async () => {
    const options = { toolChoice: { tool: 'act' } } as const;
    const other = { name: 'look', arguments: { n: 1 } };
    const { run, model } = await play([[other], [other], acts(1), 'ok'], options);
    expect(run.calls.map(({ observation }) => observation?.isError)).toEqual([true, true, false]);
    expect(model.requests.map(({ toolChoice }) => toolChoice)).toEqual([
      { tool: 'act' },
      { tool: 'act' },
      { tool: 'act' },
      'auto',
    ]);
  });

  it('is not met by a tool that does not exist', async () => {
    const { run } = await play([[{ name: 'nothing' }], 'a', 'b', 'c'], { toolChoice: 'required' });
    expect(run).toMatchObject({ status: 'failed', error: { code: 'TOOL_CHOICE_IGNORED' } });
  });

  it('may be stated for one run', async () => {
    const model = new ScriptedModel([acts(1), 'ok']);
    await new Agent({ model, tools: [act] }).run('?', { toolChoice: 'required' });
    expect(model.requests[0]?.toolChoice).toBe('required');
  });
});

describe('what reaches the model', () => {
  it('are the settings of the agent', async () => {
    const { model } = await play(['ok'], { settings: { temperature: 0.3 } });
    expect(model.requests[0]?.settings).toEqual({ temperature: 0.3 });
  });

  it.each([
    [true, ['security_risk', 'summary', 'n']],
    [false, ['n']],
  ])(
    'is a question for risks where asksForRisk is %s, and never of a tool that only reads',
    async (asksForRisk, names) => {
      const { model } = await play(['ok'], { asksForRisk });
      const [first, second] = model.requests[0]!.tools.map(({ tool }) => JSON.stringify(tool));
      const seen = ['security_risk', 'summary', 'n'].filter(name => first!.includes(`"${name}":`));
      expect(seen).toEqual(names);
      expect(second).not.toContain('security_risk');
    },
  );

  it('is no tool whose visibility cannot be judged', async () => {
    const isVisible = (): boolean => {
      throw new Error('away');
    };
    const { model } = await play(['ok'], { policies: [{ name: 'p', decide: () => 'allow', isVisible }] });
    expect(model.requests[0]?.tools).toEqual([]);
  });
});

describe('what a tool gives that ends the run', () => {
  class Answer {
    @Param({ type: 'integer' }) n!: number;
  }
  const finish = (result: unknown) =>
    defineTool({ name: 'finish', description: 'F.', endsRun: true, execute: () => result });

  it('has the type of the answer', async () => {
    const good = await play([[{ name: 'finish' }]], { tools: [finish({ n: 7 })], outputType: Answer });
    expect(good.run.output).toEqual({ n: 7 });
    expect(good.run.output).toBeInstanceOf(Answer);
    const bad = await play([[{ name: 'finish' }]], { tools: [finish('plain')], outputType: Answer });
    expect(bad.run).toMatchObject({ status: 'failed', error: { code: 'OUTPUT_INVALID' } });
  });
});

it('no secret of an input reaches the model, in text or in a link', async () => {
  const model = new ScriptedModel(['ok']);
  const agent = new Agent({ model, secrets: { KEY: 'sk-very-secret' } });
  await agent.run([
    { type: 'text', text: 'It is sk-very-secret.' },
    { type: 'file', mediaType: 'image/png', source: { url: 'https://x.test/?key=sk-very-secret' } },
  ]);
  expect(JSON.stringify(model.requests[0]?.messages)).not.toContain('sk-very-secret');
});

describe('an error of a run', () => {
  it('tells no secret, nor does its cause', async () => {
    const check = (): boolean => {
      throw new Error('bad sk-very-secret');
    };
    const guardrails = [{ name: 'g', position: 'input', check }] as const;
    const { run } = await play([], { guardrails, secrets: { KEY: 'sk-very-secret' } });
    expect(run.status).toBe('failed');
    expect(String(run.error?.cause)).toContain('bad [secret KEY]');
    const stop = AbortSignal.abort(new Error('for sk-very-secret'));
    const agent = new Agent({ model: new ScriptedModel([]), secrets: { KEY: 'sk-very-secret' } });
    expect((await agent.run('?', { signal: stop })).reason).toBe('for [secret KEY]');
  });
});

import {
  Agent,
  type AgentMiddleware,
  createToolRuntime,
  defineTool,
  DefinitionError,
  type Logger,
  logging,
  MemoryRunStore,
  Observation,
  rateLimit,
  redaction,
  toolBudget,
} from 'toolwright';
import { FunctionModel, ScriptedModel, type ScriptTurn } from 'toolwright/testing';
import { FakeClock } from '../support/fake-clock.js';

const ran: string[] = [];
beforeEach(() => void ran.splice(0));

const say = defineTool({
  name: 'say',
  description: 'Says.',
  input: { text: 'string' },
  execute: ({ text }) => {
    ran.push(text);
    if (text.startsWith('fail')) throw new Error(`cannot say ${text}`);
    return new Observation({ content: `said ${text}`, structuredContent: { text } });
  },
});
const look = defineTool({
  name: 'look',
  description: 'Looks.',
  replayClass: 'read_only',
  execute: () => void ran.push('look'),
});
const tools = [say, look];

const saying = (...texts: string[]): ScriptTurn => texts.map(text => ({ name: 'say', arguments: { text } }));

const run = async (
  middleware: readonly AgentMiddleware[],
  turns: readonly ScriptTurn[],
  more: object = {},
) => {
  const model = new ScriptedModel([...turns, 'over']);
  const ended = await new Agent({ model, tools, middleware, ...more }).run('go');
  return { ended, model, texts: ended.calls.map(({ observation }) => observation?.text) };
};

/** Until something waits for the clock, and not for ever. */
const untilWaiting = async (clock: FakeClock) => {
  for (let turns = 0; clock.pending === 0 && turns < 10_000; turns++) await new Promise(setImmediate);
};

describe('middleware', () => {
  const layer = (name: string): AgentMiddleware => ({
    name,
    beforeModel: (request, { state }) => {
      ran.push(`${name} before ${String(state)}`);
      return {
        ...request,
        messages: [...request.messages, { role: 'user', content: [{ type: 'text', text: name }] }],
      };
    },
    afterModel: response => {
      ran.push(`${name} after`);
      return { ...response, content: [...response.content, { type: 'text', text: ` ${name}` }] };
    },
    aroundTool: async (call, next) => {
      ran.push(`${name} in`);
      const observation = await next();
      ran.push(`${name} out ${String(observation.isError)}`);
      return observation;
    },
  });

  it('stands around the model and tools, the first outermost, and sees failures as such', async () => {
    const model = new ScriptedModel([saying('fail'), 'over']);
    const agent = new Agent({ model, tools, middleware: [layer('a'), layer('b')] });
    const ended = await agent.run('go', { state: 'acme' });
    const around = ['a before acme', 'b before acme', 'b after', 'a after'];
    expect(ran).toEqual([...around, 'a in', 'b in', 'fail', 'b out true', 'a out true', ...around]);
    expect(ended.text).toBe('over b a');
    expect(model.requests[0]!.messages.slice(-2)).toMatchObject([
      { content: [{ text: 'a' }] },
      { content: [{ text: 'b' }] },
    ]);
    expect(model.requests[1]!.messages.filter(({ role }) => role === 'user')).toHaveLength(3);
  });

  it('that throws around the model ends the run', async () => {
    const broken: AgentMiddleware = {
      name: 'broken',
      beforeModel: () => {
        throw new Error('no');
      },
    };
    expect((await run([broken], [])).ended).toMatchObject({
      status: 'failed',
      reason: expect.stringContaining('no'),
    });
  });
});

describe('a tool budget', () => {
  it('is for all tools of a run', async () => {
    const { texts, ended } = await run(
      [toolBudget({ max: 2 })],
      [saying('a', 'fail'), [{ name: 'look' }], saying('b')],
    );
    expect(texts.slice(2)).toEqual([
      "Tool 'look' failed: it did not run, since the budget for tools of 2 calls is used up. Answer with what you have.",
      expect.stringContaining("Tool 'say' failed: it did not run"),
    ]);
    expect(ended.calls[2]?.observation?.isError).toBe(true);
    expect(ran).toEqual(['a', 'fail']);
  });

  it('is for each tool, or for some', async () => {
    const turns = [saying('a', 'b'), [{ name: 'look' }, { name: 'look' }]];
    await run([toolBudget({ max: 1, per: 'tool' })], turns);
    expect(ran.splice(0)).toEqual(['a', 'look']);
    await run([toolBudget({ max: 1, tools: ['s*'] })], turns);
    expect(ran).toEqual(['a', 'look', 'look']);
  });

  it('holds for calls that overlap, and begins anew with a run', async () => {
    const middleware = [toolBudget({ max: 1 })];
    const looks = [[{ name: 'look' }, { name: 'look' }, { name: 'look' }]];
    await run(middleware, looks, { parallelTools: true });
    expect(ran).toEqual(['look']);
    await run(middleware, looks);
    expect(ran).toEqual(['look', 'look']);
  });

  it('goes on in a run that is resumed', async () => {
    const policies = [
      {
        name: 'ask',
        decide: ({ action }: { action: unknown }) =>
          (action as { text?: string }).text === 'b' ? 'ask' : 'allow',
      } as const,
    ];
    const model = new ScriptedModel([
      saying('a'),
      [{ name: 'say', arguments: { text: 'b' }, callId: 'b' }],
      saying('c'),
      'over',
    ]);
    const agent = new Agent({
      model,
      tools,
      policies,
      middleware: [toolBudget({ max: 2 })],
      store: new MemoryRunStore(),
    });
    const paused = await agent.run('go');
    await agent.resume(paused.id, [{ callId: 'b', approved: true }]);
    expect(ran).toEqual(['a', 'b']);
  });
});

describe('a rate limit', () => {
  /** Runs with a clock that is moved by hand, and says when each tool ran. */
  const timed = async (
    middleware: readonly AgentMiddleware[],
    turns: readonly ScriptTurn[],
    stepsMs: readonly number[],
  ) => {
    const clock = new FakeClock();
    const at: number[] = [];
    const tick = defineTool({
      name: 'say',
      description: 'Says.',
      input: { text: 'string' },
      execute: () => void at.push(clock.monotonicMs()),
    });
    const model = new ScriptedModel([...turns, 'over']);
    const running = new Agent({ model, tools: [tick, look], middleware, clock }).run('go');
    for (const ms of stepsMs) await clock.advance(ms);
    return { at, run: await running };
  };

  it('lets calls wait for their place', async () => {
    const { at, run: ended } = await timed(
      [rateLimit({ calls: 2, perMs: 1_000 })],
      [saying('a', 'b', 'c', 'd', 'e')],
      Array<number>(8).fill(500),
    );
    expect(at).toEqual([0, 0, 1_000, 1_000, 2_000]);
    expect(ended.status).toBe('completed');
  });

  it('refuses, if it is to, and lets through later', async () => {
    const clock = new FakeClock();
    const middleware = [rateLimit({ calls: 1, perMs: 1_000, onLimit: 'refuse' })];
    const model = new ScriptedModel([
      saying('a', 'b'),
      async () => {
        await clock.advance(1_000);
        return [{ name: 'say', arguments: { text: 'c' } }];
      },
      'over',
    ]);
    const ended = await new Agent({ model, tools, middleware, clock }).run('go');
    expect(ran).toEqual(['a', 'c']);
    expect(ended.calls[1]?.observation?.text).toBe(
      "Tool 'say' failed: it did not run, since it was called too often. Try again in 1 s.",
    );
  });

  it.each<[string, Parameters<typeof rateLimit>[0], string[]]>([
    ['each tool', { calls: 1, perMs: 60_000 }, ['a', 'look']],
    ['each run', { calls: 1, perMs: 60_000, per: 'run' }, ['a', 'b']],
    [
      'what a function says',
      { calls: 1, perMs: 60_000, per: ({ action }) => (action as { text?: string }).text ?? '' },
      ['a', 'look', 'b'],
    ],
    ['some tools', { calls: 1, perMs: 60_000, tools: ['look'] }, ['a', 'look', 'a', 'b']],
  ])('is for %s', async (_, options, expected) => {
    const middleware = [rateLimit({ ...options, onLimit: 'refuse' })];
    await run(middleware, [[{ name: 'say', arguments: { text: 'a' } }, { name: 'look' }, { name: 'look' }]]);
    await run(middleware, [saying(ran.length === 1 ? 'b' : 'a', 'b')]);
    expect(ran).toEqual(expected);
  });

  it('does not run what is cancelled while it waits', async () => {
    const clock = new FakeClock();
    const runtime = createToolRuntime(tools, { middleware: [rateLimit({ calls: 1, perMs: 30 })], clock });
    const stop = new AbortController();
    await runtime.call({ name: 'say', arguments: { text: 'a' } });
    const waiting = runtime.call({ name: 'say', arguments: { text: 'b' } }, { signal: stop.signal });
    stop.abort();
    expect((await waiting).text).toContain('was cancelled');
    const agentStop = new AbortController();
    const model = new ScriptedModel([saying('c', 'd')]);
    const running = new Agent({ model, tools, middleware: [rateLimit({ calls: 1, perMs: 30 })], clock }).run(
      'go',
      { signal: agentStop.signal },
    );
    await untilWaiting(clock);
    agentStop.abort();
    expect((await running).status).toBe('cancelled');
    await new Promise(resolve => setTimeout(resolve, 100));
    await clock.advance(100);
    expect(ran).toEqual(['a', 'c']);
  });
});

describe('redaction', () => {
  const mails = redaction({ patterns: [/\w+@\w+\.com/] });

  it('keeps text out of results and of everything that is sent to the model', async () => {
    const { ended, model } = await run([mails], [saying('to ann@example.com and bob@example.com', 'x')], {
      instructions: 'You are cy@example.com.',
    });
    expect(ended.calls[0]?.observation).toMatchObject({
      content: [{ text: 'said to [redacted] and [redacted]' }],
      structuredContent: { text: 'to [redacted] and [redacted]' },
      isError: false,
    });
    expect(ran[0]).toBe('to ann@example.com and bob@example.com');
    const sent = JSON.stringify(model.requests);
    expect(sent).not.toContain('@example.com');
    expect(sent).toContain('You are [redacted].');
    expect(ended.calls[1]?.observation?.text).toBe('said x');
  });

  it('keeps it out of failures, which stay failures', async () => {
    const { ended } = await run([mails], [saying('fail ann@example.com', 'fail')]);
    expect(ended.calls.map(({ observation }) => [observation?.isError, observation?.text])).toEqual([
      [true, "Tool 'say' failed: cannot say fail [redacted]"],
      [true, "Tool 'say' failed: cannot say fail"],
    ]);
    expect(ended.calls[1]?.observation?.error?.code).toBe('TOOL_FAILED');
  });

  it('replaces by a function', async () => {
    const { texts } = await run(
      [redaction({ replace: text => text.replace('secret', '***') })],
      [saying('a secret')],
    );
    expect(texts).toEqual(['said a ***']);
  });

  it('fails a call rather than hang, or show what it could not look through', async () => {
    const { ended } = await run([redaction({ patterns: [/^said (a+)+$/] })], [saying(`${'a'.repeat(50)}!`)]);
    expect(ended.calls[0]?.observation?.isError ?? true).toBe(true);
    expect(JSON.stringify(ended.calls)).not.toContain(`said ${'a'.repeat(50)}`);
  });
});

describe('logging', () => {
  const recorder = () => {
    const lines: [string, string, object][] = [];
    const at =
      (level: string) =>
      (message: string, fields: object = {}) =>
        void lines.push([level, message, fields]);
    const logger: Logger = { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
    return { lines, logger };
  };

  it('tells of models and tools, and no values', async () => {
    const { lines, logger } = recorder();
    const { ended } = await run([logging({ logger })], [saying('hush', 'fail hush')]);
    expect(lines.map(([level, message]) => `${level}: ${message}`)).toEqual([
      'info: The model is asked.',
      'info: The model answered.',
      'info: A tool is called.',
      'info: A tool answered.',
      'info: A tool is called.',
      'warn: A tool failed.',
      'info: The model is asked.',
      'info: The model answered.',
    ]);
    expect(lines[5]![2]).toEqual({
      runId: ended.id,
      callId: 'call-2',
      toolName: 'say',
      durationMs: expect.any(Number),
      code: 'TOOL_FAILED',
    });
    expect(lines[1]![2]).toMatchObject({
      finishReason: 'tool-calls',
      inputTokens: 0,
      durationMs: expect.any(Number),
    });
    expect(JSON.stringify(lines)).not.toContain('hush');
  });

  it('tells values if it is to, and no secrets', async () => {
    const { lines, logger } = recorder();
    await run([logging({ withValues: true })], [saying('fail tok-4711')], {
      logger,
      secrets: { TOKEN: 'tok-4711' },
    });
    expect(lines.find(([, message]) => message === 'A tool is called.')?.[2]).toMatchObject({
      arguments: { text: 'fail [secret TOKEN]' },
    });
    expect(lines.find(([, message]) => message === 'A tool failed.')?.[2]).toMatchObject({
      reason: expect.stringContaining('cannot say'),
    });
    expect(JSON.stringify(lines)).not.toContain('tok-4711');
  });

  it('measures by the clock of the agent', async () => {
    const { lines, logger } = recorder();
    const clock = new FakeClock();
    const model = new FunctionModel(async () => {
      await clock.advance(250);
      return 'over';
    });
    await new Agent({ model, clock, middleware: [logging({ logger })] }).run('go');
    expect(lines[1]![2]).toMatchObject({ durationMs: 250 });
  });

  it('does not fail a run when its logger does', async () => {
    const fail = () => {
      throw new Error('disk full');
    };
    const { ended } = await run(
      [logging({ logger: { debug: fail, info: fail, warn: fail, error: fail } })],
      [saying('a')],
    );
    expect(ended.status).toBe('completed');
  });
});

describe('ready-made middleware', () => {
  it.each<[() => unknown, string]>([
    [() => toolBudget({ max: 0 }), 'max is 0'],
    [() => toolBudget({} as { max: number }), 'max is missing'],
    [() => rateLimit({ calls: 1, perMs: 1, onLimit: 'drop' as 'wait' }), "give 'wait' or 'refuse'"],
    [() => rateLimit({ calls: 1 } as never), 'perMs is missing'],
    [() => redaction({}), 'patterns is missing'],
    [() => redaction({ patterns: ['x'] as never }), 'patterns holds something else'],
    [() => logging({ logger: console.log as never }), 'logger is'],
    [() => logging({ withValue: true } as object), "'withValue' is not an option. Fix: write 'withValues'"],
  ])('names mistakes in its options: %#', (build, part) => {
    expect(build).toThrow(DefinitionError);
    expect(build).toThrow(part);
  });
});

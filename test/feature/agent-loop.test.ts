import { setTimeout as sleep } from 'node:timers/promises';
import {
  Agent,
  type AgentOptions,
  type AgentRun,
  createToolRuntime,
  defineTool,
  DefinitionError,
  MemoryRunStore,
  type Model,
  Observation,
  Param,
  ReplayClass,
  RunContext,
  Tool,
  ToolRegistry,
  ToolSet,
} from 'toolwright';
import { FunctionModel, ScriptedModel, type ScriptTurn } from 'toolwright/testing';
import { heldStore } from '../support/held-store.js';

const add = defineTool({
  name: 'add',
  description: 'Adds two numbers.',
  replayClass: 'read_only',
  input: { a: 'number', b: 'number' },
  execute: ({ a, b }) => a + b,
});

const call = (name: string, args: object | string = {}, callId?: string) => ({
  name,
  arguments: args as Record<string, never>,
  ...(callId === undefined ? {} : { callId }),
});

/** Runs a script to its end, and gives what the model was asked. */
async function play(
  turns: readonly ScriptTurn[],
  options: Partial<AgentOptions> = {},
): Promise<{ run: AgentRun; model: ScriptedModel }> {
  const model = new ScriptedModel(turns);
  const agent = new Agent({ model, ...options });
  const run = await agent.run('Go.');
  await agent.close();
  model.assertConsumed();
  return { run, model };
}

/** The results that the model read in its request of that number, from 0. */
function resultsIn(model: ScriptedModel, request: number) {
  const message = model.requests[request]?.messages.at(-1);
  if (message?.role !== 'tool') throw new Error('it ends with no results');
  return message.results;
}

const textsIn = (model: ScriptedModel, request: number): string[] =>
  resultsIn(model, request).map(({ content }) =>
    content.map(part => ('text' in part ? part.text : '')).join(''),
  );

describe('an agent', () => {
  it('lets its model call tools, and answers with what it says last', async () => {
    const { run, model } = await play([[call('add', { a: 1, b: 2 })], 'It is 3.'], {
      tools: [add],
      instructions: 'Count.',
    });
    expect(run).toMatchObject({
      status: 'completed',
      text: 'It is 3.',
      output: 'It is 3.',
      steps: 2,
      pending: [],
    });
    expect(run.calls).toMatchObject([{ toolName: 'add', turn: 1, observation: { text: '3' } }]);
    expect(model.requests[1]?.messages).toMatchObject([
      { role: 'system', text: 'Count.' },
      { role: 'user', content: [{ type: 'text', text: 'Go.' }] },
      { role: 'assistant', content: [{ type: 'tool-call', toolName: 'add' }] },
      { role: 'tool', results: [{ toolName: 'add', isError: false, content: [{ text: '3' }] }] },
    ]);
  });

  it('is told what it is by text, or by a function of the run', async () => {
    const model = new ScriptedModel(['Yes.']);
    const agent = new Agent<{ tenant: string }>({
      model,
      instructions: async run => Promise.resolve(`You work for ${run.state.tenant}.`),
    });
    await agent.run('?', { state: { tenant: 'Acme' } });
    expect(model.requests[0]?.messages[0]).toEqual({ role: 'system', text: 'You work for Acme.' });
  });

  it('sums usage over all rounds', async () => {
    const usage = { inputTokens: 10, outputTokens: 2, costUsd: 0.5 };
    const { run } = await play(
      [
        { toolCalls: [call('add', { a: 1, b: 1 })], usage },
        { text: '2', usage },
      ],
      { tools: [add] },
    );
    expect(run.usage).toMatchObject({ inputTokens: 20, outputTokens: 4, costUsd: 1 });
  });

  it('may see other tools in each run', async () => {
    const secret = defineTool({ name: 'secret', description: 'S.', execute: () => 'psst' });
    const model = new ScriptedModel(['-', [call('secret')], 'done']);
    const agent = new Agent<{ isAdmin: boolean }>({
      model,
      tools: run => (run.state.isAdmin ? [add, secret] : [add]),
    });
    await agent.run('?', { state: { isAdmin: false } });
    const run = await agent.run('?', { state: { isAdmin: true } });
    expect(model.requests.map(({ tools }) => tools.map(({ name }) => name))).toEqual([
      ['add'],
      ['add', 'secret'],
      ['add', 'secret'],
    ]);
    expect(run.calls[0]?.observation?.text).toBe('psst');
  });

  it('takes tools by name, and of those the ones that the filter matches', async () => {
    const registry = new ToolRegistry();
    registry.register('terminal', defineTool({ name: 'terminal', description: 'T.', execute: () => 't' }));
    registry.register('browser', defineTool({ name: 'browser', description: 'B.', execute: () => 'b' }));
    const { model } = await play(['ok'], {
      tools: [add],
      registry,
      toolSpecs: [{ name: 'terminal' }, { name: 'browser' }],
      toolFilter: /^term/,
    });
    expect(model.requests[0]?.tools.map(({ name }) => name)).toEqual(['add', 'terminal']);
  });

  it('refuses two tools of one name, options that do not exist, and models that are none', async () => {
    const model = new ScriptedModel([]);
    const twice = new Agent({ model, tools: [add, add.with({ description: 'B.' })] });
    await expect(twice.open()).rejects.toThrow(DefinitionError);
    expect(() => new Agent({ model, maxStep: 3 } as never)).toThrow(/maxStep/);
    expect(() => new Agent({ model, maxSteps: 0 })).toThrow(/maxSteps is 0/);
    expect(() => new Agent({ model: 'gpt-5' as never })).toThrow(/The model is/);
  });

  it('refuses tools for a model that cannot call any', () => {
    const model: Model = Object.assign(new FunctionModel(() => 'hi'), { supportsTools: false });
    expect(() => new Agent({ model, tools: [add] })).toThrow(/cannot call tools/);
    expect(() => new Agent({ model })).not.toThrow();
  });

  it('goes through one pipeline with every runtime', async () => {
    const log: string[] = [];
    const guardrail = { name: 'g', position: 'tool_call', check: () => log.push('asked') > 0 } as const;
    await play([[call('add', { a: 1, b: 1 })], '.'], { tools: [add], guardrails: [guardrail] });
    await createToolRuntime([add], { guardrails: [guardrail] }).call(call('add', { a: 1, b: 1 }));
    expect(log).toHaveLength(2);
  });
});

describe('whatever the model sends', () => {
  @ToolSet()
  class Weather {
    @Tool('Tells the weather.')
    @ReplayClass('read_only')
    forecast(
      @Param({ enum: ['Rome', 'Oslo'] }) city: string,
      @Param({ optional: true }) days?: number,
    ): string {
      return `sunny in ${city} for ${days ?? 1}`;
    }

    @Tool('Says hello.')
    hello(): string {
      return 'hello';
    }

    @Tool('Tells who asks.')
    whoami(run: RunContext<{ userId: string }>): string {
      return run.state.userId;
    }

    @Tool('Sums.')
    sum(@Param({ type: () => Number, each: true }) values: number[]): number {
      return values.reduce((a, b) => a + b, 0);
    }
  }

  it.each([
    ['no arguments at all', call('hello', ''), 'hello', false],
    ['broken JSON', call('forecast', '{"city":'), /^Invalid arguments for tool 'forecast'/, true],
    [
      'a value that is not allowed',
      call('forecast', { city: 'Rom' }),
      /\/city: expected .*Rome.*Oslo/s,
      true,
    ],
    [
      'an unknown tool',
      call('forcast', { city: 'Rome' }),
      "Unknown tool 'forcast'. Did you mean 'forecast'?",
      true,
    ],
    ['a list as JSON text', call('sum', { values: '[1,2]' }), '3', false],
    [
      'an argument that is injected',
      call('whoami', { run: { userId: 'evil' } }),
      /expected no member of this name/,
      true,
    ],
  ])('is answered under its id, and the loop goes on: %s', async (_what, sent, answer, isError) => {
    const model = new ScriptedModel([[{ ...sent, callId: 'x1' }], 'ok']);
    const agent = new Agent<{ userId: string }>({ model, tools: [Weather] });
    const run = await agent.run('?', { state: { userId: 'ann' } });
    expect(run.status).toBe('completed');
    const [result] = resultsIn(model, 1);
    expect(result).toMatchObject({ callId: 'x1', isError });
    expect(textsIn(model, 1)[0]).toEqual(
      typeof answer === 'string' ? expect.stringContaining(answer) : expect.stringMatching(answer),
    );
  });

  it('answers every call of a turn in the order of the calls, whichever fail', async () => {
    const turn = [
      call('hello', {}, 'a'),
      call('forecast', {}, 'b'),
      call('nothing', {}, 'c'),
      call('hello', {}, 'd'),
    ];
    const { model } = await play([turn, 'ok'], { tools: [Weather], parallelTools: true });
    expect(resultsIn(model, 1).map(({ callId, isError }) => [callId, isError])).toEqual([
      ['a', false],
      ['b', true],
      ['c', true],
      ['d', false],
    ]);
  });

  it('gives the real context, also to a tool that a model tries to deceive', async () => {
    const model = new ScriptedModel([[call('whoami')], 'ok']);
    const agent = new Agent<{ userId: string }>({ model, tools: [Weather] });
    await agent.run('?', { state: { userId: 'ann' } });
    expect(textsIn(model, 1)).toEqual(['ann']);
    expect(JSON.stringify(model.requests[0]?.tools)).not.toMatch(/RunContext|"run"/);
  });

  it('keeps a failed call and its repetition', async () => {
    let attempts = 0;
    const flaky = defineTool({
      name: 'flaky',
      description: 'F.',
      execute: () => {
        if (attempts++ === 0) throw new Error('not yet');
        return 'now';
      },
    });
    const { run } = await play([[call('flaky')], [call('flaky')], 'done'], { tools: [flaky] });
    expect(run.calls.map(({ observation }) => [observation?.isError, observation?.text])).toEqual([
      [true, "Tool 'flaky' failed: not yet"],
      [false, 'now'],
    ]);
  });

  it('lets a tool that takes too long time out, and goes on', async () => {
    const slow = defineTool({
      name: 'slow',
      description: 'S.',
      timeoutMs: 20,
      execute: (_args: unknown, run) =>
        sleep(10_000, undefined, { signal: run.call.signal }).catch(() => 'late'),
    });
    const { run } = await play([[call('slow')], 'ok'], { tools: [slow] });
    expect(run.status).toBe('completed');
    expect(run.calls[0]?.observation?.text).toMatch(/^Tool 'slow' timed out after 20 ms\./);
  });

  it('passes pictures on, and cuts long text with a note', async () => {
    const show = defineTool({
      name: 'show',
      description: 'S.',
      execute: () => Observation.image('QUJD', 'image/png'),
    });
    const long = defineTool({ name: 'long', description: 'L.', execute: () => 'x'.repeat(2_000_000) });
    const { model } = await play([[call('show', {}, 'p'), call('long', {}, 'q')], 'ok'], {
      tools: [show, long],
    });
    const [picture, text] = resultsIn(model, 1);
    expect(picture).toMatchObject({
      callId: 'p',
      content: [{ type: 'file', mediaType: 'image/png', source: { data: 'QUJD' } }],
    });
    expect(JSON.stringify(text)).toMatch(/left out/);
    expect(JSON.stringify(text).length).toBeLessThan(110_000);
  });
});

describe('toolChoice', () => {
  it('is forwarded, and free again once a tool was called', async () => {
    const { model } = await play([[call('add', { a: 1, b: 1 })], '2'], {
      tools: [add],
      toolChoice: 'required',
    });
    expect(model.requests.map(({ toolChoice }) => toolChoice)).toEqual(['required', 'auto']);
    const named = await play([[call('add', { a: 1, b: 1 })], '2'], {
      tools: [add],
      toolChoice: { tool: 'add' },
    });
    expect(named.model.requests.map(({ toolChoice }) => toolChoice)).toEqual([{ tool: 'add' }, 'auto']);
  });

  it("'none' lets no call through", async () => {
    const { run, model } = await play([[call('add', { a: 1, b: 1 })], 'ok'], {
      tools: [add],
      toolChoice: 'none',
    });
    expect(model.requests[0]?.toolChoice).toBe('none');
    expect(run.calls[0]?.observation).toMatchObject({ isError: true, attempts: 0 });
    expect(textsIn(model, 1)[0]).toMatch(/tool calls are not allowed here/);
  });

  it("'required' asks again, and fails when the model never calls", async () => {
    const { run, model } = await play(['no', 'no', 'no'], { tools: [add], toolChoice: 'required' });
    expect(run).toMatchObject({
      status: 'failed',
      error: { code: 'TOOL_CHOICE_IGNORED' },
      output: undefined,
    });
    expect(model.requests[1]?.messages.at(-1)).toMatchObject({ role: 'user' });
  });

  it('that names a tool lets no other go first', async () => {
    const other = add.with({ name: 'other' });
    const { run } = await play([[call('other', { a: 1, b: 1 })], [call('add', { a: 1, b: 1 })], 'ok'], {
      tools: [add, other],
      toolChoice: { tool: 'add' },
    });
    expect(run.calls.map(({ observation }) => observation?.isError)).toEqual([true, false]);
  });

  it('that does not exist is refused', () => {
    expect(() => new Agent({ model: new ScriptedModel([]), toolChoice: 'maybe' as never })).toThrow(
      /toolChoice/,
    );
  });
});

describe('what an output guardrail blocks', () => {
  const guardrail = {
    name: 'no secrets',
    position: 'output',
    check: (text: string) => !text.includes('secret'),
  } as const;

  it('is neither in the text nor in the messages', async () => {
    const agent = new Agent({
      model: new ScriptedModel(['It is a secret.', 'It is fine.']),
      guardrails: [guardrail],
    });
    const conversation = agent.conversation();
    const run = await conversation.send('?');
    expect(run).toMatchObject({
      status: 'failed',
      text: '',
      output: undefined,
      error: { code: 'RUN_BLOCKED' },
    });
    expect(JSON.stringify([run, conversation.messages])).not.toContain('a secret.');
    expect((await conversation.send('?')).text).toBe('It is fine.');
  });

  it('may be what a tool says that ends the run', async () => {
    const finish = defineTool({
      name: 'finish',
      description: 'F.',
      endsRun: true,
      execute: () => 'the secret',
    });
    const { run } = await play([[call('finish')]], { tools: [finish], guardrails: [guardrail] });
    expect(run).toMatchObject({ status: 'failed', text: '', error: { code: 'RUN_BLOCKED' } });
  });
});

describe('a tool that ends the run', () => {
  const secretive = defineTool({
    name: 'finish',
    description: 'Ends.',
    endsRun: true,
    execute: () => 'the code is 4711',
  });
  const guardrail = {
    name: 'no codes',
    position: 'output' as const,
    check: (text: string) => !text.includes('4711'),
  };

  it('says nothing that a guardrail blocks, in no text, message, call or event', async () => {
    const agent = new Agent({
      model: new ScriptedModel([[call('finish', {}, 'f')]]),
      tools: [secretive],
      guardrails: [guardrail],
    });
    const stream = agent.stream('Go.');
    const seen: unknown[] = [];
    for await (const event of stream) seen.push(event);
    const run = await stream.result;
    expect(run).toMatchObject({ status: 'failed', error: { code: 'RUN_BLOCKED' } });
    expect(JSON.stringify([seen, run])).not.toContain('4711');
    expect(run.calls[0]?.observation?.text).toMatch(/^Tool 'finish' failed: The output was blocked/);
    expect(seen).toContainEqual(expect.objectContaining({ type: 'tool-call-end', callId: 'f' }));
  });

  it.each([true, false])(
    'streams what it says as the answer, with an output guardrail: %s',
    async isGuarded => {
      const agent = new Agent({
        model: new ScriptedModel([[call('finish', {}, 'f')]]),
        tools: [secretive],
        guardrails: isGuarded ? [{ ...guardrail, check: () => true }] : [],
      });
      const types: string[] = [];
      for await (const event of agent.stream('Go.')) {
        types.push(event.type);
        if (event.type === 'text-delta') expect(event.delta).toBe('the code is 4711');
      }
      expect(types.filter(type => type === 'text-delta' || type === 'tool-call-end')).toEqual([
        'tool-call-end',
        'text-delta',
      ]);
    },
  );
});

describe('what the journal has of', () => {
  it('a call of an unknown tool: that it was asked for, and how it was answered', async () => {
    const store = new MemoryRunStore();
    const { run } = await play([[call('ad', {}, 'u')], 'ok'], { tools: [add], store });
    const { events = [] } = (await store.read(run.id)) ?? {};
    expect(events.filter(event => 'callId' in event)).toMatchObject([
      { type: 'tool-call-ended', callId: 'u', toolName: 'ad', attempts: 0, error: { code: 'UNKNOWN_TOOL' } },
    ]);
  });
});

describe('a question to the model', () => {
  it('is not asked before the journal has it', async () => {
    let admit = (): void => undefined;
    const admitted = new Promise<void>(resolve => (admit = resolve));
    const { store } = heldStore(events =>
      events.some(({ type }) => type === 'model-call-started') ? admitted : Promise.resolve(),
    );
    const model = new ScriptedModel(['Done.']);
    const running = new Agent({ model, store }).run('Go.');
    await sleep(30);
    expect(model.requests).toEqual([]);
    admit();
    expect((await running).text).toBe('Done.');
  });
});

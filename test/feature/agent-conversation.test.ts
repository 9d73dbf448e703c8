import { IsInt, IsString, Max } from 'class-validator';
import { Agent, type AgentEvent, type CallPolicy, defineTool, Param } from 'toolwright';
import { FunctionModel, ScriptedModel } from 'toolwright/testing';

const eta = defineTool({ name: 'eta', description: 'E.', execute: () => 'Tuesday' });

describe('a conversation', () => {
  it('knows what was said and called before', async () => {
    const model = new ScriptedModel([[{ name: 'eta' }], 'It comes.', 'On Tuesday.']);
    const conversation = new Agent({ model, tools: [eta], instructions: 'Help.' }).conversation();
    await conversation.send('When does it come?');
    const run = await conversation.send('What was the ETA again?');
    expect(run).toMatchObject({ text: 'On Tuesday.', steps: 1 });
    expect(model.requests[2]?.messages.map(({ role }) => role)).toEqual([
      'system',
      'user',
      'assistant',
      'tool',
      'assistant',
      'user',
    ]);
    expect(JSON.stringify(model.requests[2]?.messages)).toContain('Tuesday');
    expect(conversation.messages).toHaveLength(6);
  });

  it('takes its turns one after the other', async () => {
    const model = new FunctionModel(({ messages }) => `answer ${messages.length}`);
    const conversation = new Agent({ model }).conversation();
    const runs = await Promise.all([conversation.send('a'), conversation.send('b'), conversation.send('c')]);
    expect(runs.map(({ text }) => text)).toEqual(['answer 1', 'answer 3', 'answer 5']);
  });

  it('goes on after a turn that failed', async () => {
    const model = new ScriptedModel([new Error('down'), 'up']);
    const conversation = new Agent({ model }).conversation();
    expect((await conversation.send('a')).status).toBe('failed');
    expect((await conversation.send('b')).text).toBe('up');
  });

  it('keeps a turn that waited once it has ended', async () => {
    const ask: CallPolicy = { name: 'ask', decide: () => 'ask' };
    const model = new ScriptedModel([[{ name: 'eta', callId: 'e' }], 'Tuesday.', 'Yes.']);
    const conversation = new Agent({ model, tools: [eta], policies: [ask] }).conversation({ state: 1 });
    const { id, status } = await conversation.send('?');
    expect([status, conversation.messages.length]).toEqual(['paused', 0]);
    await conversation.resume(id, [{ callId: 'e', approved: true }]);
    expect(conversation.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool', 'assistant']);
    expect((await conversation.send('Sure?')).text).toBe('Yes.');
  });
});

describe('a conversation whose turn waits for an approval', () => {
  const ask: CallPolicy = { name: 'ask', decide: () => 'ask' };
  const waiting = async (...turns: ConstructorParameters<typeof ScriptedModel>[0][number][]) => {
    const model = new ScriptedModel([[{ name: 'eta', callId: 'e' }], ...turns]);
    const agent = new Agent({ model, tools: [eta], policies: [ask] });
    const conversation = agent.conversation();
    const { id } = await conversation.send('When?');
    return { agent, conversation, id, model };
  };
  const yes = [{ callId: 'e', approved: true }];

  it('begins no other before that is decided', async () => {
    const { conversation, id, model } = await waiting('Tuesday.', 'Yes.');
    await expect(conversation.send('And?')).rejects.toMatchObject({
      code: 'TURN_PAUSED',
      message: expect.stringContaining(`conversation.resume('${id}', decisions)`),
    });
    await expect(conversation.resume(id, [{ callId: 'x', approved: true }])).rejects.toMatchObject({
      code: 'RUN_NOT_RESUMABLE',
    });
    await expect(conversation.stream('And?').result).rejects.toMatchObject({ code: 'TURN_PAUSED' });
    await conversation.resume(id, yes);
    expect((await conversation.send('Sure?')).text).toBe('Yes.');
    expect(JSON.stringify(model.requests.at(-1)?.messages)).toContain('When?');
  });

  it('goes on once it is known to have ended elsewhere', async () => {
    const { agent, conversation, id } = await waiting('Tuesday.', 'Yes.');
    await agent.resume(id, yes);
    await expect(conversation.send('And?')).rejects.toMatchObject({ code: 'TURN_PAUSED' });
    await expect(conversation.resume(id, yes)).rejects.toMatchObject({ code: 'RUN_NOT_RESUMABLE' });
    expect((await conversation.send('Sure?')).text).toBe('Yes.');
  });

  it('is told what happens in it, when it begins and when it goes on', async () => {
    const model = new ScriptedModel([[{ name: 'eta', callId: 'e' }], 'Tuesday.', 'Yes.']);
    const conversation = new Agent({ model, tools: [eta], policies: [ask] }).conversation();
    const typesOf = async (events: AsyncIterable<AgentEvent>): Promise<string[]> => {
      const types: string[] = [];
      for await (const { type } of events) types.push(type);
      return types;
    };
    const first = conversation.stream('When?');
    expect(await typesOf(first)).toContain('approval-needed');
    const { id } = await first.result;
    expect(await typesOf(conversation.streamResumed(id, yes))).toEqual(
      expect.arrayContaining(['tool-call-end', 'text-delta', 'final']),
    );
    expect(await typesOf(conversation.stream('Sure?'))).toContain('text-delta');
    expect(conversation.messages.map(({ role }) => role).join()).toBe(
      'user,assistant,tool,assistant,user,assistant',
    );
  });
});

describe('an answer of a type', () => {
  class Verdict {
    @IsString()
    @Param('In one word.')
    word!: string;

    @IsInt()
    @Max(10)
    @Param()
    score!: number;
  }

  it('is an instance of its class, and the model is told the schema', async () => {
    const model = new ScriptedModel(['Here: ```json\n{"word":"good","score":"7"}\n```']);
    const run = await new Agent({ model, outputType: Verdict, instructions: 'Judge.' }).run('?');
    expect(run.output).toBeInstanceOf(Verdict);
    expect(run.output).toEqual({ word: 'good', score: 7 });
    expect(model.requests[0]?.output).toMatchObject({
      name: 'Verdict',
      schema: { required: ['word', 'score'] },
    });
    expect(model.requests[0]?.messages[0]).toMatchObject({
      text: expect.stringMatching(/^Judge\.\n\n.*"score"/s),
    });
  });

  it('is asked for again, with what is wrong', async () => {
    const model = new ScriptedModel(['good', '{"word":"good","score":11}', '{"word":"good","score":7}']);
    const run = await new Agent({ model, outputType: Verdict }).run('?');
    expect(run).toMatchObject({ status: 'completed', output: { score: 7 }, steps: 3 });
    expect(JSON.stringify(model.requests[2]?.messages.at(-1))).toMatch(/\/score: expected/);
  });

  it.each([
    [undefined, 3],
    [0, 1],
  ])('fails as such when it never fits: maxOutputRetries %s', async (maxOutputRetries, attempts) => {
    const model = new FunctionModel(() => 'no');
    const options = maxOutputRetries === undefined ? {} : { maxOutputRetries };
    const run = await new Agent({ model, outputType: Verdict, ...options }).run('?');
    expect(run).toMatchObject({
      status: 'failed',
      error: { code: 'OUTPUT_INVALID' },
      steps: attempts,
      output: undefined,
    });
  });

  it('may be a JSON Schema', async () => {
    const schema = { type: 'object', properties: { n: { type: 'integer' } }, required: ['n'] } as const;
    const run = await new Agent({ model: new ScriptedModel(['{"n":1}']), outputType: { schema } }).run('?');
    expect(run.output).toEqual({ n: 1 });
  });
});

describe('a stream', () => {
  const collect = async (events: AsyncIterable<AgentEvent>): Promise<AgentEvent[]> => {
    const all: AgentEvent[] = [];
    for await (const event of events) all.push(event);
    return all;
  };

  it('tells text, calls, usage and the end', async () => {
    const model = new ScriptedModel([
      { text: 'Let me see.', toolCalls: [{ name: 'eta', callId: 'e' }], usage: { inputTokens: 3 } },
      'On Tuesday.',
    ]);
    const stream = new Agent({ model, tools: [eta] }).stream('?');
    const events = await collect(stream);
    const text = events.map(event => (event.type === 'text-delta' ? event.delta : '')).join('');
    expect(text).toBe('Let me see.On Tuesday.');
    expect([...new Set(events.map(({ type }) => type))]).toEqual([
      'text-delta',
      'tool-call-start',
      'tool-call-args',
      'usage',
      'tool-call-end',
      'final',
    ]);
    expect(events.find(({ type }) => type === 'tool-call-end')).toMatchObject({
      callId: 'e',
      observation: { text: 'Tuesday' },
    });
    expect(events.at(-1)).toEqual({ type: 'final', run: await stream.result });
  });

  it('holds text back until the output guardrails have passed', async () => {
    const guardrail = (pass: boolean) => ({ name: 'g', position: 'output', check: () => pass }) as const;
    const texts = async (pass: boolean): Promise<string[]> => {
      const agent = new Agent({
        model: new ScriptedModel(['It is a secret.']),
        guardrails: [guardrail(pass)],
      });
      return (await collect(agent.stream('?'))).flatMap(event =>
        event.type === 'text-delta' ? [event.delta] : [],
      );
    };
    expect(await texts(false)).toEqual([]);
    expect(await texts(true)).toEqual(['It is a secret.']);
  });

  it('tells which approval is needed', async () => {
    const ask: CallPolicy = { name: 'ask', decide: () => 'ask' };
    const agent = new Agent({ model: new ScriptedModel([[{ name: 'eta' }]]), tools: [eta], policies: [ask] });
    const events = await collect(agent.stream('?'));
    expect(events.find(({ type }) => type === 'approval-needed')).toMatchObject({
      approval: { toolName: 'eta' },
    });
    expect(events.at(-1)).toMatchObject({ run: { status: 'paused' } });
  });

  it('that nobody reads on cancels its run', async () => {
    const stream = new Agent({
      model: new FunctionModel(() => [{ name: 'eta' }]),
      tools: [eta],
      stuck: false,
      maxSteps: 1e6,
    }).stream('?');
    for await (const event of stream) if (event.type === 'tool-call-end') break;
    expect(await stream.result).toMatchObject({ status: 'cancelled' });
  });

  it('tells of a model that fails, and rejects where run() would', async () => {
    const failed = new Agent({ model: new ScriptedModel([new Error('down')]) }).stream('?');
    expect((await collect(failed)).at(-1)).toMatchObject({ type: 'final', run: { status: 'failed' } });
    const agent = new Agent({ model: new ScriptedModel([]) });
    await agent.close();
    await expect(collect(agent.stream('?'))).rejects.toMatchObject({ code: 'AGENT_CLOSED' });
  });
});

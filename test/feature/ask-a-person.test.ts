import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { Agent, type Answerer, type AskedQuestion, createToolRuntime, defineTool } from 'toolwright';
import { ScriptedModel } from 'toolwright/testing';
import { type Desk, openDesk } from '../support/mcp-client.js';

const SIZE = {
  type: 'object',
  properties: { size: { type: 'string', enum: ['s', 'm'] }, count: { type: 'integer' } },
  required: ['size'],
};
const order = defineTool({
  name: 'order_shirt',
  input: { name: 'string' },
  execute: async ({ name }, run) => {
    const filled = await run.ask({ message: `Which size, ${name}?`, schema: SIZE });
    const { size, count = 1 } = filled as { size: string; count?: number };
    return `${count} of ${size} for ${name}`;
  },
});
const greet = defineTool({
  name: 'greet',
  timeoutMs: 100,
  execute: async (_args, run) => `Hello ${await run.ask(`Who are you? ${run.secrets.get('KEY')}`)}`,
});
const secrets = { KEY: 'k3y-of-ours' };
const tools = createToolRuntime([order, greet], { secrets });

const asked: AskedQuestion[] = [];
const answering = (value: unknown): Answerer => ({
  answer: question => {
    asked.push(question);
    return { answered: true, value: value as string };
  },
});
beforeEach(() => asked.splice(0));

const shirt = (answerer?: Answerer): Promise<string> =>
  tools
    .call({ id: 'c1', name: 'order_shirt', arguments: { name: 'Ann' } }, answerer && { answerer })
    .then(({ text }) => text);

describe('run.ask()', () => {
  it('gives what a person filled in, as the schema has it', async () => {
    expect(await shirt(answering({ size: 'm', count: '2' }))).toBe('2 of m for Ann');
    expect(asked).toMatchObject([
      { callId: 'c1', toolName: 'order_shirt', message: 'Which size, Ann?', schema: SIZE },
    ]);
  });

  it('gives a text where no form is asked for, and shows no secret', async () => {
    const { text } = await tools.call({ name: 'greet' }, { answerer: answering('Bo') });
    expect(text).toBe('Hello Bo');
    expect(asked[0]?.message).toBe('Who are you? [secret KEY]');
  });

  it('takes what does not fit for no answer', async () => {
    expect(await shirt(answering({ size: 'xl' }))).toContain('the answer does not fit what was asked');
    expect(await shirt(answering('m'))).toContain('the answer does not fit what was asked');
    const { text } = await tools.call({ name: 'greet' }, { answerer: answering({ a: 1 }) });
    expect(text).toContain('the answer is no text');
  });

  it('tells the model that a person declined, and that nobody can be asked', async () => {
    const declined: Answerer = { answer: () => ({ answered: false, reason: 'not today' }) };
    expect(await shirt(declined)).toBe(
      "Tool 'order_shirt' failed: The question to the user was not answered: not today. Do not ask again; do without the answer.",
    );
    expect(await shirt()).toContain('Nobody can be asked in this run');
  });

  it('answers with an error when the answerer fails', async () => {
    const failing: Answerer = { answer: () => Promise.reject(new Error('no line')) };
    expect(await shirt(failing)).toContain('no line');
  });

  it('stops the time limit of its call meanwhile, and gives the whole of it again', async () => {
    const slow: Answerer = { answer: () => sleep(400, { answered: true, value: 'Cy' } as const) };
    expect((await tools.call({ name: 'greet' }, { answerer: slow })).text).toBe('Hello Cy');
    const lazy = defineTool({
      name: 'lazy',
      timeoutMs: 150,
      execute: async (_args, run) => {
        await run.ask('Well?');
        await sleep(5_000, undefined, { signal: run.call.signal });
      },
    });
    const begun = performance.now();
    const { text } = await createToolRuntime([lazy]).call({ name: 'lazy' }, { answerer: slow });
    expect(text).toContain("Tool 'lazy' timed out after 150 ms.");
    expect(performance.now() - begun).toBeGreaterThan(500);
  });

  it('withdraws the question when the call is cancelled', async () => {
    const stop = new AbortController();
    const silent: Answerer = {
      answer: ({ signal }) =>
        new Promise(resolve => {
          signal.addEventListener('abort', () => resolve({ answered: false, reason: 'withdrawn' }));
          setTimeout(() => stop.abort(), 20);
        }),
    };
    const { text } = await tools.call(
      { name: 'order_shirt', arguments: { name: 'Ann' } },
      { answerer: silent, signal: stop.signal },
    );
    expect(text).toContain('was cancelled');
  });

  it('ends in the tool, too, when its call is cancelled and the answerer does not listen', async () => {
    const ended: string[] = [];
    const waits = defineTool({
      name: 'waits',
      execute: async (_args, run) => {
        try {
          return await run.ask('Well?');
        } finally {
          ended.push('waits');
        }
      },
    });
    const stop = new AbortController();
    const deaf: Answerer = {
      answer: () => {
        setTimeout(() => stop.abort(), 20);
        return new Promise(() => undefined);
      },
    };
    const runtime = createToolRuntime([waits]);
    const { text } = await runtime.call({ name: 'waits' }, { answerer: deaf, signal: stop.signal });
    expect(text).toContain('was cancelled');
    await runtime.close();
    expect(ended).toEqual(['waits']);
  });

  it('works for tools of an agent, and of an agent below another one', async () => {
    const clerk = new Agent({
      name: 'clerk',
      model: new ScriptedModel([[{ name: 'order_shirt', arguments: { name: 'Ann' } }], 'Ordered.']),
      tools: [order],
    });
    const chief = new Agent({
      model: new ScriptedModel([[{ name: 'clerk', arguments: { task: 'A shirt.' } }], 'Done.']),
      tools: [clerk],
    });
    const run = await chief.run('A shirt for Ann.', { answerer: answering({ size: 's' }) });
    expect(run.text).toBe('Done.');
    expect(asked).toMatchObject([{ message: 'Which size, Ann?' }]);
    await expect(chief.run('x', { answerer: {} as Answerer })).rejects.toMatchObject({ code: 'DEFINITION' });
    await chief.close();
    await clerk.close();
  });
});

describe('run.ask() over MCP', () => {
  let desk: Desk;
  beforeEach(async () => {
    desk = await openDesk([order, greet], { secrets });
  });
  afterEach(() => desk.close());

  const asking = async (answer: object): Promise<{ client: Client; questions: unknown[] }> => {
    const client = await desk.connect({ capabilities: { elicitation: {} } });
    const questions: unknown[] = [];
    client.setRequestHandler(ElicitRequestSchema, ({ params }) => {
      questions.push(params);
      return answer;
    });
    return { client, questions };
  };
  const textOf = async (client: Client, name: string): Promise<string> => {
    const answer = await client.callTool({ name, arguments: name === 'greet' ? {} : { name: 'Ann' } });
    return (answer.content as { text: string }[])[0]!.text;
  };

  it('is put to the user of the client as a form', async () => {
    const { client, questions } = await asking({ action: 'accept', content: { size: 'm' } });
    expect(await textOf(client, 'order_shirt')).toBe('1 of m for Ann');
    expect(questions).toMatchObject([{ message: 'Which size, Ann?', requestedSchema: SIZE }]);
  });

  it('asks for one text where there is no form', async () => {
    const { client } = await asking({ action: 'accept', content: { answer: 'Di' } });
    expect(await textOf(client, 'greet')).toBe('Hello Di');
  });

  it.each([
    ['decline', 'the user declined'],
    ['cancel', 'the user gave no answer'],
  ])('tells the model of a user who chooses to %s', async (action, told) => {
    const { client } = await asking({ action });
    expect(await textOf(client, 'order_shirt')).toContain(told);
  });

  it('stops the time limit of the call meanwhile, also where the tool asks its client itself', async () => {
    const own = defineTool({
      name: 'own',
      timeoutMs: 100,
      execute: async (_args, run) => {
        const { elicit } = run.state as { elicit: (message: string) => Promise<{ action: string }> };
        return (await elicit('Well?')).action;
      },
    });
    const slowDesk = await openDesk([own], {
      context: ({ client }) => ({
        state: { elicit: (message: string) => client.elicit({ mode: 'form', message }) },
      }),
    });
    const client = await slowDesk.connect({ capabilities: { elicitation: {} } });
    client.setRequestHandler(ElicitRequestSchema, () => sleep(400, { action: 'decline' as const }));
    const { content } = await client.callTool({ name: 'own' });
    expect(content).toEqual([{ type: 'text', text: 'decline' }]);
    await slowDesk.close();
  });

  it('tells the model that a client cannot ask anybody', async () => {
    expect(await textOf(await desk.connect(), 'order_shirt')).toContain('Nobody can be asked');
  });
});

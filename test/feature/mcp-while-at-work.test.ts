import { setTimeout as sleep } from 'node:timers/promises';
import {
  CreateMessageRequestSchema,
  ElicitRequestSchema,
  LoggingMessageNotificationSchema,
} from '@modelcontextprotocol/sdk/types.js';
import { defineTool, type JsonObject, type Logger, RunContext, silentLogger, Tool } from 'toolwright';
import { type CallingClient, memoryEventStore } from 'toolwright/mcp';
import { type Desk, errorOf, openDesk } from '../support/mcp-client.js';

const SOON_MS = 5_000;

/** What a tool noticed of the end of its call. */
class Endings {
  readonly seen: string[] = [];
  #wake: () => void = () => undefined;

  note(what: string): void {
    this.seen.push(what);
    this.#wake();
  }

  async next(): Promise<string | undefined> {
    if (this.seen.length === 0)
      await Promise.race([new Promise<void>(resolve => (this.#wake = resolve)), sleep(SOON_MS)]);
    return this.seen.shift();
  }
}

const endings = new Endings();

const waiting = defineTool({
  name: 'waiting',
  execute: async (_args, run) => {
    run.call.progress({ progress: 1 });
    await new Promise<void>(resolve =>
      run.call.signal.addEventListener('abort', () => {
        endings.note('aborted');
        resolve();
      }),
    );
    return 'late';
  },
});

const resting = defineTool({
  name: 'resting',
  execute: async (_args, run: RunContext<CallingClient>) => {
    run.call.progress({ progress: 1 });
    await sleep(300);
    endings.note(run.call.signal.aborted ? 'aborted' : 'rested');
    return 'rested';
  },
});

class Talk {
  @Tool('Logs at every level.')
  logs(run: RunContext): string {
    run.logger.debug('d');
    run.logger.info('i', { n: 1, key: 'the hunter2-secret' });
    run.logger.warn('w');
    run.logger.error('e');
    return 'done';
  }

  @Tool('Fails, which is logged for people.')
  fails(): never {
    throw new Error('inside');
  }

  @Tool('Asks for a name.')
  async asks(run: RunContext<CallingClient>): Promise<unknown> {
    const requestedSchema = { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] };
    return run.state.elicit({ mode: 'form', message: 'Who?', requestedSchema });
  }

  @Tool('Asks for a visit to a page.')
  async sends(run: RunContext<CallingClient>): Promise<unknown> {
    return run.state.elicit({ mode: 'url', message: 'Pay.', url: 'https://example.com/pay' });
  }

  @Tool('Asks the model.')
  async samples(withTools: boolean, run: RunContext<CallingClient>): Promise<unknown> {
    return run.state.sample({
      messages: [{ role: 'user', content: { type: 'text', text: 'Hi' } }],
      maxTokens: 5,
      ...(withTools ? { tools: [{ name: 't', inputSchema: { type: 'object' } }] } : {}),
    });
  }

  @Tool('Asks, and withdraws the question.')
  async withdraws(run: RunContext<CallingClient>): Promise<unknown> {
    const question = run.state.elicit({ mode: 'form', message: 'Who?' }, AbortSignal.timeout(50));
    return question.then(
      () => 'answered',
      () => 'withdrawn',
    );
  }

  @Tool('Tells what the client can.')
  able(run: RunContext<CallingClient>): unknown {
    return { ...run.state.abilities, info: run.state.info };
  }
}

const tools = [Talk, waiting, resting];
const context = ({ client }: { client: CallingClient }): { state: CallingClient } => ({ state: client });

describe('what a call tells its client', () => {
  const logged: string[] = [];
  const note =
    (level: string) =>
    (message: string, fields?: JsonObject): void =>
      void logged.push(`${level} ${message} ${Object.keys(fields ?? {}).join()}`);
  const logger: Logger = {
    debug: note('debug'),
    info: note('info'),
    warn: note('warn'),
    error: note('error'),
  };
  let desk: Desk;
  beforeAll(async () => {
    desk = await openDesk(tools, { context, logger, secrets: { KEY: 'hunter2-secret' } });
  });
  afterAll(() => desk.close());
  beforeEach(() => void logged.splice(0));

  async function heardFrom(tool: string, level?: 'debug' | 'error'): Promise<unknown[]> {
    const client = await desk.connect();
    const heard: unknown[] = [];
    client.setNotificationHandler(LoggingMessageNotificationSchema, ({ params }) => void heard.push(params));
    if (level !== undefined) await client.setLoggingLevel(level);
    await client.callTool({ name: tool, arguments: {} });
    return heard;
  }

  it('is what it logs from info on, secrets masked; people hear everything', async () => {
    expect(await heardFrom('logs')).toEqual([
      { level: 'info', logger: 'logs', data: { message: 'i', n: 1, key: 'the [secret KEY]' } },
      { level: 'warning', logger: 'logs', data: 'w' },
      { level: 'error', logger: 'logs', data: 'e' },
    ]);
    expect(logged).toEqual(['debug d ', 'info i n,key', 'warn w ', 'error e ']);
  });

  it('is as much as the client wants, each client by itself', async () => {
    const levels = async (level?: 'debug' | 'error'): Promise<unknown> =>
      (await heardFrom('logs', level)).map(each => (each as { level: string }).level);
    expect(await levels('debug')).toEqual(['debug', 'info', 'warning', 'error']);
    expect(await levels('error')).toEqual(['error']);
    expect(await levels()).toEqual(['info', 'warning', 'error']);
  });

  it('reaches it also when the logger for people throws', async () => {
    const broken = Object.fromEntries(
      ['debug', 'info', 'warn', 'error'].map(level => [
        level,
        () => {
          throw new Error('the disk is full');
        },
      ]),
    ) as unknown as Logger;
    const other = await openDesk(tools, { context, logger: broken });
    const client = await other.connect();
    const heard: unknown[] = [];
    client.setNotificationHandler(LoggingMessageNotificationSchema, ({ params }) => void heard.push(params));
    await client.callTool({ name: 'logs', arguments: {} });
    expect(heard).toHaveLength(3);
    await other.close();
  });

  it('is not what is logged about it', async () => {
    expect(await heardFrom('fails', 'debug')).toEqual([]);
    expect(logged).toHaveLength(1);
    expect(logged[0]).toContain('stack');
  });
});

describe('what a call asks its client', () => {
  let desk: Desk;
  beforeAll(async () => {
    desk = await openDesk(tools, { context, logger: silentLogger });
  });
  afterAll(() => desk.close());

  async function ask(
    capabilities: JsonObject,
    tool: string,
    given: { args?: JsonObject; answer?: JsonObject | Promise<never> } = {},
  ): Promise<{ text: string; asked: unknown }> {
    const client = await desk.connect({ capabilities });
    let asked: unknown;
    const answer = ({ params }: { params: unknown }): never => {
      asked = params;
      return given.answer as never;
    };
    if (capabilities['elicitation'] !== undefined) client.setRequestHandler(ElicitRequestSchema, answer);
    if (capabilities['sampling'] !== undefined) client.setRequestHandler(CreateMessageRequestSchema, answer);
    const { content } = await client.callTool({ name: tool, arguments: given.args ?? {} });
    return { text: (content as [{ text: string }])[0].text, asked };
  }

  it('is a form for its user, whose answer fits', async () => {
    const able = { elicitation: { form: {} } };
    const answer = { action: 'accept', content: { name: 'Ann' } };
    const { text, asked } = await ask(able, 'asks', { answer });
    expect(JSON.parse(text)).toEqual(answer);
    expect(asked).toMatchObject({ message: 'Who?', requestedSchema: { required: ['name'] } });
    expect((await ask(able, 'asks', { answer: { action: 'decline' } })).text).toBe('{"action":"decline"}');
    const unfit = await ask(able, 'asks', { answer: { action: 'accept', content: { name: 5 } } });
    expect(unfit.text).toContain('does not match requested schema');
  });

  it('is a page for its user', async () => {
    const { asked } = await ask({ elicitation: { url: {} } }, 'sends', { answer: { action: 'accept' } });
    expect(asked).toMatchObject({ mode: 'url', url: 'https://example.com/pay' });
  });

  it('is a message for its model', async () => {
    const answer = { role: 'assistant', model: 'm', content: { type: 'text', text: 'Ho' } };
    const args = { withTools: false };
    const { text, asked } = await ask({ sampling: {} }, 'samples', { args, answer });
    expect(JSON.parse(text)).toEqual(answer);
    expect(asked).toMatchObject({ maxTokens: 5 });
  });

  it('is only what the client lets itself be asked', async () => {
    const lacks = async (capabilities: JsonObject, tool: string, args?: JsonObject): Promise<string> =>
      (await ask(capabilities, tool, { args: args ?? {} })).text;
    expect(await lacks({}, 'asks')).toContain("'elicitation.form'");
    expect(await lacks({ elicitation: { form: {} } }, 'sends')).toContain("'elicitation.url'");
    expect(await lacks({}, 'samples', { withTools: false })).toContain("'sampling'");
    expect(await lacks({ sampling: {} }, 'samples', { withTools: true })).toContain("'sampling.tools'");
  });

  it('can be withdrawn', async () => {
    const never = new Promise<never>(() => undefined);
    expect((await ask({ elicitation: { form: {} } }, 'withdraws', { answer: never })).text).toBe('withdrawn');
  });

  it('depends on what it can', async () => {
    const { text } = await ask({ sampling: { tools: {} }, roots: {} }, 'able');
    expect(JSON.parse(text)).toEqual({
      elicitsForm: false,
      elicitsUrl: false,
      samples: true,
      samplesWithTools: true,
      hasRoots: true,
      info: { name: 'test', version: '1.0.0' },
    });
  });
});

/** Calls a tool, and ends the connection when the tool is at work. */
async function callAndLeave(desk: Desk, tool: string): Promise<void> {
  const gone = new AbortController();
  const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
  const post = (body: JsonObject, extra: Record<string, string> = {}): Promise<Response> =>
    fetch(desk.server.url!, {
      method: 'POST',
      headers: { ...headers, ...extra },
      body: JSON.stringify({ jsonrpc: '2.0', ...body }),
      signal: gone.signal,
    });
  const clientInfo = { name: 'bare', version: '1' };
  const begun = await post({
    id: 1,
    method: 'initialize',
    params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo },
  });
  await begun.text();
  const session = { 'mcp-session-id': begun.headers.get('mcp-session-id')! };
  const params = { name: tool, arguments: {}, _meta: { progressToken: 'p' } };
  const answer = await post({ id: 2, method: 'tools/call', params }, session);
  const reader = answer.body!.getReader();
  let read = '';
  while (!read.includes('progress')) read += Buffer.from((await reader.read()).value).toString();
  gone.abort();
}

describe('a call that nobody waits for', () => {
  it('is cancelled when the client says so', async () => {
    const desk = await openDesk(tools, { context });
    const client = await desk.connect();
    const stop = new AbortController();
    const call = client.callTool({ name: 'waiting', arguments: {} }, undefined, {
      signal: stop.signal,
      onprogress: () => stop.abort(),
    });
    await errorOf(call);
    expect(await endings.next()).toBe('aborted');
    await desk.close();
  });

  it('is cancelled when the client goes away', async () => {
    const desk = await openDesk(tools, { context });
    await callAndLeave(desk, 'waiting');
    expect(await endings.next()).toBe('aborted');
    await desk.close();
  });

  it('goes on when the client may come back for its answer', async () => {
    const desk = await openDesk(tools, { context, http: { eventStore: memoryEventStore() } });
    await callAndLeave(desk, 'resting');
    expect(await endings.next()).toBe('rested');
    await desk.close();
  });
});

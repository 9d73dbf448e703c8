import { asModel } from '../../src/model/ai-sdk/as-model.js';
import { type ModelFailedError, UnknownModelError } from '../../src/model/errors.js';
import { type ModelEvent, type ModelRequest } from '../../src/model/model.js';
import { openaiCompatible, type OpenAiCompatibleOptions } from '../../src/model/openai-compatible.js';
import { renderTool } from '../../src/schema/dialects/render-tool.js';
import { type ChatMessage, ChatServer, type ChatStep } from '../support/chat-server.js';
import { FakeClock } from '../support/fake-clock.js';

const KEY = 'sk-test-0123456789abcdef';

let server: ChatServer;
afterEach(() => server.close());

const ask = (more: Partial<ModelRequest> = {}): ModelRequest => ({
  messages: [{ role: 'user', content: [{ type: 'text', text: 'Where is it?' }] }],
  tools: [],
  toolChoice: 'auto',
  ...more,
});

async function serve(...steps: ChatStep[]) {
  server = await ChatServer.open(...steps);
  return (options: Partial<OpenAiCompatibleOptions> = {}) =>
    openaiCompatible({ model: 'small', baseURL: server.baseURL, apiKey: KEY, ...options });
}

async function collect(events: AsyncIterable<ModelEvent>): Promise<ModelEvent[]> {
  const all: ModelEvent[] = [];
  for await (const event of events) all.push(event);
  return all;
}

const picturesIn = (message?: ChatMessage) =>
  typeof message?.content === 'object' ? message.content?.map(part => part.image_url?.url) : [];

/** What was thrown, whatever it is. */
const thrownBy = (work: Promise<unknown>): Promise<ModelFailedError> =>
  work.then(
    () => {
      throw new Error('nothing was thrown');
    },
    (error: unknown) => error as ModelFailedError,
  );

/** A clock whose delays are over at once, and kept. */
const hastyClock = () => {
  const clock = new FakeClock();
  const { delays } = clock;
  return Object.assign(clock, {
    schedule: (delayMs: number, callback: () => void) => {
      delays.push(delayMs);
      queueMicrotask(callback);
      return () => undefined;
    },
  });
};

const fixedEntropy = { uuid: () => 'id', random: () => 0.5 };

describe('openaiCompatible()', () => {
  it('answers with text, thoughts, calls and usage', async () => {
    const open = await serve({
      reasoning: 'Hm.',
      text: 'Let me see.',
      calls: [{ id: 'c1', name: 'find', arguments: '{"id":7}' }],
    });
    const response = await open({ price: { input: 1, output: 10, cachedInput: 0.5 } }).generate(ask());
    expect(response).toEqual({
      content: [
        { type: 'reasoning', text: 'Hm.' },
        { type: 'text', text: 'Let me see.' },
        { type: 'tool-call', callId: 'c1', toolName: 'find', arguments: '{"id":7}' },
      ],
      finishReason: 'tool-calls',
      modelId: 'served-model',
      usage: {
        inputTokens: 100,
        outputTokens: 20,
        cachedInputTokens: 40,
        reasoningTokens: 5,
        costUsd: (60 + 20 + 200) / 1_000_000,
      },
    });
    expect(server.requests[0]).toMatchObject({
      path: '/v1/chat/completions',
      headers: { authorization: `Bearer ${KEY}` },
      body: { model: 'small', messages: [{ role: 'user', content: 'Where is it?' }] },
    });
  });

  it('streams the same in pieces, and asks for the usage', async () => {
    const open = await serve({
      text: 'Let me see.',
      calls: [
        { id: 'c1', name: 'find', arguments: '{"id":7}' },
        { id: 'c2', name: 'find', arguments: '{"id":8}' },
      ],
    });
    const events = await collect(open().stream!(ask()));
    expect(events.slice(0, 3)).toEqual([
      { type: 'text-delta', delta: 'Let ' },
      { type: 'text-delta', delta: 'me ' },
      { type: 'text-delta', delta: 'see.' },
    ]);
    const deltasOf = (id: string) =>
      events
        .map(event => (event.type === 'tool-call-delta' && event.callId === id ? event.delta : ''))
        .join('');
    expect(events).toContainEqual({ type: 'tool-call-start', callId: 'c1', toolName: 'find' });
    expect([deltasOf('c1'), deltasOf('c2')]).toEqual(['{"id":7}', '{"id":8}']);
    expect(events.filter(event => event.type === 'tool-call-delta').length).toBeGreaterThan(4);
    expect(events.at(-1)).toMatchObject({
      type: 'response',
      response: {
        content: [
          { type: 'text', text: 'Let me see.' },
          { callId: 'c1', arguments: '{"id":7}' },
          { callId: 'c2', arguments: '{"id":8}' },
        ],
        finishReason: 'tool-calls',
        modelId: 'served-model',
        usage: { inputTokens: 100, outputTokens: 20 },
      },
    });
    expect(server.requests[0]!.body).toMatchObject({ stream: true, stream_options: { include_usage: true } });
  });

  it('sends tools, choice, settings, output schema and headers', async () => {
    const open = await serve({ text: '{}' });
    const tool = renderTool(
      {
        name: 'find',
        description: 'Finds.',
        inputSchema: { type: 'object', properties: { id: { type: 'integer' } } },
      },
      'openai',
    );
    await open({ headers: { 'x-team': 'desk' } }).generate(
      ask({
        tools: [tool],
        toolChoice: { tool: 'find' },
        output: { name: 'place', schema: { type: 'object', properties: { at: { type: 'string' } } } },
        settings: {
          temperature: 0.2,
          topP: 0.9,
          maxOutputTokens: 50,
          seed: 4,
          stopSequences: ['END'],
          providerOptions: { openaiCompatible: { user: 'u1' } },
        },
      }),
    );
    const { body, headers } = server.requests[0]!;
    expect(headers['x-team']).toBe('desk');
    expect(body).toMatchObject({
      tools: [
        {
          type: 'function',
          function: { name: 'find', description: 'Finds.', parameters: { type: 'object' } },
        },
      ],
      tool_choice: { type: 'function', function: { name: 'find' } },
      response_format: { type: 'json_schema', json_schema: { name: 'place', strict: false } },
      temperature: 0.2,
      top_p: 0.9,
      max_tokens: 50,
      seed: 4,
      stop: ['END'],
      user: 'u1',
    });
  });

  it.each(['auto', 'required', 'none'] as const)('sends the tool choice %s', async choice => {
    const open = await serve({ text: 'x' });
    const tool = renderTool({ name: 'f', description: '', inputSchema: { type: 'object' } }, 'openai');
    await open().generate(ask({ tools: [tool], toolChoice: choice }));
    expect(server.requests[0]!.body['tool_choice']).toBe(choice);
  });

  it('marks strict tools as such, and only those', async () => {
    const open = await serve({ text: 'x' });
    const lenient = { name: 'f', description: '', inputSchema: { type: 'object' } } as const;
    const strict = {
      ...lenient,
      inputSchema: { type: 'object', properties: {}, additionalProperties: false },
    } as const;
    await open().generate(
      ask({ tools: [renderTool(lenient, 'openai'), renderTool(strict, 'openai-strict')] }),
    );
    const marks = server.requests[0]!.body.tools?.map(tool => tool.function.strict);
    expect(marks).toEqual([undefined, true]);
  });

  it('sends a conversation whose calls were no JSON and whose tools gave pictures', async () => {
    const open = await serve({ text: 'x' });
    await open().generate(
      ask({
        messages: [
          { role: 'system', text: 'Be brief.' },
          {
            role: 'user',
            content: [
              { type: 'text', text: 'Look.' },
              { type: 'file', mediaType: 'image/png', source: { data: 'AAAA' } },
              { type: 'file', mediaType: 'image/png', source: { url: 'https://example.org/a.png' } },
            ],
          },
          {
            role: 'assistant',
            content: [
              { type: 'tool-call', callId: 'a', toolName: 'draw', arguments: '{"size":1' },
              { type: 'tool-call', callId: 'b', toolName: 'draw', arguments: '' },
            ],
          },
          {
            role: 'tool',
            results: [
              { callId: 'a', toolName: 'draw', content: [{ type: 'text', text: 'No JSON.' }], isError: true },
              {
                callId: 'b',
                toolName: 'draw',
                content: [
                  { type: 'text', text: 'Drawn.' },
                  { type: 'file', mediaType: 'image/png', source: { data: 'BBBB' } },
                ],
                isError: false,
              },
            ],
          },
        ],
      }),
    );
    const { messages } = server.requests[0]!.body;
    expect(messages.map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'tool', 'tool', 'user']);
    expect(picturesIn(messages[1])).toEqual([
      undefined,
      'data:image/png;base64,AAAA',
      'https://example.org/a.png',
    ]);
    expect(messages[2]!.tool_calls?.map(call => JSON.parse(call.function.arguments) as unknown)).toEqual([
      { unreadable_arguments: '{"size":1' },
      {},
    ]);
    expect(messages[3]!.content).toBe('No JSON.');
    expect(messages[4]!.content).toBe('Drawn.\n[a file of type image/png: see the next message]');
    expect(picturesIn(messages[5])).toEqual([undefined, 'data:image/png;base64,BBBB']);
  });

  it('takes the key and the address from the environment, the key at each request', async () => {
    await serve({ text: 'x' });
    const kept = { ...process.env };
    try {
      process.env['OPENAI_BASE_URL'] = server.baseURL;
      const model = openaiCompatible({ model: 'small' });
      for (const key of ['first-key', 'second-key']) {
        process.env['OPENAI_API_KEY'] = key;
        await model.generate(ask());
      }
      delete process.env['OPENAI_API_KEY'];
      await model.generate(ask());
    } finally {
      process.env = kept;
    }
    expect(server.requests.map(({ headers }) => headers.authorization)).toEqual([
      'Bearer first-key',
      'Bearer second-key',
      undefined,
    ]);
  });

  it('goes through the given fetch, under the given name', async () => {
    const open = await serve({ text: 'x' });
    const urls: string[] = [];
    const model = open({
      name: 'house',
      fetch: (input, init) => {
        urls.push(input instanceof Request ? input.url : input.toString());
        return fetch(input, init);
      },
    });
    await model.generate(ask({ settings: { providerOptions: { house: { reasoning_budget: 3 } } } }));
    expect(model.provider).toBe('house');
    expect(urls).toEqual([`${server.baseURL}/chat/completions`]);
    expect(server.requests[0]!.body['reasoning_budget']).toBe(3);
  });

  it('says what is wrong with an address without showing it', async () => {
    const open = await serve({ text: 'x' });
    const error = await thrownBy(open({ baseURL: 'user:hidden@nowhere' }).generate(ask()));
    expect(error.message).toMatch(/its baseURL is no http or https URL/);
    expect(error.message).not.toContain('hidden');
    expect(() => openaiCompatible({ model: '' })).toThrow(UnknownModelError);
  });
});

const refusal = (status: number, message: string, headers: Record<string, string> = {}): ChatStep => ({
  status,
  headers,
  body: JSON.stringify({ error: { message, type: 'made', code: null } }),
});

describe('a request that is refused', () => {
  it.each([
    [400, "The 'messages' are too long.", /it answered 400: The 'messages' are too long\.$/],
    [
      401,
      `Incorrect API key provided: ${KEY}.`,
      /it answered 401: .*\[secret apiKey\]\. Check the API key\.$/,
    ],
    [
      404,
      'No such model.',
      /it answered 404: No such model\. Check the name of the model and the base URL\.$/,
    ],
  ])('fails at once with %i and the words of the provider', async (status, message, text) => {
    const open = await serve(refusal(status, message));
    for (const work of [open().generate(ask()), collect(open().stream!(ask()))]) {
      const error = await thrownBy(work);
      expect(error).toMatchObject({
        code: 'MODEL_FAILED',
        retryable: false,
        details: { status, attempts: 1 },
      });
      expect(error.message).toMatch(text);
      expect(JSON.stringify([error, error.stack, (error.cause as Error).stack, error.cause])).not.toContain(
        KEY,
      );
    }
    expect(server.requests).toHaveLength(2);
  });

  it('keeps the words of the provider short, and pages of HTML out', async () => {
    const open = await serve(refusal(400, 'x'.repeat(5000)), { status: 400, body: '<html>no</html>' });
    expect((await thrownBy(open().generate(ask()))).message.length).toBeLessThan(700);
    expect((await thrownBy(open().generate(ask()))).message).not.toContain('html');
  });

  it.each([
    [{ 'retry-after': '3' }, 3000],
    [{ 'retry-after-ms': '1250' }, 1250],
    [{ 'retry-after': 'Tue, 01 Jan 2030 00:00:07 GMT' }, 7000],
    [{ 'retry-after': 'Mon, 31 Dec 2029 00:00:00 GMT' }, 0],
    [{ 'retry-after': '86400' }, 60_000],
    [{ 'retry-after': 'soon' }, 375],
    [{}, 375],
  ])('waits as it is asked: %j', async (headers, delayMs) => {
    const open = await serve(refusal(429, 'Slow down.', headers), { text: 'Now.' });
    const clock = hastyClock();
    const response = await open({ clock, entropy: fixedEntropy }).generate(ask());
    expect(response.content).toEqual([{ type: 'text', text: 'Now.' }]);
    expect(clock.delays).toEqual([delayMs]);
  });

  it.each([408, 409, 429, 500, 503, 529])('is repeated twice after %i, with longer pauses', async status => {
    const open = await serve(refusal(status, 'Not now.'));
    const clock = hastyClock();
    const error = await thrownBy(open({ clock, entropy: fixedEntropy }).generate(ask()));
    expect(error.message).toContain(`gave no answer after 3 attempts: it answered ${status}: Not now.`);
    expect(error).toMatchObject({ retryable: true, details: { status, attempts: 3 } });
    expect(server.requests).toHaveLength(3);
    expect(clock.delays).toEqual([375, 750]);
  });

  it('is repeated as often as it says', async () => {
    const open = await serve(refusal(500, 'No.'));
    await thrownBy(open({ retries: 0 }).generate(ask()));
    expect(server.requests).toHaveLength(1);
    await thrownBy(open({ retries: 4, clock: hastyClock() }).generate(ask()));
    expect(server.requests).toHaveLength(6);
  });

  it('is repeated in a stream too, as long as nothing came', async () => {
    const open = await serve(refusal(503, 'No.'), { text: 'Now.' });
    const events = await collect(open({ clock: hastyClock() }).stream!(ask()));
    expect(events.map(({ type }) => type)).toEqual(['text-delta', 'response']);
  });
});

describe('a connection that fails', () => {
  it('is tried again when it is refused or dropped', async () => {
    const open = await serve({ dropAfter: 10, answer: { text: 'Lost.' } }, { text: 'Now.' });
    const response = await open({ clock: hastyClock() }).generate(ask());
    expect(response.content).toEqual([{ type: 'text', text: 'Now.' }]);
    const closed = await ChatServer.open();
    const { baseURL } = closed;
    await closed.close();
    const gone = openaiCompatible({ model: 'm', baseURL, clock: hastyClock() });
    const error = await thrownBy(gone.generate(ask()));
    expect(error.message).toMatch(/after 3 attempts: .*ECONNREFUSED/);
    expect(error.retryable).toBe(true);
  });

  it('fails in the middle of a stream, since what was given out cannot be taken back', async () => {
    const open = await serve({ dropAfter: 3, answer: { text: 'One two three four.' } });
    const seen: ModelEvent[] = [];
    const read = async () => {
      for await (const event of open({ clock: hastyClock() }).stream!(ask())) seen.push(event);
    };
    expect(await thrownBy(read())).toMatchObject({ code: 'MODEL_FAILED', retryable: true });
    expect(seen).toEqual([
      { type: 'text-delta', delta: 'One ' },
      { type: 'text-delta', delta: 'two ' },
    ]);
    expect(server.requests).toHaveLength(1);
  });

  it('is tried again when a stream is dropped before anything was given out', async () => {
    const open = await serve({ dropAfter: 1, answer: { text: 'Lost.' } }, { text: 'Now.' });
    const events = await collect(open({ clock: hastyClock() }).stream!(ask()));
    expect(events).toContainEqual({ type: 'text-delta', delta: 'Now.' });
    expect(events).not.toContainEqual({ type: 'text-delta', delta: 'Lost.' });
  });

  it.each([
    ['an error', [{ error: { message: 'The engine broke.' } }], /The engine broke\./],
    ['nothing', [], /./],
    ['what is no JSON', ['{"choi'], /./],
  ])('fails when a stream holds %s', async (_, chunks, text) => {
    const open = await serve({ chunks });
    const error = await thrownBy(collect(open({ retries: 0 }).stream!(ask())));
    expect(error.code).toBe('MODEL_FAILED');
    expect(error.message).toMatch(text);
  });

  it('fails when an answer is none', async () => {
    const open = await serve({ status: 200, body: '{"hello":"world"}' });
    expect(await thrownBy(open().generate(ask()))).toMatchObject({ code: 'MODEL_FAILED', retryable: false });
  });
});

describe('a request that is cancelled', () => {
  const reason = new Error('enough');

  it.each([
    ['before anything came', 0],
    ['in the middle of the body', 20],
  ])('ends at once, %s', async (_, stallAfter) => {
    const open = await serve({ stallAfter, answer: { text: 'Slow.' } });
    const abort = new AbortController();
    const work = thrownBy(open().generate(ask({ signal: abort.signal })));
    await until(() => server.requests.length === 1);
    abort.abort(reason);
    expect(await work).toBe(reason);
    await until(() => server.hungUp === 1);
  });

  it('ends a stream at once, and the connection with it', async () => {
    const open = await serve({ stallAfter: 3, answer: { text: 'One two three.' } });
    const abort = new AbortController();
    const seen: ModelEvent[] = [];
    const read = async () => {
      for await (const event of open().stream!(ask({ signal: abort.signal })))
        if (seen.push(event) === 2) abort.abort(reason);
    };
    expect(await thrownBy(read())).toBe(reason);
    await until(() => server.hungUp === 1);
  });

  it('hangs up when nobody reads a stream to its end', async () => {
    const open = await serve({ stallAfter: 3, answer: { text: 'One two three.' } });
    for await (const event of open().stream!(ask())) if (event.type === 'text-delta') break;
    await until(() => server.hungUp === 1);
  });

  it('does not wait for the next attempt', async () => {
    const open = await serve(refusal(429, 'Later.', { 'retry-after': '50' }));
    const abort = new AbortController();
    const clock = new FakeClock();
    const work = thrownBy(open({ clock }).generate(ask({ signal: abort.signal })));
    await until(() => clock.pending === 1);
    abort.abort(reason);
    expect(await work).toBe(reason);
    expect(clock.pending).toBe(0);
    expect(server.requests).toHaveLength(1);
  });

  it('is not sent when it was cancelled before', async () => {
    const open = await serve({ text: 'x' });
    expect(await thrownBy(open().generate(ask({ signal: AbortSignal.abort(reason) })))).toBe(reason);
    expect(await thrownBy(collect(open().stream!(ask({ signal: AbortSignal.abort(reason) }))))).toBe(reason);
    expect(server.requests).toHaveLength(0);
  });
});

describe('asModel()', () => {
  it('takes a model of an AI SDK provider', async () => {
    server = await ChatServer.open({ text: 'Here.' });
    const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
    const provider = createOpenAICompatible({ name: 'house', baseURL: server.baseURL });
    const model = asModel(provider.chatModel('big'), { dialect: 'openai-strict' });
    expect(model).toMatchObject({ provider: 'house.chat', modelId: 'big', dialect: 'openai-strict' });
    expect((await model.generate(ask())).content).toEqual([{ type: 'text', text: 'Here.' }]);
  });
});

/** Bounded, so that what never happens fails the test. */
async function until(isSo: () => boolean): Promise<void> {
  const { setTimeout: pause } = await import('node:timers/promises');
  for (let turn = 0; turn < 1000 && !isSo(); turn++) await pause(5);
  expect(isSo()).toBe(true);
}

import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { PassThrough } from 'node:stream';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { defineTool, type RunContext, type RuntimeOptions } from 'toolwright';
import { type CallingClient, type RunningServer, serveMcp } from 'toolwright/mcp';
import { cliPath, repository } from '../support/run-cli.js';

const MIB = 1_048_576;
/** The shortest limit there is: what stands around one byte of arguments. */
const SHORTEST = { limits: { argumentBytes: 1 } };
const SHORTEST_BYTES = MIB + 6;

const length = defineTool({
  name: 'length',
  input: { text: 'string' },
  execute: ({ text }) => `${text.length}`,
});
const wait = defineTool({
  name: 'wait',
  execute: (_args, run) => new Promise(resolve => run.call.signal.addEventListener('abort', resolve)),
});

interface Answer {
  readonly id: unknown;
  readonly result?: object;
  readonly error?: { readonly code: number; readonly message: string };
}

const REFUSED = {
  code: -32600,
  message: `The message is longer than ${SHORTEST_BYTES} bytes and was not read. Send less.`,
};

/** What a server on streams answers to the lines until its client leaves. */
async function answers(
  lines: readonly string[],
  options: RuntimeOptions = {},
  chunkBytes = 65_536,
): Promise<Answer[]> {
  const [input, output] = [new PassThrough(), new PassThrough({ highWaterMark: 100 * MIB })];
  const server = await serveMcp([length, wait], { stdio: { input, output }, ...options });
  const bytes = Buffer.from(`${lines.join('\n')}\n`);
  for (let start = 0; start < bytes.length; start += chunkBytes) {
    if (!input.write(bytes.subarray(start, start + chunkBytes))) await once(input, 'drain');
  }
  input.end();
  await server.closed;
  return String(output.read())
    .trimEnd()
    .split('\n')
    .map(line => JSON.parse(line) as Answer);
}

const callOf = (id: unknown, text: string): string =>
  JSON.stringify({
    jsonrpc: '2.0',
    id,
    method: 'tools/call',
    params: { name: 'length', arguments: { text } },
  });
const ping = (id: unknown): string => JSON.stringify({ jsonrpc: '2.0', id, method: 'ping' });

describe('a line over stdio that is too long', () => {
  it('fails the call that it holds, and no other call of the same client', async () => {
    const client = new Client({ name: 'test', version: '1.0.0' });
    const args = [cliPath, 'serve', 'test/fixtures/desk.ts'];
    await client.connect(
      new StdioClientTransport({ command: process.execPath, args, cwd: repository, stderr: 'ignore' }),
    );
    const cancellation = new AbortController();
    const waiting = client.callTool({ name: 'wait' }, undefined, {
      signal: cancellation.signal,
      onprogress: () => undefined,
    });
    waiting.catch(() => undefined);
    const text = 'x'.repeat(12 * MIB);
    await expect(client.callTool({ name: 'echo', arguments: { text } })).rejects.toMatchObject({
      code: -32600,
      message: expect.stringContaining('The message is longer than 7340032 bytes and was not read.'),
    });
    const next = await client.callTool({ name: 'echo', arguments: { text: 'still here' } });
    expect(next).toMatchObject({ content: [{ text: 'still here' }] });
    const isStillWaiting = Symbol('still waiting');
    expect(await Promise.race([waiting, Promise.resolve(isStillWaiting)])).toBe(isStillWaiting);
    cancellation.abort();
    await client.close();
  });

  const long = 'x'.repeat(SHORTEST_BYTES + 1);
  it.each<[string, string, unknown]>([
    ['the id first', callOf(7, long), 7],
    [
      'the id last, in a text',
      `{"method":"m","params":{"id":1,"a":["${long}"]},"id": "a, \\"b\\": {" }`,
      'a, "b": {',
    ],
    ['text that looks like structure', `{"method":"m","params":"\\\\\\"}],{[${long}","id":7}`, 7],
    ['an id in the parameters only', `{"method":"m","params":{"id":7,"text":"${long}"}}`, null],
    ['an answer, which is not answered by its id', `{"id":7,"result":"${long}"}`, null],
    ['an id that is none', `{"method":"m","id":{"id":7},"params":"${long}"}`, null],
    ['an id that is too long itself', `{"method":"m","id":"${long}"}`, null],
    ['a batch', `[{"method":"m","id":7,"params":"${long}"}]`, null],
    ['no JSON', long, null],
  ])('is answered by its id where that can be told: %s', async (_what, line, id) => {
    expect(await answers([ping('before'), line, ping('after')], SHORTEST)).toEqual([
      { jsonrpc: '2.0', id, error: REFUSED },
      { jsonrpc: '2.0', id: 'before', result: {} },
      { jsonrpc: '2.0', id: 'after', result: {} },
    ]);
  });

  it('fails what waited for it, where it is an answer', async () => {
    const asks = defineTool({
      name: 'asks',
      execute: (_args, run: RunContext<CallingClient>) => run.state.elicit({ mode: 'form', message: 'Who?' }),
    });
    const [input, output] = [new PassThrough(), new PassThrough()];
    const server = await serveMcp([asks], {
      stdio: { input, output },
      context: ({ client }) => ({ state: client }),
      ...SHORTEST,
    });
    const said = createInterface({ input: output })[Symbol.asyncIterator]();
    const next = async (): Promise<unknown> => JSON.parse(String((await said.next()).value));
    const send = (message: object): boolean =>
      input.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
    const clientInfo = { name: 'test', version: '1' };
    const capabilities = { elicitation: { form: {} } };
    send({
      id: 1,
      method: 'initialize',
      params: { protocolVersion: '2025-11-25', clientInfo, capabilities },
    });
    await next();
    send({ method: 'notifications/initialized' });
    send({ id: 2, method: 'tools/call', params: { name: 'asks' } });
    const { id } = (await next()) as { id: number };
    send({ id, result: { action: 'accept', content: { name: 'x'.repeat(SHORTEST_BYTES) } } });
    expect(await next()).toEqual({ jsonrpc: '2.0', id: null, error: REFUSED });
    expect(await next()).toMatchObject({
      id: 2,
      result: { isError: true, content: [{ text: expect.stringContaining(REFUSED.message) }] },
    });
    await server.close();
  });

  it('is one byte longer than the limit', async () => {
    const lines = [0, 1].map(more => ping(more).padEnd(SHORTEST_BYTES + more));
    expect(await answers(lines, SHORTEST)).toEqual([
      { jsonrpc: '2.0', id: 1, error: REFUSED },
      { jsonrpc: '2.0', id: 0, result: {} },
    ]);
  });

  it('leaves calls in flight to be answered', async () => {
    const waiting = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'wait' } });
    const [refused, called, cancelled] = await answers([waiting, callOf(2, long), callOf(3, '')], SHORTEST);
    expect(refused).toMatchObject({ id: 2, error: REFUSED });
    expect(called).toMatchObject({ id: 3, result: { isError: true } });
    expect(cancelled).toMatchObject({ id: 1, result: { isError: true } });
  });
});

describe('the limit of a message follows the limit of arguments', () => {
  it.each<[string, number, string]>([
    ['text', 20 * MIB, 'é'.repeat(8 * MIB)],
    ['text that JSON writes six times as long', 2 * MIB, '\u0001'.repeat(2 * MIB - 20)],
  ])('over stdio: %s', async (_what, argumentBytes, text) => {
    // Characters of two bytes are cut through.
    const [answer] = await answers([callOf(1, text)], { limits: { argumentBytes } }, 65_535);
    expect(answer).toMatchObject({
      id: 1,
      result: { content: [{ text: `${text.length}` }], isError: false },
    });
  });

  it('over stdio what is too long for arguments only is told to the model', async () => {
    const [answer] = await answers([callOf(1, 'x'.repeat(5 * MIB))]);
    expect(answer).toMatchObject({
      result: {
        isError: true,
        content: [{ text: expect.stringContaining('at most 1048576 bytes of JSON') }],
      },
    });
  });

  describe('over HTTP', () => {
    const servers: RunningServer[] = [];
    afterEach(() => Promise.all(servers.splice(0).map(server => server.close())));

    async function connect(options: RuntimeOptions): Promise<Client> {
      const server = await serveMcp([length], { http: { port: 0 }, ...options });
      servers.push(server);
      const client = new Client({ name: 'test', version: '1.0.0' });
      await client.connect(new StreamableHTTPClientTransport(new URL(server.url)));
      return client;
    }

    it('a call within it arrives', async () => {
      const client = await connect({ limits: { argumentBytes: 10 * MIB } });
      const text = 'x'.repeat(9 * MIB);
      const result = await client.callTool({ name: 'length', arguments: { text } });
      expect(result).toMatchObject({ content: [{ text: `${9 * MIB}` }] });
      await client.close();
    });

    it('a longer one is refused with 413, and the session goes on', async () => {
      const client = await connect(SHORTEST);
      const text = 'x'.repeat(SHORTEST_BYTES);
      await expect(client.callTool({ name: 'length', arguments: { text } })).rejects.toMatchObject({
        code: 413,
        message: expect.stringContaining(`must not exceed ${SHORTEST_BYTES} bytes`),
      });
      expect((await client.listTools()).tools).toHaveLength(1);
      await client.close();
    });
  });
});

describe('a result with much media', () => {
  it('reaches a client over stdio in one piece', async () => {
    const client = new Client({ name: 'test', version: '1.0.0' });
    const args = [cliPath, 'serve', 'test/fixtures/pictures.ts'];
    await client.connect(new StdioClientTransport({ command: process.execPath, args, cwd: repository }));
    const { content, structuredContent } = await client.callTool({ name: 'album' });
    expect((content as { type: string }[]).map(({ type }) => type)).toEqual(['image', 'text', 'text']);
    expect(structuredContent).toEqual({ index: 'x'.repeat(1_000_000) });
    expect((await client.listTools()).tools).toHaveLength(1);
    await client.close();
  });
});

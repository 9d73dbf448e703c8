import { type ChildProcess, spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type CallObservation, createToolRuntime } from 'toolwright';
import { type McpServerConfig, McpTools, type McpToolsOptions } from 'toolwright/mcp';
import { answer, type OnCall, RawServer, refuse } from '../support/raw-http-mcp.js';

const opened: { close(): Promise<unknown> }[] = [];
let raw: RawServer;
beforeEach(async () => {
  raw = await RawServer.start();
});
afterEach(async () => {
  await Promise.all(opened.splice(0).map(each => each.close()));
  await raw.stop();
});

async function open(config: McpServerConfig = {}, options: McpToolsOptions = {}): Promise<McpTools> {
  const mcpServers = {
    raw: { url: raw.url, prefix: false as const, replayClass: { look: 'read_only' as const }, ...config },
  };
  const tools = new McpTools({ mcpServers }, options);
  opened.push(tools);
  return tools.open();
}

const call = (tools: McpTools, name = 'act'): Promise<CallObservation> =>
  createToolRuntime(tools.definitions()).call({ name, arguments: {} });

describe('a call over HTTP', () => {
  it.each<[string, OnCall]>([
    [
      'ended',
      (_message, response) =>
        void response.writeHead(200, { 'content-type': 'text/event-stream' }).end(': hm\n\n'),
    ],
    [
      'dropped',
      (_message, response) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' }).write(': hm\n\n');
        setTimeout(() => response.destroy(), 20);
      },
    ],
    ['never begun', (_message, response) => void response.destroy()],
    [
      'broken off in its JSON',
      (_message, response) => {
        response.writeHead(200, { 'content-type': 'application/json' }).write('{"jsonrpc":"2.0",');
        setTimeout(() => response.destroy(), 20);
      },
    ],
  ])('whose stream was %s before the answer fails at once', async (_how, onCall) => {
    const tools = await open();
    raw.onCall = onCall;
    const begun = performance.now();
    expect((await call(tools)).text).toMatch(
      /connection to the MCP server 'raw' was lost: .*The outcome is unknown/,
    );
    expect(performance.now() - begun).toBeLessThan(5_000);
    expect(raw.calls).toBe(1);
  });

  it.each([
    ['text/html', '<h1>hello</h1>'],
    ['application/json', '{"half":'],
    ['application/json', '"text"'],
    ['application/json', '{"jsonrpc":"2.0","id":4711,"result":{}}'],
    ['application/json', '[]'],
    ['text/event-stream', 'data: {"half":\n\n'],
    ['text/event-stream', 'event: message\ndata: {"jsonrpc":"2.0","id":4711,"result":{}}\n\n'],
  ])('that is answered by something else (%s: %s) fails at once', async (type, body) => {
    const tools = await open();
    raw.onCall = (_message, response) => void response.writeHead(200, { 'content-type': type }).end(body);
    const begun = performance.now();
    const { text, isError } = await call(tools);
    expect(isError).toBe(true);
    expect(text).toMatch(/The outcome is unknown/);
    expect(performance.now() - begun).toBeLessThan(5_000);
    raw.onCall = answer;
    expect((await call(tools)).text).toBe('call 2');
  });

  it('that only reads is made again', async () => {
    const tools = await open();
    raw.onCall = (message, response, count) => {
      if (count === 1) response.destroy();
      else answer(message, response, count);
    };
    expect((await call(tools, 'look')).text).toBe('call 2');
  });

  it.each([
    [429, 'called too often: the server answered 429: no. It did not run; try in 90 s.'],
    [503, 'is not available: the server answered 503: no. It may be there in 90 s.'],
  ])('does not wait longer than a call may take, and says when to try again (%i)', async (status, told) => {
    const tools = await open();
    raw.onCall = refuse(status, { 'retry-after': '90' });
    const begun = performance.now();
    expect((await call(tools, 'look')).text).toContain(told);
    expect(performance.now() - begun).toBeLessThan(5_000);
    expect(raw.calls).toBe(1);
  });

  it('gets a long answer that comes in many small parts', async () => {
    const tools = await open();
    const long = 'x'.repeat(3_000_000);
    raw.onCall = ({ id }, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      const result = { content: [{ type: 'text', text: long }] };
      const event = `data: ${JSON.stringify({ jsonrpc: '2.0', id, result })}\n\n`;
      const send = (at: number): void => {
        if (at >= event.length) return void response.end();
        response.write(event.slice(at, at + 500), () => send(at + 500));
      };
      send(0);
    };
    expect((await call(tools, 'look')).isError).toBe(false);
  });

  it('waits when it was made too often', async () => {
    const tools = await open();
    raw.onCall = (message, response, count) =>
      (count === 1 ? refuse(429, { 'retry-after': '1' }) : answer)(message, response, count);
    const begun = performance.now();
    expect((await call(tools)).text).toBe('call 2');
    expect(performance.now() - begun).toBeGreaterThan(900);
  });

  it.each<[number, RegExp]>([
    [401, /wants to know who calls: the server answered 401: no\. It did not run/],
    [403, /does not allow this call: the server answered 403: no\. It did not run; do not repeat it/],
    [429, /called too often: the server answered 429/],
    [413, /^Tool 'act' failed: the server answered 413: no$/],
    [503, /is not available: the server answered 503: no\. The outcome is unknown/],
  ])('that is refused with %d says what that means', async (status, text) => {
    const tools = await open();
    raw.onCall = refuse(status, { 'retry-after': '0' });
    expect((await call(tools)).text).toMatch(text);
  });

  it.each([
    [
      'application/json',
      '{"jsonrpc":"2.0","error":{"code":-32001,"message":"Send a token."},"id":null}',
      ': Send a token',
    ],
    ['application/json', '{"error":"invalid_token","error_description":"It is too old."}', ': It is too old'],
    ['application/json', '{"error":"invalid_token"}', ': invalid_token'],
    ['application/json', '{"broken', ': \\{"broken'],
    ['text/html', '<h1>Sign in</h1>', ''],
  ])('that is refused with %s %s tells what is said in words', async (type, body, told) => {
    const tools = await open();
    raw.onCall = refuse(401, { 'content-type': type }, body);
    expect((await call(tools)).text).toMatch(new RegExp(`the server answered 401${told}\\. It did not run`));
  });

  it.each([
    [404, 'gone'],
    [400, 'Bad Request: no valid session'],
  ])('whose session is over (%d) begins another, and is made there', async (status, body) => {
    const tools = await open();
    raw.onCall = (message, response, count) =>
      (count === 1 ? refuse(status, {}, body) : answer)(message, response, count);
    expect((await call(tools)).text).toBe('call 2');
    expect(raw.sessions).toBe(2);
  });

  it('finds the server after it was started again', async () => {
    const tools = await open();
    const { port } = raw;
    await raw.stop();
    expect((await call(tools)).text).toMatch(/cannot be reached|is gone|was lost/);
    raw = await RawServer.start(port);
    let { text } = await call(tools);
    for (let waited = 0; text !== 'call 1' && waited < 5_000; waited += 250) {
      await sleep(250);
      ({ text } = await call(tools));
    }
    expect(text).toBe('call 1');
  });
});

it('an address where something else answers is told', async () => {
  raw.gate = (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Welcome</h1>');
    return true;
  };
  const { reports } = await open();
  expect(reports).toEqual([{ server: 'raw', reason: 'it cannot be used: it answered 200 with text/html' }]);
});

describe('several servers', () => {
  it('are opened at the same time', async () => {
    const other = await RawServer.start();
    opened.push({ close: () => other.stop() });
    // Neither lists its tools before the other one is asked for them.
    const asked = new Set<RawServer>();
    let release = (): void => undefined;
    const bothAsked = new Promise<void>(resolve => (release = resolve));
    for (const server of [raw, other])
      server.onList = () => {
        if (asked.add(server).size === 2) release();
        return bothAsked;
      };
    const mcpServers = { one: { url: raw.url }, two: { url: other.url } };
    const tools = new McpTools({ mcpServers });
    opened.push(tools);
    await tools.open();
    expect(tools.reports).toEqual([]);
    expect(tools.definitions().map(({ name }) => name)).toEqual([
      'one_act',
      'one_look',
      'two_act',
      'two_look',
    ]);
  });
});

describe('a session that is over', () => {
  it('is followed by another one also where the call had to connect first', async () => {
    const tools = await open({ idleCloseMs: 50 });
    await call(tools);
    await sleep(200);
    raw.onCall = (message, response, count) => (count === 2 ? refuse(404) : answer)(message, response, count);
    expect((await call(tools)).text).toBe('call 3');
    expect(raw.sessions).toBe(3);
  });
});

describe('headers and tokens', () => {
  it('come from secrets and the environment, and stay secret', async () => {
    process.env['TOOLWRIGHT_TEST_API_KEY'] = 'north-4711';
    const secrets = { CRM_TOKEN: 't0ken-value' };
    const headers = {
      'x-region': '${TOOLWRIGHT_TEST_API_KEY}',
      'x-other': '${TOOLWRIGHT_NONE:-plain}',
      'x-price': '$5',
    };
    const tools = await open({ headers, auth: { bearer: '${CRM_TOKEN}' } }, { secrets });
    expect(raw.posts[0]?.headers).toMatchObject({
      authorization: 'Bearer t0ken-value',
      'x-region': 'north-4711',
      'x-other': 'plain',
      'x-price': '$5',
    });
    raw.onCall = refuse(403, {}, 'the token t0ken-value of north-4711 is bad');
    const { text } = await call(tools);
    expect(text).toContain('the token [secret');
    expect(text).not.toMatch(/t0ken-value|north-4711/);
    delete process.env['TOOLWRIGHT_TEST_API_KEY'];
  });

  it('that are words of ours too spoil no result', async () => {
    const secrets = { WORD: 'text', OTHER: 'content' };
    const tools = await open({ headers: { 'x-a': '${WORD}', 'x-b': '${OTHER}' } }, { secrets });
    const { content } = await call(tools);
    expect(content).toEqual([{ type: 'text', text: 'call 1' }]);
  });

  it('that are refused are reported without the token', async () => {
    raw.gate = (_request, response) => {
      response.writeHead(401).end('bad t0ken-value');
      return true;
    };
    const tools = await open({ auth: { bearer: 't0ken-value' } });
    expect(tools.reports[0]?.reason).toMatch(/401/);
    expect(JSON.stringify(tools.reports)).not.toContain('t0ken-value');
  });
});

describe('the everything server over HTTP', () => {
  let child: ChildProcess | undefined;
  afterEach(() => void child?.kill());

  async function start(kind: 'streamableHttp' | 'sse'): Promise<number> {
    const { port } = raw;
    await raw.stop();
    raw = await RawServer.start();
    const path = resolve('node_modules/@modelcontextprotocol/server-everything/dist/index.js');
    child = spawn(process.execPath, [path, kind], {
      env: { ...process.env, PORT: String(port) },
      stdio: 'ignore',
    });
    for (let waited = 0; waited < 10_000; waited += 100) {
      const isUp = await fetch(`http://127.0.0.1:${port}/`).then(
        () => true,
        () => false,
      );
      if (isUp) return port;
      await sleep(100);
    }
    throw new Error('it did not start');
  }

  async function echo(config: McpServerConfig): Promise<string> {
    const tools = await open({ replayClass: {}, ...config });
    expect(tools.reports).toEqual([]);
    const call = { name: 'echo', arguments: { message: 'hi' } };
    return (await createToolRuntime(tools.definitions()).call(call)).text;
  }

  it('is used by the newer transport, by any of its names', async () => {
    const port = await start('streamableHttp');
    for (const config of [
      {},
      { transport: 'http' as const },
      { transport: 'streamable-http' as const },
      { type: 'streamable-http' as const },
    ]) {
      expect(await echo({ url: `http://127.0.0.1:${port}/mcp`, ...config })).toBe('Echo: hi');
    }
  });

  it('is used by the older one, also where nobody said so', async () => {
    const port = await start('sse');
    for (const config of [{ transport: 'sse' as const }, {}]) {
      expect(await echo({ url: `http://127.0.0.1:${port}/sse`, ...config })).toBe('Echo: hi');
    }
  });
});

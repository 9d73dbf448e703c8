import { createServer, type RequestListener, type Server } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { Hono } from 'hono';
import { defineTool } from 'toolwright';
import { createMcpHandler, type McpCaller, type McpHandler } from 'toolwright/mcp';

interface App {
  use(...handlers: unknown[]): void;
  all(path: string, handler: unknown): void;
}
// Express comes without types.
const express = createRequire(import.meta.url)('express') as {
  (): App & RequestListener;
  json(): unknown;
};

const add = defineTool({
  name: 'add',
  input: { a: 'number', b: 'number' },
  execute: ({ a, b }, run) => {
    run.call.progress({ progress: 1 });
    return a + b;
  },
});

const open: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close();
});

function keep(handler: McpHandler): McpHandler {
  open.push(() => handler.close());
  return handler;
}

async function listen(server: Server): Promise<string> {
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  open.push(
    () =>
      new Promise<void>(resolve => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  );
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
}

async function connect(url: string): Promise<Client> {
  const client = new Client({ name: 'test', version: '1.0.0' });
  await client.connect(new StreamableHTTPClientTransport(new URL(url)));
  open.push(() => client.close());
  return client;
}

async function addOver(client: Client): Promise<unknown> {
  return client.callTool({ name: 'add', arguments: { a: 2, b: 3 } });
}

const FIVE = { content: [{ type: 'text', text: '5' }] };

describe('an endpoint in an app that exists', () => {
  it('works in Hono', async () => {
    const handler = keep(createMcpHandler([add], { name: 'desk' }));
    const app = new Hono();
    app.get('/other', context => context.text('here'));
    app.all('/mcp', context => handler.fetch(context.req.raw));
    const server = createAdaptorServer({ fetch: app.fetch }) as Server;
    const url = await listen(server);
    const client = await connect(url);
    expect(client.getServerVersion()).toMatchObject({ name: 'desk' });
    expect(await addOver(client)).toMatchObject(FIVE);
    expect(await (await fetch(url.replace('/mcp', '/other'))).text()).toBe('here');
  });

  it.each([
    ['without a body parser', false, 'all'],
    ['behind a body parser', true, 'all'],
    ['mounted with use()', false, 'use'],
  ] as const)('works in Express %s', async (_case, parses, how) => {
    const handler = keep(createMcpHandler([add]));
    const app = express();
    if (parses) app.use(express.json());
    if (how === 'all') app.all('/mcp', handler.node);
    else app.use('/mcp', handler.node);
    const client = await connect(await listen(createServer(app)));
    expect(await addOver(client)).toMatchObject(FIVE);
  });

  it('works in node:http, and leaves the Request of the program alone', async () => {
    const before = [globalThis.Request, globalThis.Response];
    const handler = keep(createMcpHandler([add]));
    const client = await connect(
      await listen(createServer((request, response) => void handler.node(request, response))),
    );
    expect(await addOver(client)).toMatchObject(FIVE);
    expect([globalThis.Request, globalThis.Response]).toEqual(before);
  });

  it('serves other tools when told so', async () => {
    const handler = keep(createMcpHandler([add]));
    const client = await connect(
      await listen(createServer((request, response) => void handler.node(request, response))),
    );
    handler.replace([add.with({ name: 'sum' })]);
    expect((await client.listTools()).tools).toMatchObject([{ name: 'sum' }]);
  });

  it('answers 503 once it is closed', async () => {
    const handler = createMcpHandler([add]);
    await handler.close();
    expect((await post(handler)).status).toBe(503);
  });

  it('lets in this machine only, unless it is told who else', async () => {
    const local = keep(createMcpHandler([add]));
    expect((await post(local, 'http://tools.example/mcp')).status).toBe(403);
    const named = keep(createMcpHandler([add], { http: { allowedHosts: ['tools.example'] } }));
    expect((await post(named, 'http://tools.example/mcp')).status).toBe(200);
    const known = keep(createMcpHandler([add], { http: { auth: () => 'somebody' } }));
    expect((await post(known, 'http://tools.example/mcp')).status).toBe(200);
  });

  it('refuses strangers also where the program has replaced the global Response', async () => {
    const original = globalThis.Response;
    globalThis.Response = class extends original {};
    try {
      const handler = keep(createMcpHandler([add], { http: { auth: () => undefined } }));
      expect((await post(handler)).status).toBe(401);
    } finally {
      globalThis.Response = original;
    }
  });

  it.each([
    [{ stateles: true }, "'stateles' is not an option"],
    [{ stateless: true, idleMs: 5 }, 'there are no sessions'],
    [{ rateLimit: { requests: 0 } }, 'rateLimit is'],
    [{ port: 80 }, "'port' is not an option"],
  ])('is refused with options that cannot be meant: %j', (http, text) => {
    expect(() => createMcpHandler([add], { http: http as never })).toThrow(text);
  });
});

const INITIALIZE = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'raw', version: '1' } },
};

const call = (name: string, args = {}): unknown => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name, arguments: args },
});

function post(
  handler: McpHandler,
  url = 'http://localhost/mcp',
  { body = INITIALIZE, signal }: { body?: unknown; signal?: AbortSignal } = {},
): Promise<Response> {
  return handler.fetch(
    new Request(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
      body: JSON.stringify(body),
      ...(signal === undefined ? {} : { signal }),
    }),
  );
}

describe('without sessions', () => {
  it('any process answers any request', async () => {
    const processes = [0, 1].map(() => keep(createMcpHandler([add], { http: { stateless: true } })));
    let turn = 0;
    const url = await listen(
      createServer((request, response) => void processes[turn++ % 2]!.node(request, response)),
    );
    const client = await connect(url);
    const seen: unknown[] = [];
    for (let index = 0; index < 4; index++) {
      const answer = await client.callTool({ name: 'add', arguments: { a: 2, b: 3 } }, undefined, {
        onprogress: update => seen.push(update),
      });
      expect(answer).toMatchObject(FIVE);
    }
    expect(seen).toHaveLength(4);
    expect((await client.listTools()).tools).toHaveLength(1);
  });

  it('there is nothing to listen to or to end', async () => {
    const handler = keep(createMcpHandler([add], { http: { stateless: true } }));
    for (const method of ['GET', 'DELETE']) {
      const answer = await handler.fetch(new Request('http://localhost/mcp', { method }));
      expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'POST']);
    }
  });

  it('a client that goes away cancels its call', async () => {
    let began: (() => void) | undefined;
    const beginning = new Promise<void>(resolve => (began = resolve));
    let stopped: (() => void) | undefined;
    const stopping = new Promise<void>(resolve => (stopped = resolve));
    const slow = defineTool({
      name: 'slow',
      execute: async (_args, run) => {
        began?.();
        await new Promise(resolve => run.call.signal.addEventListener('abort', resolve));
        stopped?.();
      },
    });
    const handler = keep(createMcpHandler([slow], { http: { stateless: true } }));
    const url = await listen(createServer((request, response) => void handler.node(request, response)));
    const leaving = new AbortController();
    const answer = fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
      body: JSON.stringify(call('slow')),
      signal: leaving.signal,
    }).then(response => response.text());
    await beginning;
    leaving.abort();
    await expect(answer).rejects.toThrow();
    await stopping;
  });

  it('tools see that nobody can be asked', async () => {
    const callers: McpCaller[] = [];
    const handler = keep(
      createMcpHandler([add], {
        http: { stateless: true },
        context: caller => {
          callers.push(caller);
          return {};
        },
      }),
    );
    const answer = await post(handler, undefined, { body: call('add', { a: 1, b: 1 }) });
    expect(await answer.text()).toContain('"text":"2"');
    expect(callers[0]!.sessionId).toBeUndefined();
    expect(callers[0]!.client.abilities.elicitsForm).toBe(false);
  });
});

describe('how often a caller may send', () => {
  it('is limited by who it is, and it is told when to come back', async () => {
    let now = 0;
    const clock = { now: () => now, monotonicMs: () => now, schedule: () => () => undefined };
    const handler = keep(
      createMcpHandler([add], {
        clock,
        http: {
          stateless: true,
          rateLimit: { requests: 2, perMs: 10_000 },
          auth: ({ headers }) => headers['authorization'],
        },
      }),
    );
    const send = async (authorization: string): Promise<[number, string | null]> => {
      const { status, headers } = await handler.fetch(
        new Request('http://localhost/mcp', { method: 'GET', headers: { authorization } }),
      );
      return [status, headers.get('retry-after')];
    };
    expect([await send('a'), await send('a'), await send('a'), await send('b')]).toEqual([
      [405, null],
      [405, null],
      [429, '5'],
      [405, null],
    ]);
    now = 5_000;
    expect([await send('a'), await send('a')]).toEqual([
      [405, null],
      [429, '5'],
    ]);
  });

  it('is limited by address where nobody says who it is, also for those who are refused', async () => {
    const clock = { now: () => 0, monotonicMs: () => 0, schedule: () => () => undefined };
    const handler = keep(
      createMcpHandler([add], { clock, http: { auth: () => undefined, rateLimit: { requests: 1 } } }),
    );
    const send = async (address: string): Promise<number> =>
      (await handler.fetch(new Request('http://localhost/mcp'), address)).status;
    expect([await send('10.0.0.1'), await send('10.0.0.1'), await send('10.0.0.2')]).toEqual([401, 429, 401]);
  });
});

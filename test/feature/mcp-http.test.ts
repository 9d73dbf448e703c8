import { once } from 'node:events';
import { request } from 'node:http';
import { createConnection } from 'node:net';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { defineTool, RunContext, silentLogger, Tool, ToolSet } from 'toolwright';
import { type HttpCredentials, type RunningServer, serveMcp } from 'toolwright/mcp';
import { container as rootContainer } from 'tsyringe';
import { FakeClock } from '../support/fake-clock.js';

class Tenants {
  @Tool('Give the tenant of the caller.')
  whoAmI(run: RunContext<string>): string {
    return run.state;
  }
}

const slow = defineTool({
  name: 'slow',
  execute: async (_args, run) => {
    run.call.progress({ progress: 1 });
    await new Promise(resolve => run.call.signal.addEventListener('abort', resolve));
    return 'aborted';
  },
});

async function connect(
  url: string,
  headers: Record<string, string> = {},
): Promise<{ client: Client; transport: StreamableHTTPClientTransport }> {
  const client = new Client({ name: 'test', version: '1.0.0' });
  const transport = new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } });
  // The SDK's own class does not fit its own interface under exactOptionalPropertyTypes.
  await client.connect(transport);
  return { client, transport };
}

/** The status of a POST with the given headers; fetch would not let a test set Host. */
function post(url: string, headers: Record<string, string>): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const sent = request(
      url,
      { method: 'POST', headers: { 'content-type': 'application/json', ...headers } },
      answer => {
        answer.resume();
        resolve(answer.statusCode);
      },
    );
    sent.once('error', reject);
    sent.end('{}');
  });
}

describe('serving over Streamable HTTP', () => {
  let server: RunningServer;
  beforeAll(async () => {
    server = await serveMcp([Tenants, slow], {
      http: { port: 0, maxSessions: 2 },
      name: 'desk',
      version: '3.2.1',
      instructions: 'Ask who you are first.',
      context: ({ transport, headers }) => ({
        state: `${headers?.['x-tenant'] ?? 'nobody'} over ${transport}`,
      }),
    });
  });
  afterAll(() => server.close());

  it('listens on a free port of this machine and says where', () => {
    expect(server.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/mcp$/);
  });

  it('says who it is and how to use it', async () => {
    const { client } = await connect(server.url!);
    expect(client.getServerVersion()).toEqual({ name: 'desk', version: '3.2.1' });
    expect(client.getInstructions()).toBe('Ask who you are first.');
    await client.close();
  });

  it("gives each call's run the state of its caller", async () => {
    const acme = await connect(server.url!, { 'X-Tenant': 'acme' });
    const other = await connect(server.url!, { 'X-Tenant': 'other' });
    const answers = await Promise.all(
      [acme, other].map(({ client }) => client.callTool({ name: 'who_am_i' })),
    );
    expect(answers.map(answer => (answer.content as { text: string }[])[0]!.text)).toEqual([
      'acme over http',
      'other over http',
    ]);
    await Promise.all([acme.client.close(), other.client.close()]);
  });

  it('sends progress and stops a tool when its client cancels', async () => {
    const { client } = await connect(server.url!);
    const cancellation = new AbortController();
    const pending = client.callTool({ name: 'slow' }, undefined, {
      signal: cancellation.signal,
      onprogress: () => cancellation.abort(),
    });
    await expect(pending).rejects.toThrow();
    await client.close();
  });

  it('answers 404 for a session it does not know, so that the client begins a new one', async () => {
    expect(
      await post(server.url!, { 'mcp-session-id': 'gone', accept: 'application/json, text/event-stream' }),
    ).toBe(404);
  });

  it('makes room for a new session by ending the longest idle one', async () => {
    const first = await connect(server.url!);
    const second = await connect(server.url!);
    const third = await connect(server.url!);
    await expect(first.client.listTools()).rejects.toMatchObject({ code: 404 });
    expect((await third.client.listTools()).tools).toHaveLength(2);
    await Promise.all([first, second, third].map(({ client }) => client.close()));
  });

  it('ends no session for a request that opens none', async () => {
    const [first, second] = [await connect(server.url!), await connect(server.url!)];
    const headers = { accept: 'application/json, text/event-stream' };
    expect(await post(server.url!, headers)).toBe(400);
    expect((await first.client.listTools()).tools).toHaveLength(2);
    await Promise.all([first, second].map(({ client }) => client.close()));
  });

  it('ends a session that the client deletes', async () => {
    const { client, transport } = await connect(server.url!);
    const { sessionId } = transport;
    await transport.terminateSession();
    expect(await post(server.url!, { 'mcp-session-id': sessionId! })).toBe(404);
    await client.close();
  });

  it.each([
    ['a foreign Host', { host: 'evil.example' }, 403],
    ['a foreign Origin', { origin: 'http://evil.example' }, 403],
    ['an Origin that is no URL', { origin: 'null' }, 403],
    ['its own names', { host: 'localhost', origin: 'http://127.0.0.1:1' }, 406],
  ])('checks Host and Origin: %s', async (_case, headers, status) => {
    expect(await post(server.url!, headers)).toBe(status);
  });

  it('answers other paths with 404', async () => {
    expect((await fetch(server.url!.replace('/mcp', '/other'))).status).toBe(404);
  });
});

describe('who may call', () => {
  const auth = ({ headers }: HttpCredentials): unknown => {
    if (headers['authorization'] === 'Bearer broken') throw new Error('no key service');
    return headers['authorization'] === 'Bearer acme-key' ? 'acme' : undefined;
  };

  it('is asked for every request, and is what the context function gets', async () => {
    const server = await serveMcp([Tenants], {
      http: { port: 0, auth },
      context: ({ principal }) => ({ state: principal }),
    });
    const { client } = await connect(server.url, { authorization: 'Bearer acme-key' });
    expect(await client.callTool({ name: 'who_am_i' })).toMatchObject({ content: [{ text: 'acme' }] });
    for (const authorization of ['Bearer other', 'Bearer broken', '']) {
      const refused = await fetch(server.url, { method: 'POST', headers: { authorization } });
      expect(refused.status).toBe(401);
      expect(refused.headers.get('www-authenticate')).toBe('Bearer');
    }
    await client.close();
    await server.close();
  });

  it('is bound to the session: nobody else can use, cancel or end it', async () => {
    const names = new Map([
      ['Bearer a', { user: 'a' }],
      ['Bearer b', { user: 'b' }],
    ]);
    const server = await serveMcp([Tenants], {
      http: { port: 0, auth: ({ headers }) => ({ ...names.get(headers['authorization'] ?? '') }) },
    });
    const { client, transport } = await connect(server.url, { authorization: 'Bearer a' });
    const stolen = { 'mcp-session-id': transport.sessionId!, authorization: 'Bearer b' };
    expect((await fetch(server.url, { method: 'DELETE', headers: stolen })).status).toBe(404);
    expect((await client.listTools()).tools).toHaveLength(1);
    await client.close();
    await server.close();
  });

  it.each(['', 0, false, null, undefined])('is nobody when auth gives %p', async given => {
    const server = await serveMcp([slow], { http: { port: 0, auth: () => given } });
    expect((await fetch(server.url, { method: 'POST' })).status).toBe(401);
    await server.close();
  });

  it('is decided by host names that were stated', async () => {
    const server = await serveMcp([slow], { http: { port: 0, allowedHosts: ['tools.example'] } });
    expect(await post(server.url, { host: 'tools.example' })).toBe(406);
    expect(await post(server.url, { host: 'localhost' })).toBe(403);
    await server.close();
  });
});

describe('sessions', () => {
  it('are dropped once they were idle for too long', async () => {
    const clock = new FakeClock();
    const server = await serveMcp([slow], { http: { port: 0, idleMs: 1_000 }, clock });
    const old = await connect(server.url);
    // The client opens its listening stream after connect() has resolved.
    await new Promise(resolve => setTimeout(resolve, 100));
    await clock.advance(1_001);
    const fresh = await connect(server.url);
    await expect(old.client.listTools()).rejects.toMatchObject({ code: 404 });
    await Promise.all([old.client.close(), fresh.client.close()]);
    await server.close();
  });
});

describe('a session with a call at work', () => {
  it('is not idle, and the last to make room', async () => {
    const clock = new FakeClock();
    const server = await serveMcp([slow], { http: { port: 0, idleMs: 1_000, maxSessions: 2 }, clock });
    const busy = await connect(server.url);
    const cancellation = new AbortController();
    const atWork = new Promise(resolve => {
      busy.client
        .callTool({ name: 'slow' }, undefined, { signal: cancellation.signal, onprogress: resolve })
        .catch(() => undefined);
    });
    await atWork;
    await clock.advance(1_001);
    const other = await connect(server.url);
    const third = await connect(server.url);
    await expect(other.client.listTools()).rejects.toMatchObject({ code: 404 });
    expect((await busy.client.listTools()).tools).toHaveLength(1);
    cancellation.abort();
    await Promise.all([busy, other, third].map(({ client }) => client.close()));
    await server.close();
  });
});

describe('what a client is told', () => {
  it('includes titles of the server and its tools', async () => {
    const titled = defineTool({ name: 'hi', title: 'Say hi', execute: () => 'hi' });
    const server = await serveMcp([titled], { http: { port: 0 }, title: 'The desk' });
    const { client } = await connect(server.url);
    expect(client.getServerVersion()).toMatchObject({ title: 'The desk' });
    expect((await client.listTools()).tools).toMatchObject([{ name: 'hi', title: 'Say hi' }]);
    await client.close();
    await server.close();
  });

  it('leaves out progress that JSON cannot hold', async () => {
    const counting = defineTool({
      name: 'count',
      execute: (_args, run) => {
        for (const progress of [Number.NaN, 1, Infinity, 2]) run.call.progress({ progress, total: Infinity });
        return 'counted';
      },
    });
    const server = await serveMcp([counting], { http: { port: 0 } });
    const { client } = await connect(server.url);
    const seen: unknown[] = [];
    await client.callTool({ name: 'count' }, undefined, { onprogress: update => seen.push(update) });
    expect(seen).toEqual([{ progress: 1 }, { progress: 2 }]);
    await client.close();
    await server.close();
  });
});

describe('what the context function gives', () => {
  it('reaches the run: conversation and container', async () => {
    class Greeting {
      constructor(readonly text: string) {}
    }
    @ToolSet()
    class Greeter {
      constructor(private readonly greeting: Greeting) {}

      @Tool()
      greet(run: RunContext): string {
        return `${this.greeting.text} in ${String(run.conversationId)}`;
      }
    }
    const shared = rootContainer.createChildContainer();
    shared.registerInstance(Greeting, new Greeting('shared'));
    const own = rootContainer.createChildContainer();
    own.registerInstance(Greeting, new Greeting('own'));
    const server = await serveMcp([Greeter], {
      http: { port: 0 },
      container: shared,
      context: () => ({ conversationId: 'c-7', container: own }),
    });
    const { client } = await connect(server.url);
    expect(await client.callTool({ name: 'greet' })).toMatchObject({ content: [{ text: 'own in c-7' }] });
    await client.close();
    await server.close();
  });
});

describe('a context function that fails', () => {
  it('refuses the call, and people are told', async () => {
    const lines: unknown[][] = [];
    const server = await serveMcp([slow], {
      http: { port: 0 },
      context: () => {
        throw new Error('no tenant service');
      },
      logger: { ...silentLogger, error: (...line) => void lines.push(line) },
    });
    const { client } = await connect(server.url);
    expect(await client.callTool({ name: 'slow' })).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining('could not tell who is calling') }],
    });
    expect(lines).toEqual([[expect.any(String), { transport: 'http', reason: 'no tenant service' }]]);
    await client.close();
    await server.close();
  });
});

describe('starting', () => {
  it.each([
    [{ port: 0, autth: () => 'x' }, "'autth' is not an option. Fix: write 'auth'."],
    [{ port: '80' }, 'port is a string. Fix: give a whole number from 0 to 65535.'],
    [{ port: 0, path: 'mcp' }, 'path is a string'],
    [{ port: 0, maxSessions: 0 }, 'maxSessions is 0'],
    [
      { port: 0, allowedHosts: ['localhost', 'tools.example:80'] },
      'allowedHosts holds something else: item 2',
    ],
    [
      { port: 0, allowedHosts: ['https://tools.example'] },
      'Fix: give a list of host names without scheme and port',
    ],
    [{}, 'port is missing.'],
    [null, 'it is no object.'],
  ])('is refused with options that cannot be meant: %j', async (http, text) => {
    await expect(serveMcp([slow], { http: http as never })).rejects.toThrow(text);
  });

  it('closes executors when the port is taken', async () => {
    let closed = 0;
    const closing = slow.with({
      binding: {
        ...slow.binding!,
        close: () => {
          closed++;
        },
      },
    });
    const first = await serveMcp([slow], { http: { port: 0 } });
    await expect(serveMcp([closing], { http: { port: Number(new URL(first.url).port) } })).rejects.toThrow();
    expect(closed).toBe(1);
    await first.close();
  });

  it('is refused when a tool cannot be built', async () => {
    @ToolSet()
    class Unbuildable {
      constructor(readonly dsn: string) {}

      @Tool()
      query(): string {
        return this.dsn;
      }
    }
    await expect(serveMcp([Unbuildable], { http: { port: 0 } })).rejects.toMatchObject({
      fault: expect.any(String),
    });
  });
});

describe('closing', () => {
  it('answers calls in flight as cancelled and then frees the port', async () => {
    const server = await serveMcp([slow], { http: { port: 0, path: '/tools' } });
    const { client } = await connect(server.url);
    let answer: Promise<unknown> | undefined;
    await new Promise<void>(resolve => {
      answer = client.callTool({ name: 'slow' }, undefined, { onprogress: () => resolve() });
    });
    await server.close();
    await expect(answer).resolves.toMatchObject({ isError: true });
    await client.close();
    expect(server.url).toMatch(/\/tools$/);
    await expect(fetch(server.url)).rejects.toThrow();
  });

  it('waits for no connection on which nothing is being answered', async () => {
    // Its clock stands still, so nothing but the end of its connections can end the server.
    const server = await serveMcp([slow], { http: { port: 0 }, clock: new FakeClock() });
    const reserved = createConnection({ port: Number(new URL(server.url).port), host: '127.0.0.1' });
    await once(reserved, 'connect');
    const { client } = await connect(server.url);
    await client.listTools();
    await Promise.all([server.close(), once(reserved, 'close')]);
    await client.close();
  });

  it('rejects when the port is taken', async () => {
    const first = await serveMcp([slow], { http: { port: 0 } });
    const port = Number(new URL(first.url).port);
    await expect(serveMcp([slow], { http: { port } })).rejects.toMatchObject({ code: 'EADDRINUSE' });
    await first.close();
  });
});

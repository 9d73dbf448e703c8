import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type CallObservation, createToolRuntime } from 'toolwright';
import {
  fileTokenStore,
  type McpServerConfig,
  McpTools,
  type McpToolsOptions,
  type TokenStore,
} from 'toolwright/mcp';
import { OAuthServer } from '../support/oauth-server.js';
import { answer, RawServer, refuse } from '../support/raw-http-mcp.js';

let raw: RawServer;
let authorities: OAuthServer;
let folder: string;
const opened: McpTools[] = [];

beforeEach(async () => {
  [raw, authorities] = await Promise.all([RawServer.start(), OAuthServer.start()]);
  folder = await mkdtemp(join(tmpdir(), 'tokens-'));
  raw.gate = (request, response) => {
    const { pathname } = new URL(request.url ?? '/', raw.url);
    if (pathname.startsWith('/.well-known/oauth-protected-resource')) {
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify({ resource: raw.url, authorization_servers: [authorities.url] }));
      return true;
    }
    const token = request.headers.authorization?.replace('Bearer ', '') ?? '';
    if (authorities.tokens.has(token)) return false;
    const metadata = new URL('/.well-known/oauth-protected-resource/mcp', raw.url).href;
    response
      .writeHead(401, { 'www-authenticate': `Bearer resource_metadata="${metadata}"` })
      .end(`not good: ${token}`);
    return true;
  };
});
afterEach(async () => {
  await Promise.all(opened.splice(0).map(each => each.close()));
  await Promise.all([raw.stop(), authorities.stop(), rm(folder, { recursive: true })]);
});

async function open(
  auth: McpServerConfig['auth'],
  options: McpToolsOptions = {},
  config: McpServerConfig = {},
): Promise<McpTools> {
  const given = auth === undefined ? {} : { auth };
  const tools = new McpTools(
    { mcpServers: { raw: { url: raw.url, prefix: false, ...given, ...config } } },
    options,
  );
  opened.push(tools);
  return tools.open();
}

const call = (tools: McpTools): Promise<CallObservation> =>
  createToolRuntime(tools.definitions()).call({ name: 'act', arguments: {} });

/** A person whose browser follows where it is sent. */
const browse = async ({ url }: { readonly url: string }): Promise<undefined> => {
  await fetch(url);
  return undefined;
};
const person = { oauth: { grant: 'authorization_code' as const } };

describe('a program with a secret of its own', () => {
  const program = {
    oauth: { grant: 'client_credentials' as const, clientId: 'robot', clientSecret: '${ROBOT_SECRET}' },
  };
  const options = { secrets: { ROBOT_SECRET: 's3cret-of-robot' } };
  beforeEach(() =>
    authorities.clients.set('robot', { id: 'robot', secret: 's3cret-of-robot', redirectUris: [] }),
  );

  it('is let in, and again once its token is no good', async () => {
    const tools = await open(program, options);
    expect(tools.reports).toEqual([]);
    expect((await call(tools)).text).toBe('call 1');
    authorities.tokens.clear();
    expect((await call(tools)).text).toBe('call 2');
    expect(authorities.requests.map(each => each.get('grant_type'))).toEqual([
      'client_credentials',
      'client_credentials',
    ]);
  });

  it('shares its connection with nobody who is let in as somebody else', async () => {
    authorities.clients.set('other', { id: 'other', secret: 's3cret-of-other', redirectUris: [] });
    const shared = { oauth: { ...program.oauth, clientId: '${CRM_ID}' } };
    await open(shared, { secrets: { CRM_ID: 'robot', ROBOT_SECRET: 's3cret-of-robot' } });
    await open(shared, { secrets: { CRM_ID: 'other', ROBOT_SECRET: 's3cret-of-other' } });
    expect(authorities.requests).toHaveLength(2);
    expect(raw.sessions).toBe(2);
  });

  it('asks for the scope that it was given', async () => {
    await open({ oauth: { ...program.oauth, scope: 'crm:read' } }, options);
    expect(authorities.requests[0]?.get('scope')).toBe('crm:read');
  });

  it('keeps its secret from an authorisation server that it is not for', async () => {
    const tools = await open({ oauth: { ...program.oauth, issuer: 'https://elsewhere.example' } }, options);
    expect(tools.reports[0]?.reason).toMatch(/elsewhere\.example/);
    expect(authorities.requests).toEqual([]);
  });

  it('tells neither secret nor token when it is refused', async () => {
    const tools = await open(program, options);
    raw.onCall = (message, response, count) =>
      refuse(403, {}, `no: ${[...authorities.tokens].join()}`)(message, response, count);
    const { text } = await call(tools);
    expect(text).toContain('[secret accessToken]');
    expect(text).not.toMatch(/token-|s3cret/);
    authorities.clients.clear();
    const others = await open(program, { ...options, tokens: fileTokenStore(folder) });
    expect(others.reports[0]?.reason).toMatch(/invalid_client|Invalid client|cannot be used/);
    expect(JSON.stringify(others.reports)).not.toContain('s3cret');
  });

  it('has tokens masked in results, so that no journal has them', async () => {
    const events: unknown[] = [];
    const tools = await open(program, options);
    raw.onCall = ({ id }, response) => {
      const text = `you are ${[...authorities.tokens].join()}`;
      const body = { jsonrpc: '2.0', id, result: { content: [{ type: 'text', text }] } };
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    };
    const runtime = createToolRuntime(tools.definitions(), {
      journal: { write: event => void events.push(event) },
    });
    expect((await runtime.call({ name: 'act' })).text).toBe('you are [secret accessToken]');
    expect(events.length).toBeGreaterThan(1);
    expect(JSON.stringify(events)).not.toContain('token-');
  });
});

describe('people', () => {
  it('who sign in on the same page have connections of their own', async () => {
    let pages = 0;
    const signIn = (page: { readonly url: string }): Promise<undefined> => {
      pages++;
      return browse(page);
    };
    await open(person, { signIn });
    await open(person, { signIn });
    expect([pages, raw.sessions]).toEqual([2, 2]);
  });

  it('are not signed in, or disturbed, by others that knock at their port', async () => {
    const tools = await open(person, {
      signIn: async ({ url }) => {
        const back = new URL(new URL(url).searchParams.get('redirect_uri') ?? '');
        for (const path of ['//', `${back.pathname}?code=x&state=other`, '/favicon.ico'])
          await new Promise<void>(resolve => {
            const socket = connect(Number(back.port), '127.0.0.1', () =>
              socket.end(`GET ${path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`),
            );
            socket.on('close', () => resolve()).resume();
          });
        return browse({ url });
      },
    });
    expect(tools.reports).toEqual([]);
    expect((await call(tools)).text).toBe('call 1');
  });
});

describe('a person', () => {
  it('signs in once: a code with PKCE, then refreshed tokens', async () => {
    const pages: string[] = [];
    const tools = await open(person, {
      signIn: page => {
        pages.push(page.url);
        return browse(page);
      },
    });
    expect(tools.reports).toEqual([]);
    expect((await call(tools)).text).toBe('call 1');
    authorities.tokens.clear();
    expect((await call(tools)).text).toBe('call 2');
    expect(pages).toHaveLength(1);
    const asked = new URL(pages[0] ?? '').searchParams;
    expect(asked.get('code_challenge_method')).toBe('S256');
    expect(asked.get('resource')).toBe(raw.url);
    expect(authorities.requests.map(each => each.get('grant_type'))).toEqual([
      'authorization_code',
      'refresh_token',
    ]);
  });

  it('has tokens renewed once for all calls that need them', async () => {
    const tools = await open(person, { signIn: browse });
    authorities.tokens.clear();
    const answers = await Promise.all(Array.from({ length: 5 }, () => call(tools)));
    expect(answers.map(({ text }) => text.slice(0, 4))).toEqual(['call', 'call', 'call', 'call', 'call']);
    expect(authorities.requests.map(each => each.get('grant_type'))).toEqual([
      'authorization_code',
      'refresh_token',
    ]);
  });

  it('signs in again in the middle of a call, which then goes on', async () => {
    let count = 0;
    const tools = await open(person, {
      signIn: page => {
        count++;
        return browse(page);
      },
    });
    authorities.tokens.clear();
    authorities.refreshTokens.clear();
    expect((await call(tools)).text).toBe('call 1');
    expect(count).toBe(2);
  });

  it('may take longer for that than the server for an answer', async () => {
    let count = 0;
    const tools = await open(
      person,
      { signIn: page => (count++ === 0 ? browse(page) : sleep(1_500).then(() => browse(page))) },
      { timeoutMs: 700 },
    );
    authorities.tokens.clear();
    authorities.refreshTokens.clear();
    expect((await call(tools)).text).toBe('call 1');
    expect(count).toBe(2);
  });

  it('may be followed by whoever opens the page, where the browser comes back elsewhere', async () => {
    const redirectUrl = 'https://app.example/signed-in';
    const tools = await open(
      { oauth: { ...person.oauth, redirectUrl } },
      {
        signIn: async ({ url }) => {
          const { headers } = await fetch(url, { redirect: 'manual' });
          return headers.get('location') ?? undefined;
        },
      },
    );
    expect(tools.reports).toEqual([]);
    expect((await call(tools)).text).toBe('call 1');
  });

  it.each<[string, McpToolsOptions['signIn'], RegExp]>([
    ['refuses', browse, /signing in was refused: access_denied/],
    ['cannot be shown a page', () => Promise.reject(new Error('no browser')), /no browser/],
    [
      'comes back with the answer to something else',
      () => Promise.resolve('http://127.0.0.1/callback?code=x&state=other'),
      /belongs to another request/,
    ],
  ])('who %s leaves the server unused', async (_what, signIn, reason) => {
    authorities.refusal = 'access_denied';
    const tools = await open(person, signIn === undefined ? {} : { signIn });
    expect(tools.reports[0]?.reason).toMatch(reason);
    expect(tools.definitions()).toEqual([]);
  });

  it('is needed: without signIn that is a mistake of the configuration', async () => {
    const tools = new McpTools({ mcpServers: { raw: { url: raw.url, auth: person } } });
    await expect(tools.open()).rejects.toThrow(/a person has to sign in, and nobody shows the page/);
  });

  it('does not sign in again in another process that has the files', async () => {
    const tokens = (): TokenStore => fileTokenStore(folder);
    let pages = 0;
    const signIn = (page: { readonly url: string }): Promise<undefined> => {
      pages++;
      return browse(page);
    };
    await open(person, { signIn, tokens: tokens() });
    const again = await open(person, { signIn, tokens: tokens() });
    expect((await call(again)).text).toBe('call 1');
    expect(pages).toBe(1);
    const [file = ''] = await readdir(folder);
    expect((await stat(join(folder, file))).mode & 0o077).toBe(0);
    expect(await readFile(join(folder, file), 'utf8')).toContain('refresh-');
  });
});

describe('headers of a configuration', () => {
  it('are not shown to the authorisation server', async () => {
    authorities.clients.set('robot', { id: 'robot', secret: 's3cret', redirectUris: [] });
    const auth = {
      oauth: { grant: 'client_credentials' as const, clientId: 'robot', clientSecret: 's3cret' },
    };
    await open(auth, {}, { headers: { 'x-api-key': 'key-4711' } });
    expect(raw.posts[0]?.headers['x-api-key']).toBe('key-4711');
    expect(authorities.headers.length).toBeGreaterThan(0);
    expect(JSON.stringify(authorities.headers)).not.toContain('key-4711');
  });

  it('do not follow a redirect to another host', async () => {
    const seen: unknown[] = [];
    const other = createServer((request, response) => {
      seen.push(request.headers);
      response.writeHead(404).end();
    });
    await new Promise<void>(ready => other.listen(0, '127.0.0.1', ready));
    const { port } = other.address() as AddressInfo;
    raw.gate = (_request, response) => {
      response.writeHead(307, { location: `http://127.0.0.1:${port}/mcp` }).end();
      return true;
    };
    const tools = await open(undefined, {}, { headers: { 'x-api-key': 'key-4711' } });
    expect(tools.reports).toHaveLength(1);
    expect(seen).toEqual([]);
    await new Promise(done => other.close(done));
  });

  it('are masked where they sound like secrets, written out or not', async () => {
    const tools = await open({ bearer: 'b3arer-value' }, {}, { headers: { 'x-api-key': 'key-4711' } });
    await tools.close();
    raw.gate = () => false;
    raw.onCall = (message, response, count) =>
      count === 1
        ? refuse(403, {}, 'key-4711 and b3arer-value')(message, response, count)
        : answer(message, response, count);
    const other = await open({ bearer: 'b3arer-value' }, {}, { headers: { 'x-api-key': 'key-4711' } });
    expect(tools.reports).toHaveLength(1);
    expect(JSON.stringify(tools.reports)).not.toContain('b3arer');
    const { text } = await call(other);
    expect(text).toContain('[secret x-api-key]');
    expect(text).not.toMatch(/key-4711|b3arer/);
  });
});

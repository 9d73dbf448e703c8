import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { defineTool, silentLogger } from 'toolwright';
import { createMcpHandler, type McpHandler, type OAuthPrincipal, type OAuthResource } from 'toolwright/mcp';

const RESOURCE = 'https://tools.example/mcp';
const METADATA = 'https://tools.example/.well-known/oauth-protected-resource/mcp';

const who = defineTool({
  name: 'who_am_i',
  execute: (_args, run) => {
    const { subject, clientId, scopes } = run.state as OAuthPrincipal;
    return JSON.stringify({ subject, clientId, scopes });
  },
});
const cancel = defineTool({ name: 'cancel_order', execute: () => 'cancelled' });

type Keys = Awaited<ReturnType<typeof generateKeyPair>>;

/** An authorisation server: metadata and keys over HTTP. */
async function startIssuer(
  path: string,
): Promise<{ issuer: string; keys: Keys; asked: string[]; close(): Promise<void> }> {
  const keys = await generateKeyPair('ES256');
  const jwk = { ...(await exportJWK(keys.publicKey)), kid: 'k1', alg: 'ES256' };
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url!);
    if (request.url === '/keys') response.end(JSON.stringify({ keys: [jwk] }));
    else if (request.url === path) response.end(JSON.stringify({ issuer, jwks_uri: `${issuer}/keys` }));
    else response.writeHead(404).end();
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    ...{ issuer, keys, asked },
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

describe('access tokens', () => {
  let server: Awaited<ReturnType<typeof startIssuer>>;
  const handlers: McpHandler[] = [];
  beforeAll(async () => {
    server = await startIssuer('/.well-known/oauth-authorization-server');
  });
  afterEach(async () => {
    await Promise.all(handlers.splice(0).map(handler => handler.close()));
  });
  afterAll(() => server.close());

  const open = (options: Partial<OAuthResource> = {}, logger = silentLogger): McpHandler => {
    const handler = createMcpHandler([who, cancel], {
      logger,
      context: ({ principal }) => ({ state: principal }),
      http: { auth: { issuer: server.issuer, resource: RESOURCE, ...options } },
    });
    handlers.push(handler);
    return handler;
  };

  const sign = (
    claims: Record<string, unknown> = {},
    { expires = '5m', key = server.keys.privateKey }: { expires?: string; key?: Keys['privateKey'] } = {},
  ): Promise<string> =>
    new SignJWT({ sub: 'ada', client_id: 'ide', iss: server.issuer, aud: RESOURCE, ...claims })
      .setProtectedHeader({ alg: 'ES256', kid: 'k1' })
      .setIssuedAt()
      .setExpirationTime(expires)
      .sign(key);

  async function send(
    handler: McpHandler,
    token: string | undefined,
    body: unknown = INITIALIZE,
    headers: Record<string, string> = {},
  ): Promise<Response> {
    return handler.fetch(
      new Request(RESOURCE, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
          ...headers,
        },
        body: JSON.stringify(body),
      }),
    );
  }

  async function begin(handler: McpHandler, token: string): Promise<Record<string, string>> {
    const answer = await send(handler, token);
    await answer.text();
    return { 'mcp-session-id': answer.headers.get('mcp-session-id')! };
  }

  it('say who calls: the context function gets it', async () => {
    const handler = open();
    const token = await sign({ scope: 'orders:read orders:write' });
    const answer = await send(handler, token, call('who_am_i'), await begin(handler, token));
    expect(await answer.text()).toContain(
      JSON.stringify(
        JSON.stringify({ subject: 'ada', clientId: 'ide', scopes: ['orders:read', 'orders:write'] }),
      ),
    );
  });

  it('are checked with keys that are fetched once', async () => {
    const handler = open();
    const before = server.asked.length;
    for (let index = 0; index < 3; index++) expect((await send(handler, await sign())).status).toBe(200);
    expect(server.asked.slice(before)).toEqual(['/.well-known/oauth-authorization-server', '/keys']);
  });

  it.each([
    ['another issuer', { iss: 'https://evil.example' }],
    ['another audience', { aud: 'https://other.example' }],
    ['no audience', { aud: undefined }],
    ['nobody', { sub: undefined }],
  ])('of %s do not count', async (_case, claims) => {
    const answer = await send(open(), await sign(claims));
    expect(answer.status).toBe(401);
    expect(answer.headers.get('www-authenticate')).toBe(
      `Bearer error="invalid_token", resource_metadata="${METADATA}"`,
    );
  });

  it('that have expired, carry no end, or were signed by others do not count, and are not repeated', async () => {
    const others = await generateKeyPair('ES256');
    const expired = await sign({}, { expires: '-5m' });
    const forged = await sign({}, { key: others.privateKey });
    const endless = await new SignJWT({ sub: 'ada', iss: server.issuer, aud: RESOURCE })
      .setProtectedHeader({ alg: 'ES256', kid: 'k1' })
      .sign(server.keys.privateKey);
    const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${forged.split('.')[1]!}.`;
    for (const token of [expired, forged, endless, unsigned, 'nonsense']) {
      const answer = await send(open(), token);
      expect(answer.status).toBe(401);
      expect((await answer.text()).includes(token)).toBe(false);
    }
  });

  it('of a clock that is slow count as long as it was allowed', async () => {
    const token = await sign({}, { expires: '-20s' });
    expect((await send(open(), token)).status).toBe(200);
    expect((await send(open({ clockToleranceMs: 1_000 }), token)).status).toBe(401);
  });

  it('signed in another way than allowed do not count', async () => {
    expect((await send(open({ algorithms: ['RS256'] }), await sign())).status).toBe(401);
  });

  it('may be made for another audience that was stated', async () => {
    const token = await sign({ aud: 'api://tools' });
    expect((await send(open({ audience: ['api://other', 'api://tools'] }), token)).status).toBe(200);
  });

  it('may be checked with keys that are at hand, without asking anybody', async () => {
    const jwk = { ...(await exportJWK(server.keys.publicKey)), kid: 'k1', alg: 'ES256' };
    const before = server.asked.length;
    expect((await send(open({ jwks: { keys: [jwk as never] } }), await sign())).status).toBe(200);
    expect((await send(open({ jwks: `${server.issuer}/keys` }), await sign())).status).toBe(200);
    expect(server.asked.slice(before)).toEqual(['/keys']);
  });

  it('cannot be checked without keys: that is no fault of the caller', async () => {
    const lines: unknown[][] = [];
    const handler = open(
      { jwks: `${server.issuer}/gone` },
      { ...silentLogger, error: (...line) => void lines.push(line) },
    );
    expect((await send(handler, await sign())).status).toBe(503);
    expect(lines).toHaveLength(1);
  });

  it('are found by OpenID discovery as well', async () => {
    const openid = await startIssuer('/.well-known/openid-configuration');
    const handler = open({ issuer: openid.issuer });
    const token = await sign({ iss: openid.issuer }, { key: openid.keys.privateKey });
    expect((await send(handler, token)).status).toBe(200);
    await openid.close();
  });

  it('missing: a client is told where to get one, and for what', async () => {
    const answer = await send(open({ scopes: ['mcp'] }), undefined);
    expect(answer.status).toBe(401);
    expect(answer.headers.get('www-authenticate')).toBe(
      `Bearer scope="mcp", resource_metadata="${METADATA}"`,
    );
  });

  it('need the scopes of the server', async () => {
    const handler = open({ scopes: ['mcp'] });
    const answer = await send(handler, await sign({ scope: 'other' }));
    expect(answer.status).toBe(403);
    expect(answer.headers.get('www-authenticate')).toBe(
      `Bearer error="insufficient_scope", scope="other mcp", resource_metadata="${METADATA}"`,
    );
    expect((await send(handler, await sign({ scp: ['mcp'] }))).status).toBe(200);
  });

  it('need the scopes of the tool that is called, and of no other', async () => {
    const handler = open({ scopes: ['mcp'], toolScopes: { cancel_order: ['orders:write'] } });
    const reader = await sign({ scope: 'mcp' });
    const headers = await begin(handler, reader);
    expect((await send(handler, reader, call('who_am_i'), headers)).status).toBe(200);
    for (const body of [call('cancel_order'), [call('who_am_i'), call('cancel_order')]]) {
      const refused = await send(handler, reader, body, headers);
      expect(refused.status).toBe(403);
      expect(refused.headers.get('www-authenticate')).toContain('scope="mcp orders:write"');
    }
    // The same person comes back with a better token: the session is still theirs.
    const writer = await sign({ scope: 'mcp orders:write' });
    const answer = await send(handler, writer, call('cancel_order'), headers);
    expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('cancelled')]);
  });

  it('that a tool needs are told of when the tool is served no more', () => {
    const told: unknown[] = [];
    const logger = { ...silentLogger, warn: (_message: string, fields?: object) => void told.push(fields) };
    const handler = open({ toolScopes: { cancel_order: ['orders:write'] } }, logger);
    handler.replace([who, cancel]);
    expect(told).toEqual([]);
    handler.replace([who]);
    expect(told).toEqual([
      {
        seen: "toolScopes names 'cancel_order', which is not served.",
        fix: 'use one of: who_am_i.',
      },
    ]);
  });

  it('of somebody else do not open a session', async () => {
    const handler = open();
    const headers = await begin(handler, await sign());
    for (const claims of [{ sub: 'eve' }, { client_id: 'other' }])
      expect((await send(handler, await sign(claims), call('who_am_i'), headers)).status).toBe(404);
  });

  it('are not needed to learn where to get one', async () => {
    const handler = open({ scopes: ['mcp'], toolScopes: { cancel_order: ['orders:write'] } });
    for (const url of [METADATA, 'https://tools.example/.well-known/oauth-protected-resource']) {
      const answer = await handler.fetch(new Request(url));
      expect(answer.headers.get('access-control-allow-origin')).toBe('*');
      expect(await answer.json()).toEqual({
        resource: RESOURCE,
        authorization_servers: [server.issuer],
        bearer_methods_supported: ['header'],
        scopes_supported: ['mcp', 'orders:write'],
      });
    }
  });
});

describe('options of access tokens', () => {
  const good = { issuer: 'https://login.example', resource: RESOURCE };
  it.each([
    [{ issuer: 'https://login.example' }, 'resource is missing'],
    [{ ...good, scope: ['a'] }, "'scope' is not an option"],
    [{ ...good, issuer: 'http://login.example' }, 'issuer is'],
    [{ ...good, jwks: 'http://login.example/keys' }, 'jwks is'],
    [{ ...good, audience: [] }, 'audience is'],
    [{ ...good, toolScopes: { cancel_ordr: ['a'] } }, "'cancel_ordr', which is not served"],
    [{ ...good, toolScopes: { cancel_order: 'a' } }, 'toolScopes is'],
  ])('that cannot be meant are refused: %j', (auth, text) => {
    expect(() => createMcpHandler([cancel], { http: { auth: auth as never } })).toThrow(text);
  });
});

const INITIALIZE = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'raw', version: '1' } },
};

const call = (name: string): unknown => ({
  jsonrpc: '2.0',
  id: 2,
  method: 'tools/call',
  params: { name, arguments: {} },
});

import { createHash, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Client {
  readonly id: string;
  readonly secret?: string;
  readonly redirectUris: readonly string[];
}

interface Grant {
  readonly client: string;
  readonly challenge: string;
  readonly redirectUri: string;
}

const json = (response: ServerResponse, status: number, body: object): void =>
  void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));

async function bodyOf(request: IncomingMessage): Promise<string> {
  let body = '';
  for await (const chunk of request) body += String(chunk);
  return body;
}

/** An authorisation server: registration, codes with PKCE, refresh tokens, client credentials. Whoever opens its page is let in. */
export class OAuthServer {
  readonly clients = new Map<string, Client>();
  /** Tokens that are good. */
  readonly tokens = new Set<string>();
  readonly refreshTokens = new Set<string>();
  /** What was asked for tokens, secrets included. */
  readonly requests: URLSearchParams[] = [];
  readonly headers: IncomingMessage['headers'][] = [];
  /** What its page answers in place of a code. */
  refusal: string | undefined;
  readonly #codes = new Map<string, Grant>();
  readonly #server: Server;

  private constructor() {
    this.#server = createServer((request, response) => void this.#take(request, response));
  }

  static async start(): Promise<OAuthServer> {
    const server = new OAuthServer();
    await new Promise<void>(ready => server.#server.listen(0, '127.0.0.1', ready));
    return server;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise(done => this.#server.close(done));
  }

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '/', this.url);
    this.headers.push(request.headers);
    if (pathname.startsWith('/.well-known/')) {
      json(response, 200, {
        issuer: this.url,
        authorization_endpoint: `${this.url}/authorize`,
        token_endpoint: `${this.url}/token`,
        registration_endpoint: `${this.url}/register`,
        response_types_supported: ['code'],
        code_challenge_methods_supported: ['S256'],
        token_endpoint_auth_methods_supported: ['client_secret_basic', 'none'],
      });
    } else if (pathname === '/register') {
      const { redirect_uris, ...rest } = JSON.parse(await bodyOf(request)) as { redirect_uris: string[] };
      const id = randomUUID();
      this.clients.set(id, { id, redirectUris: redirect_uris });
      json(response, 201, { ...rest, redirect_uris, client_id: id });
    } else if (pathname === '/authorize') this.#authorize(searchParams, response);
    else if (pathname === '/token')
      this.#giveTokens(new URLSearchParams(await bodyOf(request)), request, response);
    else response.writeHead(404).end();
  }

  #authorize(asked: URLSearchParams, response: ServerResponse): void {
    const client = this.clients.get(asked.get('client_id') ?? '');
    const redirectUri = asked.get('redirect_uri') ?? '';
    if (client?.redirectUris.includes(redirectUri) !== true) {
      response.writeHead(400).end('unknown client or redirect');
      return;
    }
    const back = new URL(redirectUri);
    back.searchParams.set('state', asked.get('state') ?? '');
    if (this.refusal !== undefined) back.searchParams.set('error', this.refusal);
    else {
      const code = randomUUID();
      this.#codes.set(code, {
        client: client.id,
        challenge: asked.get('code_challenge') ?? '',
        redirectUri,
      });
      back.searchParams.set('code', code);
    }
    response.writeHead(302, { location: back.href }).end();
  }

  #giveTokens(asked: URLSearchParams, { headers }: IncomingMessage, response: ServerResponse): void {
    this.requests.push(asked);
    const [id, secret] = Buffer.from(headers.authorization?.replace('Basic ', '') ?? '', 'base64')
      .toString()
      .split(':');
    const client = this.clients.get(asked.get('client_id') ?? id ?? '');
    const isRight = client !== undefined && (client.secret === undefined || client.secret === secret);
    if (!isRight) {
      json(response, 401, { error: 'invalid_client' });
      return;
    }
    if (!this.#isGranted(asked, client)) {
      json(response, 400, { error: 'invalid_grant' });
      return;
    }
    const [token, refresh] = [`token-${randomUUID()}`, `refresh-${randomUUID()}`];
    this.tokens.add(token);
    const isPerson = asked.get('grant_type') !== 'client_credentials';
    if (isPerson) this.refreshTokens.add(refresh);
    json(response, 200, {
      access_token: token,
      token_type: 'Bearer',
      ...(isPerson ? { refresh_token: refresh } : {}),
    });
  }

  #isGranted(asked: URLSearchParams, client: Client): boolean {
    switch (asked.get('grant_type')) {
      case 'client_credentials':
        return client.secret !== undefined;
      case 'refresh_token':
        return this.refreshTokens.delete(asked.get('refresh_token') ?? '');
      default: {
        const code = asked.get('code') ?? '';
        const grant = this.#codes.get(code);
        this.#codes.delete(code);
        const challenge = createHash('sha256')
          .update(asked.get('code_verifier') ?? '')
          .digest('base64url');
        return (
          grant?.client === client.id &&
          grant.challenge === challenge &&
          grant.redirectUri === asked.get('redirect_uri')
        );
      }
    }
  }
}

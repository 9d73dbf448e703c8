import { isDeepStrictEqual } from 'node:util';
import {
  type HandleRequestOptions,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import type { Clock } from '../../foundation/clock.js';
import type { Entropy } from '../../foundation/entropy.js';
import { connectCatalogue, type Connection } from './sdk-server.js';
import type { ToolCatalogue } from './tool-catalogue.js';

export interface SessionLimits {
  /** Sessions at one time; the longest idle one makes room. @defaultValue 1,000 */
  readonly maxSessions: number;
  /** Milliseconds without a request after which a session may be dropped. @defaultValue 30 minutes */
  readonly idleMs: number;
}

/** What a session of one endpoint may do. */
export interface EndpointLimits extends SessionLimits {
  /** Longer bodies are refused with 413. */
  readonly maxMessageBytes: number;
}

interface Session {
  /** Who opened it; nobody else may use it. */
  readonly principal: unknown;
  readonly transport: WebStandardStreamableHTTPServerTransport;
  readonly connection: Connection;
  lastSeenMs: number;
}

/** The sessions of one Streamable HTTP endpoint; the SDK itself never ends one. */
export class HttpSessions {
  readonly #catalogue: ToolCatalogue;
  readonly #clock: Clock;
  readonly #entropy: Entropy;
  readonly #limits: EndpointLimits;
  readonly #sessions = new Map<string, Session>();
  #isClosed = false;

  constructor(catalogue: ToolCatalogue, sources: { clock: Clock; entropy: Entropy }, limits: EndpointLimits) {
    this.#catalogue = catalogue;
    this.#clock = sources.clock;
    this.#entropy = sources.entropy;
    this.#limits = limits;
  }

  /**
   * Answers one HTTP request of the endpoint.
   *
   * @param principal - Who sent this very request: the one who opened its session.
   */
  async handle(request: Request, principal: unknown): Promise<Response> {
    const sessionId = request.headers.get('mcp-session-id');
    if (sessionId === null) return this.#openAndHandle(request, principal);
    const session = this.#sessions.get(sessionId);
    // The specification wants 404, so that a client knows to begin a new session.
    if (session === undefined || !isDeepStrictEqual(session.principal, principal))
      return jsonRpcError(404, -32001, 'Session not found. Initialize a new one.');
    session.lastSeenMs = this.#clock.monotonicMs();
    return session.transport.handleRequest(request, withPrincipal(principal));
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all([...this.#sessions.keys()].map(sessionId => this.#drop(sessionId)));
  }

  async #openAndHandle(request: Request, principal: unknown): Promise<Response> {
    if (this.#isClosed) return jsonRpcError(503, -32000, 'The server is closing.');
    await this.#makeRoom();
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: () => this.#entropy.uuid(),
      maxRequestBodySize: this.#limits.maxMessageBytes,
      onsessioninitialized: sessionId => {
        this.#sessions.set(sessionId, {
          principal,
          transport,
          connection,
          lastSeenMs: this.#clock.monotonicMs(),
        });
      },
      onsessionclosed: sessionId => void this.#drop(sessionId),
    });
    const connection = await connectCatalogue(this.#catalogue, transport, 'http');
    const response = await transport.handleRequest(request, withPrincipal(principal));
    // A request that was not a valid initialize left no session behind, so nobody else would close this one.
    if (transport.sessionId === undefined) await connection.close();
    return response;
  }

  async #makeRoom(): Promise<void> {
    const now = this.#clock.monotonicMs();
    const byAge = [...this.#sessions].sort(([, a], [, b]) => a.lastSeenMs - b.lastSeenMs);
    const surplus = byAge.length - this.#limits.maxSessions + 1;
    const dropped = byAge.filter(
      ([, session], index) => index < surplus || now - session.lastSeenMs > this.#limits.idleMs,
    );
    await Promise.all(dropped.map(([sessionId]) => this.#drop(sessionId)));
  }

  async #drop(sessionId: string): Promise<void> {
    const session = this.#sessions.get(sessionId);
    this.#sessions.delete(sessionId);
    await session?.connection.close();
  }
}

/** The SDK hands its own record of an access token to handlers; a principal travels in the part that is free. */
function withPrincipal(principal: unknown): HandleRequestOptions {
  return principal === undefined
    ? {}
    : { authInfo: { token: '', clientId: '', scopes: [], extra: { principal } } };
}

export function jsonRpcError(status: number, code: number, message: string): Response {
  return Response.json({ jsonrpc: '2.0', error: { code, message }, id: null }, { status });
}

import { isDeepStrictEqual } from 'node:util';
import {
  type HandleRequestOptions,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import type { Clock } from '../../foundation/clock.js';
import type { Entropy } from '../../foundation/entropy.js';
import type { EventStore } from './event-store.js';
import type { Visitor } from './gate.js';
import { jsonRpcError } from './json-rpc-error.js';
import { saidOf } from './said-of.js';
import { sdkEventStore } from './sdk-event-store.js';
import { connectCatalogue, type Connection } from './sdk-server.js';
import type { ToolCatalogue } from './tool-catalogue.js';

export interface SessionLimits {
  /** Sessions at one time; the longest idle one makes room. @defaultValue 1,000 */
  readonly maxSessions: number;
  /** Milliseconds without a request, and with no call at work, after which a session may be dropped. @defaultValue 30 minutes */
  readonly idleMs: number;
}

/** How streams that broke go on. */
export interface StreamOptions {
  /**
   * Keeps what was sent, so that a client whose connection broke gets the rest. Without it a client that is gone cancels
   * its calls.
   * @defaultValue none
   */
  readonly eventStore?: EventStore;
  /** Milliseconds after which clients come back to a stream that ended; needs `eventStore`. @defaultValue the client's own */
  readonly retryMs?: number;
}

/** What a session of one endpoint may do. */
export interface EndpointLimits extends SessionLimits {
  /** Longer bodies are refused with 413. */
  readonly maxMessageBytes: number;
  readonly streams: StreamOptions;
}

interface Session {
  /** Of who opened it; nobody else may use it. */
  readonly identity: unknown;
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
   * @param visitor - Who sent this very request: the one who opened its session.
   */
  async handle(request: Request, visitor: Visitor): Promise<Response> {
    const sessionId = request.headers.get('mcp-session-id');
    if (sessionId === null) return this.#openAndHandle(request, visitor);
    const session = this.#sessions.get(sessionId);
    // The specification wants 404, so that a client knows to begin a new session.
    if (session === undefined || !isDeepStrictEqual(session.identity, visitor.identity))
      return jsonRpcError(404, -32001, 'Session not found. Initialize a new one.');
    session.lastSeenMs = this.#clock.monotonicMs();
    return session.transport.handleRequest(request, this.#saidOf(request, visitor));
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all([...this.#sessions.keys()].map(sessionId => this.#drop(sessionId)));
  }

  async #openAndHandle(request: Request, visitor: Visitor): Promise<Response> {
    if (this.#isClosed) return jsonRpcError(503, -32000, 'The server is closing.');
    const { eventStore, retryMs } = this.#limits.streams;
    const sessionId = this.#entropy.uuid();
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: () => sessionId,
      ...(eventStore === undefined ? {} : { eventStore: sdkEventStore(eventStore, sessionId) }),
      ...(retryMs === undefined ? {} : { retryInterval: retryMs }),
      maxRequestBodySize: this.#limits.maxMessageBytes,
      // Only now: a request that opens no session must not end another one.
      onsessioninitialized: async () => {
        await this.#makeRoom();
        this.#sessions.set(sessionId, {
          identity: visitor.identity,
          transport,
          connection,
          lastSeenMs: this.#clock.monotonicMs(),
        });
      },
      onsessionclosed: () => this.#drop(sessionId),
    });
    const connection = await connectCatalogue(this.#catalogue, transport, 'http');
    const response = await transport.handleRequest(request, this.#saidOf(request, visitor));
    // A request that was not a valid initialize left no session behind, so nobody else would close this one.
    if (transport.sessionId === undefined) await connection.close();
    return response;
  }

  #saidOf(request: Request, { principal }: Visitor): HandleRequestOptions {
    // With a store the client may come back for the answer.
    return saidOf(principal, this.#limits.streams.eventStore === undefined ? request.signal : undefined);
  }

  async #makeRoom(): Promise<void> {
    const now = this.#clock.monotonicMs();
    // One at work comes after those that were here just now.
    const idleMsOf = ({ connection, lastSeenMs }: Session): number =>
      connection.isAtWork ? -1 : now - lastSeenMs;
    const byAge = [...this.#sessions]
      .map(([sessionId, session]) => ({ sessionId, idleMs: idleMsOf(session) }))
      .sort((a, b) => b.idleMs - a.idleMs);
    const surplus = byAge.length - this.#limits.maxSessions + 1;
    const dropped = byAge.filter(({ idleMs }, index) => index < surplus || idleMs > this.#limits.idleMs);
    await Promise.all(dropped.map(({ sessionId }) => this.#drop(sessionId)));
  }

  async #drop(sessionId: string): Promise<void> {
    const session = this.#sessions.get(sessionId);
    this.#sessions.delete(sessionId);
    await session?.connection.close();
    await this.#limits.streams.eventStore?.forget(sessionId);
  }
}

import { inspect } from 'node:util';
import type { Clock } from '../../foundation/clock.js';
import { DefinitionError, type DefinitionProblem } from '../../foundation/definition-error.js';
import type { Entropy } from '../../foundation/entropy.js';
import type { Logger } from '../../foundation/logger.js';
import { buildGate, type Gate, type Visitor } from './gate.js';
import type { HttpAuthenticator } from './http-auth.js';
import { HttpSessions, type SessionLimits, type StreamOptions } from './http-sessions.js';
import { jsonRpcError } from './json-rpc-error.js';
import { findUnknownTools } from './oauth-problems.js';
import { isMetadataPath, type OAuthResource, renderMetadata } from './oauth-resource.js';
import { type RateLimit, RateLimiter } from './rate-limiter.js';
import { readCalls } from './read-calls.js';
import { StatelessRequests } from './stateless-requests.js';
import type { ToolCatalogue } from './tool-catalogue.js';

/** For whom to serve over Streamable HTTP. */
export interface EndpointOptions extends Partial<SessionLimits>, StreamOptions {
  /**
   * Host names that requests may be addressed to, and come from when they carry an Origin: what stops a web page
   * from reaching a local server by DNS rebinding.
   * @defaultValue of `serveMcp` the loopback names when listening on a loopback address, else any; of `createMcpHandler` the
   * loopback names, with `auth` any
   */
  readonly allowedHosts?: readonly string[];
  /**
   * Who may call: a function that is asked for every request, or the authorisation server whose access tokens count.
   * @defaultValue none: whoever reaches the port may call
   */
  readonly auth?: HttpAuthenticator | OAuthResource;
  /**
   * Answers each request by itself, so that any of several processes can. Clients cannot be asked anything, or be told
   * what has changed, and a call is cancelled only by its client going away.
   * @defaultValue false: each client has a session
   */
  readonly stateless?: boolean;
  /** For each caller: who `auth` says it is, else its address. More is refused with 429. @defaultValue none */
  readonly rateLimit?: RateLimit;
}

/** What an endpoint needs besides its options. */
export interface EndpointParts {
  readonly clock: Clock;
  readonly entropy: Entropy;
  readonly logger: Logger;
  /** Longer bodies are refused with 413. */
  readonly maxMessageBytes: number;
}

export const LOOPBACK_HOSTS = ['localhost', '127.0.0.1', '[::1]'];

/** Answers the requests of one Streamable HTTP endpoint, whatever carries them. */
export class HttpEndpoint {
  readonly #gate: Gate;
  readonly #oauth: OAuthResource | undefined;
  readonly #limiter: RateLimiter | undefined;
  readonly #backend: HttpSessions | StatelessRequests;
  readonly #unwatch: () => void;

  /** @throws {@link DefinitionError} (`DEFINITION`) for scopes of a tool that is not served. */
  constructor(
    catalogue: ToolCatalogue,
    private readonly options: EndpointOptions,
    private readonly parts: EndpointParts,
  ) {
    const { auth, stateless = false, rateLimit, maxSessions = 1_000, idleMs = 30 * 60_000 } = options;
    const { maxMessageBytes, clock } = parts;
    this.#oauth = typeof auth === 'object' ? auth : undefined;
    const problems = this.#findUnknownTools(catalogue);
    if (problems.length > 0) throw new DefinitionError(problems);
    this.#unwatch = catalogue.changes.watch(() => {
      // A tool may be gone for good; one that has another name now is open to all.
      for (const { seen, fix } of this.#findUnknownTools(catalogue))
        parts.logger.warn('A tool that needs scopes is served no more.', { seen, fix });
    });
    this.#gate = buildGate(auth, parts);
    this.#limiter = rateLimit === undefined ? undefined : new RateLimiter(rateLimit, clock);
    this.#backend = stateless
      ? new StatelessRequests(catalogue, maxMessageBytes)
      : new HttpSessions(catalogue, parts, { maxSessions, idleMs, maxMessageBytes, streams: options });
  }

  /** True for where clients look for what the endpoint needs of them. */
  isMetadataPath(pathname: string): boolean {
    return this.#oauth !== undefined && isMetadataPath(pathname, this.#oauth);
  }

  /** @param address - Where the request comes from, as far as that is known. */
  async handle(request: Request, address = ''): Promise<Response> {
    const { allowedHosts } = this.options;
    if (allowedHosts !== undefined && !isAllowed(request, allowedHosts))
      return jsonRpcError(403, -32000, 'This host or origin is not allowed.');
    if (this.#oauth !== undefined && this.isMetadataPath(new URL(request.url).pathname))
      return Response.json(renderMetadata(this.#oauth), { headers: { 'access-control-allow-origin': '*' } });
    const from = `address ${address}`;
    const tooMany = this.#refuseIfSpent(from);
    if (tooMany !== undefined) return tooMany;
    const admission = await this.#gate.admit(request);
    if ('refusal' in admission) {
      this.#limiter?.count(from);
      return admission.refusal;
    }
    const { visitor } = admission;
    const caller = visitor.identity === undefined ? from : `caller ${inspect(visitor.identity)}`;
    const refused = this.#refuseIfSpent(caller);
    if (refused !== undefined) return refused;
    this.#limiter?.count(caller);
    return this.#handleOf(visitor, request);
  }

  close(): Promise<void> {
    this.#unwatch();
    return this.#backend.close();
  }

  #findUnknownTools(catalogue: ToolCatalogue): DefinitionProblem[] {
    if (this.#oauth === undefined) return [];
    return findUnknownTools(
      this.#oauth,
      catalogue.list().map(({ name }) => name),
      'auth',
    );
  }

  async #handleOf(visitor: Visitor, request: Request): Promise<Response> {
    if (this.#oauth?.toolScopes === undefined) return this.#backend.handle(request, visitor);
    const read = await readCalls(request, this.parts.maxMessageBytes);
    if (read === undefined) return jsonRpcError(413, -32000, 'The request is too long.');
    return this.#gate.refuseCalls(visitor, read.toolNames) ?? this.#backend.handle(read.request, visitor);
  }

  #refuseIfSpent(caller: string): Response | undefined {
    const waitMs = this.#limiter?.findWaitMs(caller);
    if (waitMs === undefined) return undefined;
    const response = jsonRpcError(429, -32000, 'Too many requests. Wait as long as Retry-After says.');
    response.headers.set('retry-after', String(Math.ceil(waitMs / 1_000)));
    return response;
  }
}

function isAllowed({ url, headers }: Request, allowed: readonly string[]): boolean {
  const [host, origin] = [headers.get('host'), headers.get('origin')];
  const names = [
    hostName(host === null ? url : `http://${host}`),
    ...(origin === null ? [] : [hostName(origin)]),
  ];
  return names.every(name => name !== undefined && allowed.includes(name));
}

function hostName(url: string): string | undefined {
  return URL.canParse(url) ? new URL(url).hostname : undefined;
}

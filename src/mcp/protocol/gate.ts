import type { Clock } from '../../foundation/clock.js';
import type { Logger } from '../../foundation/logger.js';
import { authenticate, type HttpAuthenticator } from './http-auth.js';
import { jsonRpcError } from './json-rpc-error.js';
import { type OAuthPrincipal, type OAuthResource, renderChallenge } from './oauth-resource.js';
import { TokenVerifier } from './token-verifier.js';

/** Who sent a request. */
export interface Visitor {
  readonly principal: unknown;
  /** What all requests of one caller have in common: a new token of the same person makes no other one. */
  readonly identity: unknown;
}

/** Who is let in, or what the request is answered with. By a member: programs replace the global `Response`, so its class tells nothing. */
export type Admission = { readonly visitor: Visitor } | { readonly refusal: Response };

/** Lets a request in, or answers it. */
export interface Gate {
  admit(request: Request): Promise<Admission>;
  /** The refusal of a visitor who may not call one of these tools. */
  refuseCalls(visitor: Visitor, toolNames: readonly string[]): Response | undefined;
}

export function buildGate(
  auth: HttpAuthenticator | OAuthResource | undefined,
  sources: { readonly clock: Clock; readonly logger: Logger },
): Gate {
  if (auth === undefined)
    return {
      admit: () => Promise.resolve({ visitor: { principal: undefined, identity: undefined } }),
      refuseCalls: () => undefined,
    };
  return typeof auth === 'function' ? functionGate(auth) : new OAuthGate(auth, sources);
}

const UNKNOWN = 'Who you are is not known. Send valid credentials.';

function functionGate(auth: HttpAuthenticator): Gate {
  return {
    async admit(request) {
      const principal = await authenticate(auth, request);
      return principal === undefined
        ? { refusal: refusal(401, UNKNOWN, 'Bearer') }
        : { visitor: { principal, identity: principal } };
    },
    refuseCalls: () => undefined,
  };
}

/** @see MCP 2025-11-25, Authorization */
class OAuthGate implements Gate {
  readonly #verifier: TokenVerifier;

  constructor(
    private readonly resource: OAuthResource,
    private readonly sources: { readonly clock: Clock; readonly logger: Logger },
  ) {
    this.#verifier = new TokenVerifier(resource, sources.clock);
  }

  async admit(request: Request): Promise<Admission> {
    const token = /^Bearer +(\S+)$/i.exec(request.headers.get('authorization') ?? '')?.[1];
    if (token === undefined) return { refusal: refusal(401, UNKNOWN, renderChallenge(this.resource)) };
    try {
      const principal = await this.#verifier.verify(token);
      if (principal === undefined) {
        const challenge = renderChallenge(this.resource, { error: 'invalid_token' });
        return { refusal: refusal(401, 'The access token does not count here. Get a new one.', challenge) };
      }
      const { issuer, subject, clientId } = principal;
      const visitor = { principal, identity: { issuer, subject, clientId } };
      const lacking = this.#refuseWithout(principal, this.resource.scopes ?? []);
      return lacking === undefined ? { visitor } : { refusal: lacking };
    } catch (error) {
      const reason = error instanceof Error ? error.message : 'unknown';
      this.sources.logger.error(
        'The keys of the authorisation server cannot be had, so a request was refused.',
        {
          issuer: this.resource.issuer,
          reason,
        },
      );
      return {
        refusal: jsonRpcError(503, -32000, 'Access tokens cannot be checked at the moment. Try again later.'),
      };
    }
  }

  refuseCalls({ principal }: Visitor, toolNames: readonly string[]): Response | undefined {
    const { toolScopes = {}, scopes = [] } = this.resource;
    const ofTools = toolNames.flatMap(name =>
      Object.hasOwn(toolScopes, name) ? (toolScopes[name] ?? []) : [],
    );
    return this.#refuseWithout(principal as OAuthPrincipal, [...new Set([...scopes, ...ofTools])]);
  }

  #refuseWithout({ scopes }: OAuthPrincipal, wanted: readonly string[]): Response | undefined {
    if (wanted.every(scope => scopes.includes(scope))) return undefined;
    // Clients replace their scopes by the ones named here, so what they have is named as well.
    const all = [...new Set([...scopes, ...wanted])];
    const challenge = renderChallenge(this.resource, { error: 'insufficient_scope', scopes: all });
    return refusal(403, `The access token lacks a scope. Needed: ${wanted.join(' ')}.`, challenge);
  }
}

function refusal(status: number, message: string, challenge: string): Response {
  const response = jsonRpcError(status, -32001, message);
  response.headers.set('www-authenticate', challenge);
  return response;
}

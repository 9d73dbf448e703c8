import type { JWTVerifyGetKey } from 'jose';
import { type Clock, within } from '../../foundation/clock.js';
import type { JsonObject } from '../../foundation/json.js';
import type { OAuthPrincipal, OAuthResource } from './oauth-resource.js';

const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA'];
const FETCH_MS = 5_000;
const TOLERANCE_MS = 30_000;

/** Faults of the token; whatever else goes wrong says nothing about it. */
const TOKEN_FAULT = /^ERR_(?:JWT_|JWS_|JWKS_NO_MATCHING|JWKS_MULTIPLE_MATCHING|JOSE_ALG|JOSE_NOT_SUPPORTED)/;

/** Checks access tokens. */
export class TokenVerifier {
  readonly #resource: OAuthResource;
  readonly #clock: Clock;
  #keys: Promise<JWTVerifyGetKey> | undefined;

  constructor(resource: OAuthResource, clock: Clock) {
    this.#resource = resource;
    this.#clock = clock;
  }

  /**
   * Who the token was given to; undefined for one that does not count here.
   *
   * @throws when it cannot be told, because the keys of the authorisation server cannot be had.
   */
  async verify(token: string): Promise<OAuthPrincipal | undefined> {
    const { issuer, resource, audience = resource, algorithms = ALGORITHMS } = this.#resource;
    const { jwtVerify } = await import('jose');
    const keys = await this.#getKeys();
    try {
      const { payload } = await jwtVerify(token, keys, {
        issuer,
        audience: typeof audience === 'string' ? audience : [...audience],
        algorithms: [...algorithms],
        clockTolerance: (this.#resource.clockToleranceMs ?? TOLERANCE_MS) / 1_000,
        currentDate: new Date(this.#clock.now()),
        // Without an end it would count for ever, and without a subject everybody would be the same.
        requiredClaims: ['exp', 'sub'],
      });
      return principalOf(payload as JsonObject, issuer);
    } catch (error) {
      if (TOKEN_FAULT.test(String((error as { code?: unknown }).code))) return undefined;
      throw error;
    }
  }

  #getKeys(): Promise<JWTVerifyGetKey> {
    this.#keys ??= this.#openKeys().catch((error: unknown) => {
      // The authorisation server may be back by the next request.
      this.#keys = undefined;
      throw error;
    });
    return this.#keys;
  }

  async #openKeys(): Promise<JWTVerifyGetKey> {
    const { createLocalJWKSet, createRemoteJWKSet } = await import('jose');
    const { jwks } = this.#resource;
    if (typeof jwks === 'object') return createLocalJWKSet(jwks as never);
    const url = jwks ?? (await this.#discover());
    return createRemoteJWKSet(new URL(url), { timeoutDuration: FETCH_MS });
  }

  /** @see RFC 8414 and OpenID Connect Discovery */
  async #discover(): Promise<string> {
    const { issuer } = this.#resource;
    const { origin, pathname } = new URL(issuer);
    const path = pathname.replace(/\/$/, '');
    for (const url of [
      `${origin}/.well-known/oauth-authorization-server${path}`,
      `${origin}${path}/.well-known/openid-configuration`,
    ]) {
      const answer = await within(this.#clock, FETCH_MS, fetch(url));
      const said = answer.ok ? ((await answer.json()) as { issuer?: unknown; jwks_uri?: unknown }) : {};
      if (said.issuer === issuer && typeof said.jwks_uri === 'string') return said.jwks_uri;
    }
    throw new Error(`the authorisation server '${issuer}' does not say where its keys are`);
  }
}

function principalOf(claims: JsonObject, issuer: string): OAuthPrincipal {
  const clientId = claims['client_id'] ?? claims['azp'];
  return {
    issuer,
    subject: claims['sub'] as string,
    ...(typeof clientId === 'string' ? { clientId } : {}),
    scopes: scopesOf(claims['scope'] ?? claims['scp']),
    claims,
  };
}

function scopesOf(stated: unknown): string[] {
  if (typeof stated === 'string') return stated.split(' ').filter(scope => scope !== '');
  return Array.isArray(stated) ? stated.filter(scope => typeof scope === 'string') : [];
}

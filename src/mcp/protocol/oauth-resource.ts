import type { JsonObject } from '../../foundation/json.js';

/** Lets in who has an access token (a JWT) of an authorisation server, for this server. */
export interface OAuthResource {
  /** The authorisation server, exactly as its tokens name it. */
  readonly issuer: string;
  /** The URL under which clients reach this server. Tokens have to be made for it, unless `audience` says otherwise. */
  readonly resource: string;
  /** What tokens have to be made for; one of several suffices. @defaultValue `resource` */
  readonly audience?: string | readonly string[];
  /**
   * The keys that sign tokens: their URL, or the key set itself.
   * @defaultValue what the metadata of the authorisation server says
   */
  readonly jwks?: string | { readonly keys: readonly JsonObject[] };
  /** Every request needs all of them. @defaultValue none */
  readonly scopes?: readonly string[];
  /** Calls of a tool need these besides. @defaultValue none */
  readonly toolScopes?: Readonly<Record<string, readonly string[]>>;
  /** Signature algorithms that count. @defaultValue the asymmetric ones of RS, PS, ES and EdDSA */
  readonly algorithms?: readonly string[];
  /** Milliseconds by which the clocks of both servers may differ. @defaultValue 30,000 */
  readonly clockToleranceMs?: number;
}

/** Who a token was given to: the `principal` of requests that carry it. */
export interface OAuthPrincipal {
  readonly issuer: string;
  readonly subject: string;
  readonly clientId?: string;
  readonly scopes: readonly string[];
  /** Everything that the token says. */
  readonly claims: JsonObject;
}

const WELL_KNOWN = '/.well-known/oauth-protected-resource';

/** True for the URLs at which clients look for the metadata. @see RFC 9728, 3.1 */
export function isMetadataPath(pathname: string, { resource }: OAuthResource): boolean {
  return pathname === WELL_KNOWN || pathname === new URL(metadataUrl(resource)).pathname;
}

function metadataUrl(resource: string): string {
  const { origin, pathname, search } = new URL(resource);
  return `${origin}${WELL_KNOWN}${pathname === '/' ? '' : pathname}${search}`;
}

/** Where a client gets tokens for this server. @see RFC 9728 */
export function renderMetadata({
  issuer,
  resource,
  scopes = [],
  toolScopes = {},
}: OAuthResource): JsonObject {
  const all = [...new Set([...scopes, ...Object.values(toolScopes).flat()])];
  return {
    resource,
    authorization_servers: [issuer],
    bearer_methods_supported: ['header'],
    ...(all.length === 0 ? {} : { scopes_supported: all }),
  };
}

/** What the header WWW-Authenticate tells a client to do. @see RFC 6750, 3 */
export function renderChallenge(
  { resource, scopes = [] }: OAuthResource,
  refused?: { readonly error: 'invalid_token' | 'insufficient_scope'; readonly scopes?: readonly string[] },
): string {
  const wanted = refused?.scopes ?? scopes;
  const parts = [
    ...(refused === undefined ? [] : [`error="${refused.error}"`]),
    ...(wanted.length === 0 ? [] : [`scope="${wanted.join(' ')}"`]),
    `resource_metadata="${metadataUrl(resource)}"`,
  ];
  return `Bearer ${parts.join(', ')}`;
}

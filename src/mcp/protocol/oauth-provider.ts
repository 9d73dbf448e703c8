import type { OAuthClientProvider, OAuthDiscoveryState } from '@modelcontextprotocol/sdk/client/auth.js';
import type {
  OAuthClientInformationMixed,
  OAuthClientMetadata,
  OAuthTokens,
} from '@modelcontextprotocol/sdk/shared/auth.js';
import { systemEntropy } from '../../foundation/entropy.js';
import type { JsonObject } from '../../foundation/json.js';
import { freeRedirectUrl, listenForReturn, type Returning } from './redirect-listener.js';
import type { ServerAuth } from './server-connection.js';

interface Saved {
  readonly client?: OAuthClientInformationMixed | undefined;
  readonly tokens?: OAuthTokens | undefined;
  /** That the client was registered with. */
  readonly redirectUrl?: string | undefined;
}

/** What the SDK asks while it gets tokens for one server: who this client is, and what was kept. */
export class OAuthProvider implements OAuthClientProvider {
  readonly clientMetadataUrl?: string;
  #saved: Saved = {};
  #redirectUrl: string | undefined;
  #verifier: string | undefined;
  #state = '';
  #discovery: OAuthDiscoveryState | undefined;
  #returning: Returning | undefined;

  /** @param server - Its url. */
  constructor(
    private readonly server: string,
    private readonly auth: ServerAuth,
  ) {
    if (auth.clientMetadataUrl !== undefined) this.clientMetadataUrl = auth.clientMetadataUrl;
  }

  /** Reads what was kept, and finds where a browser can come back to. */
  async prepare(): Promise<void> {
    const saved = ((await this.auth.tokens.load(this.#key)) ?? {}) as Saved;
    this.#saved = saved;
    this.#hide(saved.tokens);
    if (this.auth.signIn === undefined) return;
    this.#redirectUrl = this.auth.redirectUrl ?? saved.redirectUrl ?? (await freeRedirectUrl());
  }

  /** The code that the person's browser came back with. @throws when there is none, and says why. */
  async takeCode(): Promise<string> {
    const returning = this.#returning;
    if (returning === undefined) throw new Error('nobody was asked to sign in');
    this.#returning = undefined;
    try {
      return this.#codeIn(await returning.url);
    } finally {
      returning.stop();
    }
  }

  /** Nobody waits for a browser any more. */
  stop(): void {
    this.#returning?.stop();
    this.#returning = undefined;
  }

  get redirectUrl(): string | undefined {
    return this.#redirectUrl;
  }

  get clientMetadata(): OAuthClientMetadata {
    const { clientSecret, scope } = this.auth;
    const back = this.#redirectUrl;
    return {
      client_name: 'toolwright',
      redirect_uris: back === undefined ? [] : [back],
      grant_types: back === undefined ? ['client_credentials'] : ['authorization_code', 'refresh_token'],
      response_types: back === undefined ? [] : ['code'],
      ...(clientSecret === undefined ? {} : { token_endpoint_auth_method: 'client_secret_basic' }),
      ...(scope === undefined ? {} : { scope }),
    };
  }

  state(): string {
    this.#state = systemEntropy.uuid();
    return this.#state;
  }

  clientInformation(): OAuthClientInformationMixed | undefined {
    const { clientId, clientSecret, issuer } = this.auth;
    if (clientId === undefined) return this.#saved.client;
    return {
      client_id: clientId,
      ...(clientSecret === undefined ? {} : { client_secret: clientSecret }),
      ...(issuer === undefined ? {} : { issuer }),
    };
  }

  async saveClientInformation(client: OAuthClientInformationMixed): Promise<void> {
    if (this.auth.clientId !== undefined) return;
    await this.#save({ ...this.#saved, client, redirectUrl: this.#redirectUrl });
  }

  tokens(): OAuthTokens | undefined {
    return this.#saved.tokens;
  }

  async saveTokens(tokens: OAuthTokens): Promise<void> {
    this.#hide(tokens);
    await this.#save({ ...this.#saved, tokens });
  }

  async redirectToAuthorization(url: URL): Promise<void> {
    const { signIn } = this.auth;
    if (signIn === undefined || this.#redirectUrl === undefined) return;
    this.stop();
    this.#returning = await listenForReturn(this.#redirectUrl, this.#state);
    const { found, fail } = this.#returning;
    // The browser may be back long before whoever opened it says so.
    signIn({ server: this.server, url: url.href }).then(
      back => (back === undefined ? undefined : found(back)),
      (error: unknown) => fail(error instanceof Error ? error : new Error(String(error))),
    );
  }

  saveCodeVerifier(verifier: string): void {
    this.#verifier = verifier;
  }

  codeVerifier(): string {
    return this.#verifier ?? '';
  }

  prepareTokenRequest(scope?: string): URLSearchParams | undefined {
    if (this.#redirectUrl !== undefined) return undefined;
    return new URLSearchParams({
      grant_type: 'client_credentials',
      ...(scope === undefined ? {} : { scope }),
    });
  }

  async invalidateCredentials(scope: 'all' | 'client' | 'tokens' | 'verifier' | 'discovery'): Promise<void> {
    const isAll = scope === 'all';
    if (isAll || scope === 'verifier') this.#verifier = undefined;
    if (isAll || scope === 'discovery') this.#discovery = undefined;
    const { client, tokens, redirectUrl } = this.#saved;
    if (isAll || scope === 'client' || scope === 'tokens')
      await this.#save({
        client: scope === 'tokens' ? client : undefined,
        tokens: scope === 'client' ? tokens : undefined,
        redirectUrl,
      });
  }

  saveDiscoveryState(state: OAuthDiscoveryState): void {
    this.#discovery = state;
  }

  discoveryState(): OAuthDiscoveryState | undefined {
    return this.#discovery;
  }

  get #key(): string {
    return `${this.server} ${this.auth.clientId ?? this.auth.clientMetadataUrl ?? ''}`.trim();
  }

  async #save(saved: Saved): Promise<void> {
    this.#saved = saved;
    await this.auth.tokens.save(this.#key, JSON.parse(JSON.stringify(saved)) as JsonObject);
  }

  #hide(tokens: OAuthTokens | undefined): void {
    if (tokens === undefined) return;
    this.auth.hide('accessToken', tokens.access_token);
    if (tokens.refresh_token !== undefined) this.auth.hide('refreshToken', tokens.refresh_token);
  }

  #codeIn(url: string): string {
    const { searchParams } = new URL(url, this.#redirectUrl);
    const refusal = searchParams.get('error');
    if (refusal !== null)
      throw new Error(`signing in was refused: ${searchParams.get('error_description') ?? refusal}`);
    if (searchParams.get('state') !== this.#state)
      throw new Error('the answer to signing in belongs to another request');
    const code = searchParams.get('code');
    if (code === null) throw new Error('signing in gave no code');
    return code;
  }
}

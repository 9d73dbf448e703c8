import type { ReplayClass } from '../../tool/replay-class.js';

/** One server: a `command` to start, or the `url` of one that runs. `${NAME}` and `${NAME:-default}` stand for secrets and variables of the environment. */
export interface McpServerConfig {
  readonly command?: string;
  readonly args?: readonly string[];
  /** Besides HOME, PATH and a few more: nothing else of the environment is handed on. */
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  readonly url?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** @defaultValue `stdio` with a command; else `http`, and `sse` where a server knows only that */
  readonly transport?: McpTransportName;
  /** The same, as others call it. */
  readonly type?: McpTransportName;
  /** @defaultValue true */
  readonly enabled?: boolean;
  /** Whether nothing works without it. @defaultValue false: what goes wrong is reported, and the others are used */
  readonly required?: boolean;
  /** Milliseconds without an answer or progress of one call. @defaultValue 60,000 */
  readonly timeoutMs?: number;
  /** Milliseconds of one call, progress or not. @defaultValue 600,000 */
  readonly deadlineMs?: number;
  /** @defaultValue 15,000 */
  readonly connectTimeoutMs?: number;
  /** Milliseconds without a call after which it is left until the next one. @defaultValue never */
  readonly idleCloseMs?: number;
  /** Patterns for the names of its tools (`read_*`). @defaultValue all of them */
  readonly include?: readonly string[];
  readonly exclude?: readonly string[];
  /** Before the names of its tools; false for none. @defaultValue its key */
  readonly prefix?: string | false;
  /** What its tools promise: one class for all, or by their names at the server. Never taken from its hints. @defaultValue `side_effecting` */
  readonly replayClass?: ReplayClass | Readonly<Record<string, ReplayClass>>;
  readonly auth?: McpAuthConfig;
}

/** `streamable-http` is another name of `http`. */
export type McpTransportName = 'stdio' | 'http' | 'streamable-http' | 'sse';

/** How to be let in. */
export type McpAuthConfig =
  { readonly bearer: string } | { readonly oauth: ClientCredentialsConfig | AuthorizationCodeConfig };

/** For programs that have a client id and secret of their own. */
export interface ClientCredentialsConfig {
  readonly grant: 'client_credentials';
  readonly clientId: string;
  readonly clientSecret: string;
  readonly scope?: string;
  /** The authorisation server that they are for; others never get them. */
  readonly issuer?: string;
}

/** For a person who signs in with a browser, with PKCE. */
export interface AuthorizationCodeConfig {
  readonly grant: 'authorization_code';
  readonly clientId?: string;
  readonly clientSecret?: string;
  readonly scope?: string;
  /** Where the browser comes back to; a port of this machine is listened to meanwhile. @defaultValue `http://127.0.0.1:0/callback` */
  readonly redirectUrl?: string;
  /** A document that describes this client, for servers that take one in place of a registration. */
  readonly clientMetadataUrl?: string;
}

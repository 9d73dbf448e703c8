import type { Secrets } from '../../context/secrets.js';
import { systemClock } from '../../foundation/clock.js';
import type { JsonValue } from '../../foundation/json.js';
import { OWN_VERSION } from '../../foundation/own-version.js';
import type { ConnectionListener, TokenStore } from '../protocol/server-connection.js';
import type { McpToolsOptions } from './mcp-tools-options.js';
import { RemoteServer } from './remote-server.js';
import type { McpServerConfig } from './server-config.js';
import { type HeldServer, holdServer } from './server-pool.js';
import { targetOf } from './target-of.js';

/** The longest answer over stdio, in bytes. */
const MAX_MESSAGE_BYTES = 64 * 1_048_576;
const DEFAULT_CONNECT_MS = 15_000;

interface Configured {
  readonly name: string;
  readonly config: McpServerConfig;
}

/**
 * Holds the server of a configuration, which others may hold already.
 *
 * @throws `DEFINITION` for variables that nobody knows.
 */
export function holdConfigured(
  { name, config }: Configured,
  options: McpToolsOptions,
  known: { readonly secrets: Secrets; readonly tokens: TokenStore },
): HeldServer {
  const { clock = systemClock, elicit, sample, roots, signIn } = options;
  const { target, secrets } = targetOf(name, config, {
    findSecret: variable => known.secrets.find(variable),
    findVariable: variable => process.env[variable],
    signIn,
    tokens: known.tokens,
  });
  const handlers: Pick<ConnectionListener, 'elicit' | 'sample' | 'roots'> = {
    ...(elicit === undefined ? {} : { elicit: async request => elicit({ ...request, server: name }) }),
    ...(sample === undefined ? {} : { sample: request => sample(request, name) }),
    ...(roots === undefined ? {} : { roots: () => roots }),
  };
  // Functions and stores are compared by identity, the rest by what it says once its variables are replaced: who is let in is
  // another one for each secret and for each store of tokens.
  const key = JSON.parse(JSON.stringify([name, config, target, roots ?? null])) as JsonValue;
  const store = 'auth' in target ? known.tokens : undefined;
  return holdServer(key, [elicit, sample, signIn, store, clock], () => {
    const { connectTimeoutMs = DEFAULT_CONNECT_MS } = config;
    return new RemoteServer({
      ...{ name, config, clock, handlers, secrets, connectTimeoutMs },
      connect: async (listener, signal) => {
        // The SDK takes its time to load, and only those who use servers wait for it.
        const { connectServer } = await import('../protocol/connect-server.js');
        return connectServer(target, listener, {
          clientInfo: { name: 'toolwright', version: OWN_VERSION },
          timeoutMs: connectTimeoutMs,
          signal,
          maxMessageBytes: MAX_MESSAGE_BYTES,
        });
      },
    });
  });
}

import { Secrets } from '../../context/secrets.js';
import { definedMembers } from '../../foundation/json.js';
import type { ServerAuth, ServerTarget } from '../protocol/server-connection.js';
import { expandVariables, type FindVariable } from './expand-variables.js';
import type { McpAuthConfig, McpServerConfig } from './mcp-config.js';

/** Makes the tokens of a server that has `oauth`. */
export type OpenAuth = (
  server: string,
  url: string,
  auth: Extract<McpAuthConfig, { oauth: unknown }>,
) => ServerAuth;

/** How a server is reached, its variables replaced, and what must not be told of that. */
export interface PreparedTarget {
  readonly target: ServerTarget;
  /** Masks what variables stood for, and tokens. */
  readonly mask: (text: string) => string;
}

/** @throws `DEFINITION` for variables that nobody knows. */
export function targetOf(
  name: string,
  config: McpServerConfig,
  { find, openAuth }: { readonly find: FindVariable; readonly openAuth: OpenAuth },
): PreparedTarget {
  const hidden = new Map<string, string>();
  const found: FindVariable = variable => {
    const value = find(variable);
    if (value !== undefined && value.length >= LEAST_SECRET) hidden.set(variable, value);
    return value;
  };
  const {
    command,
    args = [],
    env = {},
    cwd,
    url = '',
    headers = {},
    transport,
    type,
    auth,
  } = expandVariables(config, found, `mcp, server '${name}'`);
  const bearer = auth !== undefined && 'bearer' in auth ? auth.bearer : undefined;
  if (bearer !== undefined) hidden.set('bearer', bearer);
  if (auth !== undefined && 'oauth' in auth && auth.oauth.clientSecret !== undefined)
    hidden.set('clientSecret', auth.oauth.clientSecret);
  const secrets = new Secrets(Object.fromEntries(hidden));
  const mask = (text: string): string => secrets.mask(text);
  if (command !== undefined)
    return { mask, target: { kind: 'stdio', command, args, env, ...definedMembers({ cwd }) } };
  const kind = (transport ?? type) === 'sse' ? 'sse' : 'http';
  const allHeaders = bearer === undefined ? headers : { ...headers, authorization: `Bearer ${bearer}` };
  const tokens = auth !== undefined && 'oauth' in auth ? openAuth(name, url, auth) : undefined;
  return {
    mask,
    target: { kind, url, headers: allHeaders, ...(tokens === undefined ? {} : { auth: tokens }) },
  };
}

/** Shorter values stand in every text, and hide nothing. */
const LEAST_SECRET = 4;

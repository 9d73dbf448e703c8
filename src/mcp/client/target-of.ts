import { Secrets } from '../../context/secrets.js';
import { DefinitionError } from '../../foundation/definition-error.js';
import { definedMembers } from '../../foundation/json.js';
import type { ServerAuth, ServerTarget, SignIn, TokenStore } from '../protocol/server-connection.js';
import { expandVariables, type FindVariable } from './expand-variables.js';
import { changeArgumentSecrets, changeUrlSecrets, SOUNDS_SECRET } from './inline-secrets.js';
import type { AuthorizationCodeConfig, ClientCredentialsConfig, McpServerConfig } from './server-config.js';

/** Where values and tokens come from. */
export interface TargetSources {
  readonly findSecret: FindVariable;
  /** In the environment. */
  readonly findVariable: FindVariable;
  readonly signIn: SignIn | undefined;
  readonly tokens: TokenStore;
}

/** How a server is reached, its variables replaced, and what must not be told of that. */
export interface PreparedTarget {
  readonly target: ServerTarget;
  /** Tokens, what secrets were put in, and values of headers and variables that sound like such. */
  readonly secrets: Secrets;
}

/** @throws `DEFINITION` for variables that nobody knows, and for a person who is to sign in and cannot. */
export function targetOf(name: string, config: McpServerConfig, sources: TargetSources): PreparedTarget {
  const hidden = new Hidden();
  const found: FindVariable = variable => {
    const secret = sources.findSecret(variable);
    const value = secret ?? sources.findVariable(variable);
    // Folders and regions are no secrets, and stand in results that a model needs.
    if (value !== undefined && (secret !== undefined || SOUNDS_SECRET.test(variable)))
      hidden.add(variable, value);
    return value;
  };
  const where = `mcp, server '${name}'`;
  const expanded = expandVariables(config, found, where);
  const { command, args = [], env = {}, cwd, url = '', headers = {}, transport, type, auth } = expanded;
  for (const [key, value] of Object.entries({ ...env, ...headers }))
    if (SOUNDS_SECRET.test(key)) hidden.add(key, value.replace(SCHEME, ''));
  const hide = (value: string, part: string): string => {
    hidden.add(part.replace(/^-+/, ''), value);
    return value;
  };
  changeUrlSecrets(url, (value, part) => hide(value, part === '@' ? 'credentials' : part));
  changeArgumentSecrets(args, hide);
  const { secrets } = hidden;
  if (command !== undefined)
    return { secrets, target: { kind: 'stdio', command, args, env, ...definedMembers({ cwd }) } };
  const kind = (transport ?? type) === 'sse' ? 'sse' : 'http';
  if (auth === undefined) return { secrets, target: { kind, url, headers } };
  if ('bearer' in auth) {
    hidden.add('bearer', auth.bearer);
    return {
      secrets,
      target: { kind, url, headers: { ...headers, authorization: `Bearer ${auth.bearer}` } },
    };
  }
  return { secrets, target: { kind, url, headers, auth: authOf(auth.oauth, { ...sources, hidden, where }) } };
}

function authOf(
  { grant, ...client }: ClientCredentialsConfig | AuthorizationCodeConfig,
  { tokens, signIn, hidden, where }: TargetSources & { readonly hidden: Hidden; readonly where: string },
): ServerAuth {
  if (client.clientSecret !== undefined) hidden.add('clientSecret', client.clientSecret);
  const hide = (name: string, value: string): void => hidden.add(name, value);
  if (grant === 'client_credentials') return { ...client, tokens, hide };
  if (signIn === undefined)
    throw new DefinitionError([
      {
        where,
        seen: 'a person has to sign in, and nobody shows the page.',
        fix: 'give signIn to McpTools, or use client_credentials.',
      },
    ]);
  return { ...client, tokens, hide, signIn };
}

/** A header names it before the token. */
const SCHEME = /^(?:Basic|Bearer|Token)\s+/i;
/** Shorter values stand in every text, and hide nothing. */
const LEAST_SECRET = 4;

/** Values that are masked from when they are known. */
class Hidden {
  readonly #known = new Map<string, string>();
  /** Remembers the last values of each name, as a token may still be told of after its successor came. */
  readonly secrets = new Secrets(name => this.#known.get(name));

  add(name: string, value: string): void {
    if (value.length < LEAST_SECRET) return;
    this.#known.set(name, value);
    this.secrets.find(name);
  }
}

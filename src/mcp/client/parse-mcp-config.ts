import { readFileSync } from 'node:fs';
import { DefinitionError, type DefinitionProblem } from '../../foundation/definition-error.js';
import { isPlainObject } from '../../foundation/json.js';
import { findRuleProblems, type OptionRule, type OptionRules } from '../../tool/option-rules.js';
import type { ReplayClass } from '../../tool/replay-class.js';
import { findUnknownOptions } from '../../tool/unknown-options.js';
import type { McpConfig } from './mcp-config.js';
import type { AuthorizationCodeConfig, ClientCredentialsConfig, McpServerConfig } from './server-config.js';

const isText = (value: unknown): boolean => typeof value === 'string' && value.trim() !== '';
const text: OptionRule = { wanted: 'text', admits: isText };
const flag: OptionRule = { wanted: 'true or false', admits: value => typeof value === 'boolean' };
const ms: OptionRule = {
  wanted: 'a number of milliseconds above 0',
  admits: value => typeof value === 'number' && value > 0,
};
const texts: OptionRule = {
  wanted: 'a list of texts',
  isList: true,
  admits: value => Array.isArray(value) && value.every(each => typeof each === 'string'),
};
const textsByName: OptionRule = {
  wanted: 'texts by name',
  admits: value => isPlainObject(value) && Object.values(value).every(each => typeof each === 'string'),
};
const REPLAY_CLASSES: readonly ReplayClass[] = ['read_only', 'idempotent', 'side_effecting'];
const isReplayClass = (value: unknown): boolean => REPLAY_CLASSES.some(each => each === value);

const transportName: OptionRule = {
  wanted: "'stdio', 'http' or 'sse'",
  admits: isOneOf('stdio', 'http', 'streamable-http', 'sse'),
};
/** One with variables is known only once they are. */
const isAddress = (value: unknown): boolean =>
  isText(value) && (/\$\{/.test(String(value)) || /^https?:/.test(findProtocol(String(value))));
const findProtocol = (url: string): string => (URL.canParse(url) ? new URL(url).protocol : '');

const RULES: OptionRules<keyof McpServerConfig> = {
  command: text,
  args: texts,
  env: textsByName,
  cwd: text,
  url: { wanted: 'a URL: https://example.com/mcp', admits: isAddress },
  headers: textsByName,
  transport: transportName,
  type: transportName,
  enabled: flag,
  required: flag,
  timeoutMs: ms,
  deadlineMs: ms,
  connectTimeoutMs: ms,
  idleCloseMs: ms,
  include: texts,
  exclude: texts,
  prefix: {
    wanted: 'text, or false for none',
    admits: value => value === false || typeof value === 'string',
  },
  replayClass: {
    wanted: `${REPLAY_CLASSES.map(each => `'${each}'`).join(', ')}, or one of them by the name of a tool`,
    admits: value =>
      isReplayClass(value) || (isPlainObject(value) && Object.values(value).every(isReplayClass)),
  },
  auth: {
    wanted: "{ bearer: '${TOKEN}' } or { oauth: { grant: 'client_credentials', clientId, clientSecret } }",
    admits: isPlainObject,
  },
};

const OAUTH_RULES: OptionRules<keyof ClientCredentialsConfig | keyof AuthorizationCodeConfig> = {
  grant: {
    wanted: "'client_credentials' or 'authorization_code'",
    admits: isOneOf('client_credentials', 'authorization_code'),
  },
  clientId: text,
  clientSecret: text,
  scope: text,
  issuer: text,
  redirectUrl: text,
  clientMetadataUrl: text,
};

/**
 * A configuration as it has to be; variables in it stay as they are.
 *
 * @param where - What it is called in problems: a path.
 * @throws {@link DefinitionError} (`DEFINITION`) with every mistake.
 */
export function parseMcpConfig(value: unknown, where = 'mcp'): McpConfig {
  const problems = isPlainObject(value) ? findProblems(value, where) : [noServers(where)];
  if (problems.length > 0) throw new DefinitionError(problems);
  return value as McpConfig;
}

const noServers = (where: string): DefinitionProblem => ({
  where,
  seen: 'it has no mcpServers.',
  fix: "write { mcpServers: { files: { command: 'npx', args: ['-y', 'some-server'] } } }.",
});

function findProblems(value: Record<string, unknown>, where: string): DefinitionProblem[] {
  const { mcpServers, use, catalogue } = value;
  if (!isPlainObject(mcpServers) && (mcpServers !== undefined || use === undefined))
    return [noServers(where)];
  return [
    ...findUnknownOptions(value, ['mcpServers', 'use', 'catalogue'], where),
    ...findRuleProblems({ use, catalogue }, CATALOGUE_RULES, where),
    ...((use === undefined) === (catalogue === undefined)
      ? []
      : [
          {
            where,
            seen: 'use and catalogue need each other.',
            fix: "write { use: ['crm'], catalogue: 'mcp.json' }.",
          },
        ]),
    ...Object.entries(mcpServers ?? {}).flatMap(([name, server]) =>
      findServerProblems(server, `${where}, server '${name}'`),
    ),
  ];
}

const CATALOGUE_RULES: OptionRules<'use' | 'catalogue'> = {
  use: { ...texts, wanted: 'a list of names' },
  catalogue: {
    wanted: 'the path of a file, or a catalogue',
    admits: value => isText(value) || (typeof value === 'object' && value !== null && 'find' in value),
  },
};

/** @throws {@link DefinitionError} (`DEFINITION`) for a file that cannot be read, is no JSON, or holds mistakes. */
export function loadMcpConfig(path: string): McpConfig {
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const seen = code === undefined ? `it is no JSON: ${message}` : `it cannot be read (${code}).`;
    throw new DefinitionError([{ where: path, seen, fix: 'give a JSON file with mcpServers.' }]);
  }
  return parseMcpConfig(value, path);
}

function findServerProblems(server: unknown, where: string): DefinitionProblem[] {
  if (!isPlainObject(server))
    return [{ where, seen: 'it is no object.', fix: "write { command: 'npx', args: […] } or { url }." }];
  return [
    ...findRuleProblems(server, RULES, where),
    ...findKindProblems(server, where),
    ...findAuthProblems(server['auth'], `${where}, auth`),
  ];
}

/** Members that nobody would read. */
function findKindProblems(server: McpServerConfig, where: string): DefinitionProblem[] {
  const { command, url, transport, type } = server;
  const kind = transport ?? type;
  if (command === undefined && url === undefined)
    return [{ where, seen: 'it has neither a command nor a url.', fix: 'give one of them.' }];
  if (command !== undefined && url !== undefined)
    return [{ where, seen: 'it has a command and a url.', fix: 'leave one of them out.' }];
  if (kind !== undefined && (kind === 'stdio') !== (command !== undefined))
    return [
      {
        where,
        seen: `its transport is '${kind}'.`,
        fix: `leave it out: ${command ? 'a command' : 'a url'} says it.`,
      },
    ];
  const idle = command === undefined ? (['args', 'env', 'cwd'] as const) : (['headers', 'auth'] as const);
  return idle
    .filter(name => server[name] !== undefined)
    .map(name => ({
      where,
      seen: `'${name}' does nothing here.`,
      fix:
        command === undefined
          ? 'it is for a command.'
          : 'it is for a url; give a command its secrets as env.',
    }));
}

function findAuthProblems(auth: unknown, where: string): DefinitionProblem[] {
  if (!isPlainObject(auth)) return [];
  const known = findUnknownOptions(auth, ['bearer', 'oauth'], where);
  if (known.length > 0) return known;
  const { bearer, oauth } = auth;
  if ((bearer === undefined) === (oauth === undefined))
    return [{ where, seen: 'it needs bearer or oauth.', fix: RULES.auth.wanted }];
  if (oauth === undefined)
    return isText(bearer) ? [] : [{ where, seen: 'bearer is no text.', fix: "write '${TOKEN}'." }];
  if (!isPlainObject(oauth)) return [{ where, seen: 'oauth is no object.', fix: RULES.auth.wanted }];
  const needed = oauth['grant'] === 'client_credentials' ? ['clientId', 'clientSecret'] : ['grant'];
  return [
    ...findRuleProblems(oauth, OAUTH_RULES, `${where}.oauth`),
    ...needed
      .filter(name => oauth[name] === undefined)
      .map(name => ({ where: `${where}.oauth`, seen: `it has no ${name}.`, fix: `give ${name}.` })),
  ];
}

function isOneOf(...allowed: readonly string[]): (value: unknown) => boolean {
  return value => allowed.includes(value as string);
}

import { DefinitionError, type DefinitionProblem } from '../../foundation/definition-error.js';
import { findRuleProblems, type OptionRules } from '../../tool/option-rules.js';
import type { EndpointOptions } from './http-endpoint.js';
import type { HttpServerOptions } from './http-server.js';
import { findOAuthProblems } from './oauth-problems.js';

const ENDPOINT_RULES: OptionRules<keyof EndpointOptions> = {
  allowedHosts: {
    wanted: "a list of host names without scheme and port, such as 'tools.example'",
    isList: true,
    admits: value => Array.isArray(value) && value.every(isHostName),
  },
  auth: {
    wanted: 'a function, or { issuer, resource }',
    admits: value => typeof value === 'function' || (typeof value === 'object' && value !== null),
  },
  stateless: { wanted: 'true or false', admits: value => typeof value === 'boolean' },
  rateLimit: { wanted: '{ requests, perMs }, both above 0', admits: value => isRate(value) },
  maxSessions: { wanted: 'a whole number of 1 or more', admits: value => isWhole(value, 1) },
  idleMs: { wanted: 'milliseconds above 0', admits: value => typeof value === 'number' && value > 0 },
  eventStore: {
    wanted: 'what memoryEventStore() gives, or a store with append, readAfter and forget',
    admits: value => isStore(value),
  },
  retryMs: { wanted: 'a whole number of milliseconds', admits: value => isWhole(value, 0) },
};

const SERVER_RULES: OptionRules<keyof HttpServerOptions> = {
  ...ENDPOINT_RULES,
  port: { wanted: 'a whole number from 0 to 65535', admits: value => isWhole(value, 0) && value <= 65_535 },
  host: { wanted: 'an address or name', admits: value => typeof value === 'string' && value !== '' },
  path: {
    wanted: "text that begins with a slash, such as '/mcp'",
    admits: value => typeof value === 'string' && value.startsWith('/'),
  },
};

/** @throws {@link DefinitionError} (`DEFINITION`) naming every option that cannot be meant: a misspelt `auth` would let everybody in. */
export function checkHttpOptions(options: HttpServerOptions): void {
  const where = 'serveMcp, http';
  const given: unknown = options;
  if (typeof given !== 'object' || given === null) {
    throw new DefinitionError([{ where, seen: 'it is no object.', fix: 'write http: { port: 8080 }.' }]);
  }
  const problems = [
    ...findRuleProblems(given, SERVER_RULES, where),
    ...findEndpointProblems(options, where),
    ...('port' in given ? [] : [{ where, seen: 'port is missing.', fix: 'give port, or 0 for any.' }]),
  ];
  if (problems.length > 0) throw new DefinitionError(problems);
}

/** Mistakes in the options of `createMcpHandler` that are not those of a runtime. */
export function findHandlerProblems(options: EndpointOptions, where: string): DefinitionProblem[] {
  return [...findRuleProblems(options, ENDPOINT_RULES, where), ...findEndpointProblems(options, where)];
}

const OF_SESSIONS = ['maxSessions', 'idleMs', 'eventStore', 'retryMs'] as const;

function findEndpointProblems(options: EndpointOptions, where: string): DefinitionProblem[] {
  const { stateless, auth } = options;
  const useless = stateless === true ? OF_SESSIONS.filter(name => options[name] !== undefined) : [];
  return [
    ...useless.map(name => ({
      where,
      seen: `${name} is stated, but with stateless: true there are no sessions.`,
      fix: 'leave one of the two out.',
    })),
    ...(typeof auth === 'object' ? findOAuthProblems(auth, `${where}, auth`) : []),
  ];
}

/** As it stands in a URL: what a request says is compared with that. */
const isHostName = (value: unknown): boolean =>
  typeof value === 'string' &&
  URL.canParse(`http://${value}`) &&
  new URL(`http://${value}`).hostname === value;

const isRate = (value: unknown): boolean => {
  const { requests, perMs = 1 } = Object(value) as { requests?: unknown; perMs?: unknown };
  return isWhole(requests, 1) && typeof perMs === 'number' && perMs > 0;
};

const isWhole = (value: unknown, least: number): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= least;

const isStore = (value: unknown): boolean =>
  ['append', 'readAfter', 'forget'].every(
    name => typeof (Object(value) as Record<string, unknown>)[name] === 'function',
  );

import { DefinitionError } from '../../foundation/definition-error.js';
import { findRuleProblems, type OptionRules } from '../../tool/option-rules.js';
import type { HttpServerOptions } from './http-server.js';

const RULES: OptionRules<keyof HttpServerOptions> = {
  port: { wanted: 'a whole number from 0 to 65535', admits: value => isWhole(value, 0) && value <= 65_535 },
  host: { wanted: 'an address or name', admits: value => typeof value === 'string' && value !== '' },
  path: {
    wanted: "text that begins with a slash, such as '/mcp'",
    admits: value => typeof value === 'string' && value.startsWith('/'),
  },
  allowedHosts: { wanted: 'a list of names', admits: value => Array.isArray(value) },
  auth: { wanted: 'a function', admits: value => typeof value === 'function' },
  maxSessions: { wanted: 'a whole number of 1 or more', admits: value => isWhole(value, 1) },
  idleMs: { wanted: 'milliseconds above 0', admits: value => typeof value === 'number' && value > 0 },
};

/** @throws {@link DefinitionError} (`DEFINITION`) naming every option that cannot be meant: a misspelt `auth` would let everybody in. */
export function checkHttpOptions(options: HttpServerOptions): void {
  const where = 'serveMcp, http';
  const given: unknown = options;
  if (typeof given !== 'object' || given === null) {
    throw new DefinitionError([{ where, seen: 'it is no object.', fix: 'write http: { port: 8080 }.' }]);
  }
  const problems = [
    ...findRuleProblems(given, RULES, where),
    ...('port' in given ? [] : [{ where, seen: 'port is missing.', fix: 'give port, or 0 for any.' }]),
  ];
  if (problems.length > 0) throw new DefinitionError(problems);
}

const isWhole = (value: unknown, least: number): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= least;

import { types } from 'node:util';
import type { DefinitionProblem } from '../foundation/definition-error.js';
import { describeKind } from '../foundation/value-kind.js';
import { findPolicyMistakes } from '../tool/execution-policy.js';
import { type Guardrail, GUARDRAIL_POSITIONS } from '../tool/guardrail.js';
import { ToolRegistry } from '../tool/tool-registry.js';
import { findUnknownOptions } from '../tool/unknown-options.js';
import { type CallLimits, DEFAULT_LIMITS } from './call-settings.js';
import type { RuntimeOptions } from './runtime-options.js';

const WHERE = 'runtime options';

interface OptionRule {
  /** To follow "give". */
  readonly wanted: string;
  admits(value: unknown): boolean;
}

const RULES: Readonly<Record<keyof RuntimeOptions, OptionRule>> = {
  container: { wanted: 'a tsyringe container or a Resolver', admits: isObject },
  secrets: {
    wanted: 'secrets by name, or a function',
    admits: value => isObject(value) || isFunction(value),
  },
  logger: { wanted: 'debug, info, warn and error', admits: withMethods('debug', 'info', 'warn', 'error') },
  workspaceRoot: {
    wanted: 'the path of a folder',
    admits: value => typeof value === 'string' && value !== '',
  },
  hostState: { wanted: 'anything', admits: () => true },
  registry: { wanted: 'a new ToolRegistry()', admits: value => value instanceof ToolRegistry },
  toolSpecs: { wanted: "a list: [{ name: 'terminal' }]", admits: value => Array.isArray(value) },
  toolFilter: { wanted: 'a regular expression: /^terminal/', admits: value => types.isRegExp(value) },
  guardrails: { wanted: 'a list of { name, position, check }', admits: listOf(withMethods('check')) },
  policies: { wanted: 'a list of { name, decide }', admits: listOf(withMethods('decide')) },
  journal: { wanted: 'something that can write', admits: withMethods('write') },
  recall: { wanted: 'something that can find', admits: withMethods('find') },
  defaults: { wanted: 'limits of execution: { timeoutMs: 5_000 }', admits: isObject },
  limits: { wanted: 'sizes: { resultBytes: 10_000 }', admits: isObject },
  clock: { wanted: 'now, monotonicMs and schedule', admits: withMethods('now', 'monotonicMs', 'schedule') },
  entropy: { wanted: 'uuid and random', admits: withMethods('uuid', 'random') },
};

/** Every mistake in the options; empty when there is none. Callers in JavaScript may give anything. */
export function findOptionProblems(options: RuntimeOptions): DefinitionProblem[] {
  const wrong = findWrongValues(options);
  if (wrong.length > 0) return [...findUnknownOptions(options, Object.keys(RULES), WHERE), ...wrong];
  return [
    ...findUnknownOptions(options, Object.keys(RULES), WHERE),
    ...findLimitProblems(options.limits ?? {}),
    ...findPolicyMistakes(options.defaults ?? {}).map(mistake => ({ where: 'runtime defaults', ...mistake })),
    ...findIdleGuardrails(options.guardrails ?? []),
  ];
}

function findWrongValues(options: object): DefinitionProblem[] {
  const rules: Readonly<Partial<Record<string, OptionRule>>> = RULES;
  return Object.entries(options).flatMap(([name, value]) => {
    const rule = rules[name];
    if (value === undefined || rule === undefined || rule.admits(value)) return [];
    const seen = Array.isArray(value)
      ? `${name} holds something else.`
      : `${name} is ${describeKind(value)}.`;
    return [{ where: WHERE, seen, fix: `give ${rule.wanted}.` }];
  });
}

/** A guardrail that no stage asks would let everything pass. */
function findIdleGuardrails(guardrails: readonly Guardrail[]): DefinitionProblem[] {
  return guardrails
    .filter(({ position }) => !GUARDRAIL_POSITIONS.includes(position))
    .map(({ name, position }) => ({
      where: `guardrail '${name}'`,
      seen: `its position is '${position}'.`,
      fix: `write ${GUARDRAIL_POSITIONS.map(known => `'${known}'`).join(' or ')}.`,
    }));
}

function findLimitProblems(limits: Partial<CallLimits>): DefinitionProblem[] {
  const where = 'runtime limits';
  const wrong = Object.entries<unknown>(limits).filter(
    ([, limit]) => limit !== undefined && !(Number.isInteger(limit) && (limit as number) > 0),
  );
  return [
    ...findUnknownOptions(limits, Object.keys(DEFAULT_LIMITS), where),
    ...wrong.map(([name, limit]) => ({
      where,
      seen: `${name} is ${String(limit)}.`,
      fix: 'give a whole number above 0.',
    })),
  ];
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isFunction(value: unknown): boolean {
  return typeof value === 'function';
}

/** Also for classes with static methods, hence functions. */
function withMethods(...names: readonly string[]): (value: unknown) => boolean {
  return value =>
    (isObject(value) || isFunction(value)) &&
    names.every(name => isFunction((value as Record<string, unknown>)[name]));
}

function listOf(admits: (item: unknown) => boolean): (value: unknown) => boolean {
  return value => Array.isArray(value) && value.every(admits);
}

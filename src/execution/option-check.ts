import { types } from 'node:util';
import type { DefinitionProblem } from '../foundation/definition-error.js';
import { type AttemptPolicy, findPolicyMistakes } from '../tool/execution-policy.js';
import { type Guardrail, TOOL_POSITIONS } from '../tool/guardrail.js';
import {
  findMisspelt,
  GUARDRAIL_MEMBERS,
  POLICY_MEMBERS,
  TOOL_MIDDLEWARE_MEMBERS,
} from '../tool/misspelt-members.js';
import { findRuleProblems, type OptionRule, type OptionRules } from '../tool/option-rules.js';
import { ToolRegistry } from '../tool/tool-registry.js';
import { findUnknownOptions } from '../tool/unknown-options.js';
import { type CallLimits, DEFAULT_POLICY } from './call-settings.js';
import type { RuntimeOptions } from './runtime-options.js';

const RULES: OptionRules<keyof RuntimeOptions> = {
  container: { wanted: 'a tsyringe container or a Resolver', admits: isObject },
  manifest: {
    wanted: 'what loadManifest() gives, or false',
    admits: value => value === false || isManifest(value),
  },
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
  toolSpecs: { wanted: "a list: [{ name: 'terminal' }]", admits: Array.isArray },
  toolFilter: { wanted: 'a regular expression: /^terminal/', admits: value => types.isRegExp(value) },
  guardrails: {
    wanted: 'a list of { name, position, check }',
    isList: true,
    admits: listOf(withMethods('check')),
  },
  policies: { wanted: 'a list of { name, decide }', isList: true, admits: listOf(withMethods('decide')) },
  middleware: {
    wanted: 'a list of { name, aroundTool }',
    isList: true,
    admits: listOf(isObject),
  },
  journal: { wanted: 'something that can write', admits: withMethods('write') },
  recall: { wanted: 'something that can find', admits: withMethods('find') },
  defaults: { wanted: 'limits of execution: { timeoutMs: 5_000 }', admits: isObject },
  limits: { wanted: 'sizes: { resultBytes: 10_000 }', admits: isObject },
  clock: { wanted: 'now, monotonicMs and schedule', admits: withMethods('now', 'monotonicMs', 'schedule') },
  entropy: { wanted: 'uuid and random', admits: withMethods('uuid', 'random') },
};

const LIMIT: OptionRule = {
  wanted: 'a whole number above 0',
  admits: value => Number.isInteger(value) && (value as number) > 0,
};
const LIMIT_RULES: OptionRules<keyof CallLimits> = {
  argumentDepth: LIMIT,
  argumentBytes: LIMIT,
  resultBytes: LIMIT,
  dataBytes: LIMIT,
};

/** Every mistake in the options; empty when there is none. Callers in JavaScript may give anything. */
export function findOptionProblems(options: RuntimeOptions): DefinitionProblem[] {
  // What is no such thing at all has been named as a whole.
  const sound = <K extends 'limits' | 'defaults' | 'guardrails'>(name: K): RuntimeOptions[K] | undefined =>
    RULES[name].admits(options[name]) ? options[name] : undefined;
  return [
    ...findRuleProblems(options, RULES, 'runtime options'),
    ...findRuleProblems(sound('limits') ?? {}, LIMIT_RULES, 'runtime limits'),
    ...findDefaultProblems(sound('defaults') ?? {}),
    ...findIdleGuardrails(sound('guardrails') ?? []),
    ...findMisspelt(options.guardrails, 'guardrail', GUARDRAIL_MEMBERS),
    ...findMisspelt(options.policies, 'policy', POLICY_MEMBERS),
    ...findMisspelt(options.middleware, 'middleware', TOOL_MIDDLEWARE_MEMBERS),
  ];
}

function findDefaultProblems(defaults: AttemptPolicy): DefinitionProblem[] {
  const where = 'runtime defaults';
  return [
    ...findUnknownOptions(defaults, Object.keys(DEFAULT_POLICY), where),
    ...findPolicyMistakes(defaults).map(mistake => ({ where, ...mistake })),
  ];
}

/** A guardrail that no stage asks would let everything pass; input and output are asked by agents. */
function findIdleGuardrails(guardrails: readonly Guardrail[]): DefinitionProblem[] {
  return guardrails
    .filter(({ position }) => !TOOL_POSITIONS.includes(position))
    .map(({ name, position }) => ({
      where: `guardrail '${name}'`,
      seen: `its position is '${position}'.`,
      fix: `write ${TOOL_POSITIONS.map(known => `'${known}'`).join(' or ')}.`,
    }));
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isManifest(value: unknown): boolean {
  return isObject(value) && 'tools' in value && 'types' in value && 'version' in value;
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

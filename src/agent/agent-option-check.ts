import { types } from 'node:util';
import { DefinitionError, type DefinitionProblem } from '../foundation/definition-error.js';
import { isPlainObject } from '../foundation/json.js';
import { describeKind } from '../foundation/value-kind.js';
import type { Model } from '../model/model.js';
import { type Guardrail, GUARDRAIL_POSITIONS } from '../tool/guardrail.js';
import {
  findMisspelt,
  GUARDRAIL_MEMBERS,
  POLICY_MEMBERS,
  TOOL_MIDDLEWARE_MEMBERS,
} from '../tool/misspelt-members.js';
import { findRuleProblems, type OptionRule, type OptionRules } from '../tool/option-rules.js';
import type { AgentMiddleware } from './agent-middleware.js';
import type { AgentLimits, AgentOptions, AgentRunOptions } from './agent-options.js';

const anything: OptionRule = { wanted: 'anything', admits: () => true };
const count: OptionRule = {
  wanted: 'a whole number above 0',
  admits: value => Number.isInteger(value) && Number(value) > 0,
};
const amount: OptionRule = {
  wanted: 'a number above 0',
  admits: value => typeof value === 'number' && value > 0,
};
const text: OptionRule = {
  wanted: 'text',
  admits: value => typeof value === 'string' && value.trim() !== '',
};
const flag: OptionRule = { wanted: 'true or false', admits: value => typeof value === 'boolean' };
const isFunction = (value: unknown): boolean => typeof value === 'function';

const toolChoice: OptionRule = {
  wanted: "'auto', 'required', 'none' or { tool: 'look_up' }",
  admits: value =>
    ['auto', 'required', 'none'].includes(value as string) ||
    (isPlainObject(value) && typeof value['tool'] === 'string'),
};

const LIMIT_RULES: OptionRules<keyof AgentLimits> = {
  maxSteps: count,
  maxToolCalls: count,
  maxDurationMs: amount,
  maxCostUsd: amount,
  maxTokens: count,
};

/** What a runtime takes is checked there. */
const RULES: OptionRules<keyof AgentOptions> = {
  ...{
    container: anything,
    manifest: anything,
    secrets: anything,
    logger: anything,
    workspaceRoot: anything,
  },
  ...{ hostState: anything, registry: anything, toolSpecs: anything, policies: anything, defaults: anything },
  ...{ limits: anything, clock: anything, entropy: anything, model: anything },
  name: text,
  description: text,
  instructions: {
    wanted: 'text or a function',
    admits: value => typeof value === 'string' || isFunction(value),
  },
  tools: {
    wanted: 'a list of tools or a function',
    admits: value => Array.isArray(value) || isFunction(value),
  },
  mcp: { wanted: '{ mcpServers: { files: { command } } }', admits: value => typeof value === 'object' },
  toolFilter: { wanted: 'a regular expression: /^terminal/', admits: value => types.isRegExp(value) },
  toolChoice,
  parallelTools: {
    wanted: 'true, false or { maxConcurrency: 8 }',
    admits: value =>
      typeof value === 'boolean' || (isPlainObject(value) && count.admits(value['maxConcurrency'])),
  },
  outputType: {
    wanted: 'a class or { schema }',
    admits: value => isFunction(value) || (isPlainObject(value) && isPlainObject(value['schema'])),
  },
  maxOutputRetries: {
    wanted: 'a whole number of 0 or more',
    admits: value => Number.isInteger(value) && Number(value) >= 0,
  },
  asksForRisk: flag,
  maxContextTokens: count,
  stuck: {
    wanted: 'false or { repeats, failures, alternations }, each above 1',
    admits: value =>
      value === false ||
      (isPlainObject(value) && Object.values(value).every(each => count.admits(each) && each !== 1)),
  },
  settings: { wanted: 'how the model writes: { temperature: 0 }', admits: isPlainObject },
  guardrails: {
    wanted: 'a list of { name, position, check }',
    isList: true,
    admits: value =>
      Array.isArray(value) && value.every(each => isFunction((each as { check?: unknown }).check)),
  },
  middleware: {
    wanted: 'a list of { name, beforeModel, afterModel, aroundTool }',
    isList: true,
    admits: value => Array.isArray(value) && value.every(each => typeof each === 'object' && each !== null),
  },
  store: {
    wanted: 'a store of runs: new JsonlRunStore(folder)',
    admits: value =>
      ['write', 'read', 'list'].every(name => isFunction((value as Record<string, unknown> | null)?.[name])),
  },
  approvalTtlMs: amount,
  ...LIMIT_RULES,
};

const MIDDLEWARE_MEMBERS = [
  ...TOOL_MIDDLEWARE_MEMBERS,
  'beforeModel',
  'afterModel',
  'onModelError',
  'changesText',
] as const satisfies readonly (keyof AgentMiddleware)[];

/** Of one run. Its history is looked at by itself. */
const RUN_RULES: OptionRules<keyof AgentRunOptions> = {
  ...{ state: anything, container: anything, logger: anything, secrets: anything, history: anything },
  runId: text,
  conversationId: text,
  signal: {
    wanted: 'the signal of an AbortController',
    admits: value => {
      const { aborted, addEventListener } = (value ?? {}) as Readonly<Record<string, unknown>>;
      return typeof aborted === 'boolean' && isFunction(addEventListener);
    },
  },
  answerer: {
    wanted: 'something that can answer',
    admits: value => isFunction((value as { answer?: unknown } | null)?.answer),
  },
  toolChoice,
  ...LIMIT_RULES,
};

/** @throws DEFINITION with every mistake in the options. Callers in JavaScript may give anything. */
export function checkAgentOptions(options: AgentOptions): void {
  const given: unknown = options;
  if (!isPlainObject(given)) {
    const fix = "write new Agent({ name: 'support', model, tools: [Orders] }).";
    throw new DefinitionError([{ where: 'new Agent', seen: 'it got no options.', fix }]);
  }
  const problems = [
    ...findRuleProblems(options, RULES, 'agent options'),
    ...findGuardrailProblems(options),
    ...findMisspelt(options.guardrails, 'guardrail', GUARDRAIL_MEMBERS),
    ...findMisspelt(options.policies, 'policy', POLICY_MEMBERS),
    ...findMisspelt(options.middleware, 'middleware', MIDDLEWARE_MEMBERS),
  ];
  if (problems.length > 0) throw new DefinitionError(problems);
}

/** @throws DEFINITION with every mistake in the options of a run. */
export function checkRunOptions(options: unknown, where = 'run options'): void {
  if (!isPlainObject(options)) {
    const seen = `they are ${describeKind(options)}.`;
    throw new DefinitionError([{ where, seen, fix: 'give { state, signal, maxSteps, … }, or nothing.' }]);
  }
  const problems = findRuleProblems(options, RUN_RULES, where);
  if (problems.length > 0) throw new DefinitionError(problems);
}

function findGuardrailProblems({ guardrails }: AgentOptions): DefinitionProblem[] {
  // What is no list has been named as such.
  const listed: readonly Guardrail[] = Array.isArray(guardrails) ? guardrails : [];
  return listed.flatMap(({ name, position, onTrip }) => {
    const where = `guardrail '${name}'`;
    if (!GUARDRAIL_POSITIONS.includes(position)) {
      const fix = `write ${GUARDRAIL_POSITIONS.map(known => `'${known}'`).join(' or ')}.`;
      return [{ where, seen: `its position is '${position}'.`, fix }];
    }
    if (position !== 'input' || onTrip !== 'tell') return [];
    const seen = "onTrip is 'tell' at input, where no model was asked yet.";
    return [{ where, seen, fix: "leave it out, or write 'end'." }];
  });
}

/** @throws DEFINITION for tools that the model could never call. */
export function refuseTools({ tools = [], toolSpecs = [] }: AgentOptions, { modelId }: Model): void {
  if (typeof tools !== 'function' && tools.length + toolSpecs.length === 0) return;
  const seen = `the model '${modelId}' cannot call tools.`;
  throw new DefinitionError([{ where: 'agent options', seen, fix: 'use another model, or give no tools.' }]);
}

/** @throws DEFINITION for a limit on cost that a model without a price would never meet. */
export function checkPrice({ maxCostUsd }: AgentLimits, { modelId, hasPrice }: Model, where: string): void {
  if (maxCostUsd === undefined || hasPrice !== false) return;
  const seen = `maxCostUsd is given, and nobody knows what the model '${modelId}' costs.`;
  const price = 'price: { input: 0.25, output: 2 }';
  const fix = `give its price in US dollars for a million tokens: openaiCompatible({ ${price} }) or asModel(model, { ${price} }).`;
  throw new DefinitionError([{ where, seen, fix }]);
}

import type { DefinitionProblem } from '../foundation/definition-error.js';
import { describeKind } from '../foundation/value-kind.js';
import { findUnknownOptions } from './unknown-options.js';

/** What one option may be. Callers in JavaScript may give anything. */
export interface OptionRule {
  /** To follow "give". */
  readonly wanted: string;
  /** A list of something: what is wrong about a list are its items. */
  readonly isList?: true;
  admits(value: unknown): boolean;
}

export type OptionRules<TName extends string = string> = Readonly<Record<TName, OptionRule>>;

/** Options that nobody reads, and those with a value that cannot be meant; undefined counts as left out. */
export function findRuleProblems(options: object, rules: OptionRules, where: string): DefinitionProblem[] {
  return [
    ...findUnknownOptions(options, Object.keys(rules), where),
    ...findWrongValues(options, rules, where),
  ];
}

function findWrongValues(options: object, rules: OptionRules, where: string): DefinitionProblem[] {
  return Object.entries(rules).flatMap(([name, rule]) => {
    const value = (options as Readonly<Record<string, unknown>>)[name];
    if (value === undefined || rule.admits(value)) return [];
    return [{ where, seen: `${name} ${describeWrong(value, rule)}.`, fix: `give ${rule.wanted}.` }];
  });
}

/** Numbers are given whole; any text may be a secret. */
function describeWrong(value: unknown, rule: OptionRule): string {
  if (rule.isList === true && Array.isArray(value)) return describeWrongList(value, rule);
  if (typeof value === 'string' && value.trim() === '') return 'is blank';
  return `is ${typeof value === 'number' ? value : describeKind(value)}`;
}

function describeWrongList(list: readonly unknown[], rule: OptionRule): string {
  if (list.length === 0) return 'is empty';
  const index = list.findIndex(item => !rule.admits([item]));
  // All of them are right by themselves, and not together.
  if (index < 0) return 'holds something else';
  return `holds something else: item ${index + 1} is ${describeKind(list[index])}`;
}

import { findContradiction } from '../fast/contradiction.js';
import type { JsonSchema } from '../json-schema.js';
import { isJsonScalar } from './allowed-values.js';
import { builtInMessages } from './built-in-messages.js';
import { ruleTable } from './rule-table.js';
import {
  type ConstraintRecord,
  constraintsOf,
  type ValidationRecord,
  wrapsValidator,
} from './validation-records.js';
import type { ValidatorRule } from './validator-rule.js';

/**
 * The rule of a built-in validator; undefined for anything that may be an author's own, which class-validator runs.
 * An author's validator may share a built-in's name, even its message: it must also refuse nothing that the
 * keywords of the rule admit.
 */
export function findBuiltInRule(record: ValidationRecord): ValidatorRule | undefined {
  const { name } = record;
  if (name === undefined || !Object.hasOwn(ruleTable, name)) return undefined;
  const rule = ruleTable[name];
  const [constraint, ...others] = constraintsOf(record);
  if (rule === undefined || constraint === undefined || others.length > 0) return undefined;
  return speaksAs(name, constraint, record) && agrees(rule, constraint, record) ? rule : undefined;
}

const isAlwaysChecked = (rule: ValidatorRule, constraints: readonly unknown[]): boolean =>
  rule.enforcedBy === 'check' && rule.checkedFor === undefined && (rule.checkedWhen?.(constraints) ?? true);

/** Needs the same decorator factory, name and words. */
function speaksAs(name: string, constraint: ConstraintRecord, record: ValidationRecord): boolean {
  if (!wrapsValidator(record.constraintCls) || constraint.name !== name || constraint.async === true)
    return false;
  const message = messageOf(constraint, record)?.replace('each value in ', '');
  return message?.startsWith(builtInMessages[name] ?? '?') === true;
}

function messageOf({ instance }: ConstraintRecord, record: ValidationRecord): string | undefined {
  try {
    const message = instance.defaultMessage?.(argumentsOf(undefined, record));
    return typeof message === 'string' ? message : undefined;
  } catch {
    return undefined;
  }
}

/** Whether the validator accepts every sample that fits the keywords which stand for it; a check of every value runs it anyway. */
function agrees(rule: ValidatorRule, { instance }: ConstraintRecord, record: ValidationRecord): boolean {
  const constraints = record.constraints ?? [];
  if (isAlwaysChecked(rule, constraints) || rule.isDate === true || rule.instanceOf !== undefined)
    return true;
  const args = argumentsOf(undefined, record);
  return fittingSamples(rule, constraints).every(sample => {
    try {
      return instance.validate(sample, Object.assign(args, { value: sample })) === true;
    } catch {
      return false;
    }
  });
}

const fitting = new Map<ValidatorRule, Map<unknown, readonly unknown[]>>();

/** Kept, since most validators of a program stand on many properties. */
function fittingSamples(rule: ValidatorRule, constraints: readonly unknown[]): readonly unknown[] {
  const [only] = constraints;
  const isKey = only === undefined || isJsonScalar(only);
  if (constraints.length > 1 || !isKey) return findFittingSamples(rule, constraints);
  const ofRule = fitting.get(rule) ?? new Map<unknown, readonly unknown[]>();
  const samples = ofRule.get(only) ?? findFittingSamples(rule, constraints);
  fitting.set(rule, ofRule.set(only, samples));
  return samples;
}

function findFittingSamples(rule: ValidatorRule, constraints: readonly unknown[]): readonly unknown[] {
  const types = typeof rule.type === 'string' ? [rule.type] : rule.type?.(constraints);
  const keywords = rule.keywords?.(constraints) ?? {};
  const schema: JsonSchema = types === undefined ? keywords : { ...keywords, type: types };
  return samplesFor(schema).filter(sample => fits(sample, schema));
}

function argumentsOf(value: unknown, record: ValidationRecord): object {
  const { constraints = [], propertyName: property } = record;
  return { value, constraints, targetName: '', object: {}, property };
}

const SAMPLES: readonly unknown[] = [
  ...['', ' ', '  ', 'a', 'zzz', 'A', 'Ab1', '0', '1', '12:30', 'true', 'a@b.co', 'ä\n'],
  ...[0, 1, -1, 2, 0.5, -100, 100, 1e9, -1e9, true, false, {}, { a: 1 }],
  ...[[], ['a'], ['a', 'b'], [0], [1, 1], [{}]],
];

/** Values of every type, and some just inside the limits of the schema. */
function samplesFor({ minLength = 0, maxLength, minItems = 0, ...schema }: JsonSchema): unknown[] {
  const lengths = [minLength, Math.min(maxLength ?? minLength + 64, MAX_SAMPLE)];
  const texts = lengths
    .filter(length => length <= MAX_SAMPLE)
    .flatMap(length => ['x'.repeat(length), ' '.repeat(length)]);
  const lists = minItems <= MAX_SAMPLE ? [Array.from({ length: minItems }, (_, index) => index)] : [];
  const numbers = [schema.minimum, schema.maximum].filter(limit => limit !== undefined);
  return [...SAMPLES, ...texts, ...lists, ...numbers, ...(schema.enum ?? []), schema.const].filter(
    sample => sample !== null && sample !== undefined,
  );
}

const MAX_SAMPLE = 10_000;

/** Knows the forms of `not` and `allOf` that the rules write. */
function fits(value: unknown, schema: JsonSchema): boolean {
  const { not, contains, allOf = [] } = schema;
  if (findContradiction(value, schema) !== undefined) return false;
  if (typeof not === 'object' && fits(value, not)) return false;
  if (typeof contains === 'object' && Array.isArray(value) && !value.some(item => fits(item, contains)))
    return false;
  return allOf.every(part => fits(value, part));
}

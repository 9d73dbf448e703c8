import type { JsonSchema, JsonSchemaType } from '../json-schema.js';
import type { ValueCheck } from '../typed-schema.js';
import { findBuiltInRule } from './built-in.js';
import { buildCheck } from './constraint-check.js';
import type { ValidationRecord } from './validation-records.js';
import type { ValidatorRule } from './validator-rule.js';

/** One validator, translated. */
export interface AppliedRule {
  /** The decorator's name in class-validator's metadata, for problems. */
  readonly validator: string;
  /** The only types it accepts; undefined when it does not say. */
  readonly types: readonly JsonSchemaType[] | undefined;
  readonly assumedType: JsonSchemaType | undefined;
  readonly keywords: JsonSchema;
  readonly check: ValueCheck | undefined;
  /** `@ValidateIf` stands beside it. */
  readonly isConditional: boolean;
  readonly isDate: boolean;
  readonly refusesNull: boolean;
  /** It also accepts that there is no value. */
  readonly admitsAbsence: boolean;
  readonly instanceOf: unknown;
}

/** What the validators of one property say together. */
export interface PropertyRules {
  /** About the property's value as a whole. */
  readonly whole: readonly AppliedRule[];
  /** About each item (`{ each: true }`). */
  readonly items: readonly AppliedRule[];
  readonly optional: boolean;
  /** class-validator may leave null alone: `@IsOptional` always, `@ValidateIf` where its condition says so. */
  readonly mayPassNull: boolean;
  readonly nested: 'no' | 'whole' | 'items';
  /** A rule among them can only be run by class-validator's executor. */
  readonly needsLibrary: boolean;
}

export const NO_RULES: PropertyRules = {
  whole: [],
  items: [],
  optional: false,
  mayPassNull: false,
  nested: 'no',
  needsLibrary: false,
};

/** Translates the records of one property; their order does not matter. */
export function readRules(records: readonly ValidationRecord[]): PropertyRules {
  const rules = {
    whole: [] as AppliedRule[],
    items: [] as AppliedRule[],
    optional: false,
    needsLibrary: records.some(record => isScoped(record) || isCondition(record)),
  };
  let nested: PropertyRules['nested'] = 'no';
  for (const record of records) {
    if (record.type === 'conditionalValidation') rules.optional = true;
    else if (record.type === 'nestedValidation') {
      nested = record.each === true ? 'items' : 'whole';
    } else if (record.type !== 'whitelistValidation' && record.validateIf === undefined) {
      const rule = findBuiltInRule(record);
      if (rule === undefined) rules.needsLibrary = true;
      else (record.each === true ? rules.items : rules.whole).push(applyRule(record, rule));
    }
  }
  const mayPassNull = rules.optional;
  const read = { ...rules, optional: mayPassNull || admitAbsence(rules.whole), mayPassNull, nested };
  return records.some(isCondition) ? loosenAll(read) : read;
}

const loosenAll = (rules: PropertyRules): PropertyRules => ({
  ...rules,
  whole: rules.whole.map(loosen),
  items: rules.items.map(loosen),
});

/** `@ValidateIf`: class-validator decides at each call whether the other validators of the property hold. */
const isCondition = (record: ValidationRecord): boolean =>
  record.type === 'conditionalValidation' && record.name !== 'isOptional';

/** A rule that may not hold is told to the model, and left to class-validator. */
function loosen(rule: AppliedRule): AppliedRule {
  const { description, ...keywords } = rule.keywords;
  const told = [
    ...(description === undefined ? [] : [description]),
    ...Object.entries(keywords).map(([keyword, value]) => `${keyword} ${JSON.stringify(value)}`),
  ];
  const note = told.length === 0 ? {} : { description: `Under a condition: ${told.join(', ')}.` };
  return { ...rule, keywords: note, check: undefined, isConditional: true };
}

/** For a value whose type is known: a rule that may not hold tells the type it wants, and takes none away. */
export function withoutDoubtfulTypes(rule: AppliedRule): AppliedRule {
  const { isConditional, types, keywords } = rule;
  if (!isConditional || types === undefined) return rule;
  const description = [`Under a condition: ${types.join(' or ')}.`, keywords.description ?? '']
    .join(' ')
    .trim();
  return { ...rule, types: undefined, keywords: { ...keywords, description } };
}

/** A validator that accepts a missing value decides only where no other one asks for a value. */
const admitAbsence = (rules: readonly AppliedRule[]): boolean =>
  rules.length > 0 && rules.every(rule => rule.admitsAbsence);

/** A rule that does not hold always: which ones run is class-validator's decision. */
const isScoped = (record: ValidationRecord): boolean =>
  (record.groups ?? []).length > 0 || record.always !== undefined || record.validateIf !== undefined;

function applyRule(record: ValidationRecord, rule: ValidatorRule): AppliedRule {
  const constraints = record.constraints ?? [];
  const check = findCheck(record, rule);
  const isDescribed =
    typeof rule.described === 'function' ? rule.described(constraints) : rule.described === true;
  const note = check !== undefined && isDescribed ? { description: `Must be ${check.expected}.` } : {};
  return {
    validator: record.name ?? record.type,
    types: typeof rule.type === 'string' ? [rule.type] : rule.type?.(constraints),
    assumedType: rule.assumedType,
    keywords: { ...rule.keywords?.(constraints), ...note },
    check,
    isConditional: false,
    isDate: rule.isDate === true,
    refusesNull: rule.refusesNull === true,
    admitsAbsence: rule.optional === true,
    instanceOf: rule.instanceOf?.(constraints),
  };
}

function findCheck(record: ValidationRecord, rule: ValidatorRule): ValueCheck | undefined {
  if (rule.enforcedBy === 'keywords') return undefined;
  return (rule.checkedWhen?.(record.constraints ?? []) ?? true) ? buildCheck(record, rule) : undefined;
}

import { Type } from 'class-transformer';
import * as v from 'class-validator';
import fc from 'fast-check';
import { Param, type ParamOptions } from 'toolwright';
import { type Kind, listRulesOf, type Rule, rulesOf, typeRules } from './exact-rules.js';

/** How one property of a generated class is declared. */
export interface FieldSpec {
  readonly kind: Kind;
  readonly isList: boolean;
  readonly presence: 'required' | 'optional' | 'isOptional' | 'default';
  readonly isNullable: boolean;
  /** True: `@Param` states the type; false: a validator does. */
  readonly isStated: boolean;
  readonly rules: readonly (readonly [string, Rule])[];
  readonly listRules: readonly (readonly [string, PropertyDecorator])[];
  readonly options: ParamOptions;
  readonly listOptions: ParamOptions;
  readonly nested: ClassSpec | undefined;
}
export interface ClassSpec {
  readonly fields: readonly FieldSpec[];
}

export type MadeClass = new () => Record<string, unknown>;

const emitted: Readonly<Record<Kind, unknown>> = {
  string: String,
  number: Number,
  integer: Number,
  boolean: Boolean,
  date: Date,
  enum: Object,
  nested: Object,
};
const defaults: Readonly<Record<Kind, unknown>> = {
  string: 'a',
  number: 1,
  integer: 5,
  boolean: false,
  date: '2020-02-29T12:00:00+01:00',
  enum: 'red',
  nested: {},
};

const text = fc.record<ParamOptions>(
  {
    minLength: fc.integer({ min: 0, max: 3 }),
    maxLength: fc.integer({ min: 3, max: 6 }),
    pattern: fc.constantFrom('^[a-c]*$', '\\d', '^.?a'),
  },
  { requiredKeys: [] },
);
const number = fc.record<ParamOptions>(
  {
    minimum: fc.integer({ min: -5, max: 0 }),
    exclusiveMinimum: fc.integer({ min: -9, max: 0 }),
    maximum: fc.integer({ min: 1, max: 9 }),
    exclusiveMaximum: fc.integer({ min: 1, max: 9 }),
    // Of decimal fractions such as 0.1 the plan and Ajv disagree, which has a test of its own.
    multipleOf: fc.constantFrom(1, 2, 0.5, 0.25),
  },
  { requiredKeys: [] },
);
const list = fc.record<ParamOptions>(
  {
    minItems: fc.integer({ min: 0, max: 2 }),
    maxItems: fc.integer({ min: 2, max: 4 }),
    uniqueItems: fc.boolean(),
  },
  { requiredKeys: [] },
);
const none = fc.constant<ParamOptions>({});
const optionsOf = (kind: Kind): fc.Arbitrary<ParamOptions> =>
  kind === 'string' ? text : kind === 'number' || kind === 'integer' ? number : none;

/** Often none: every rule more leaves fewer values, and hides what the others do at their limits. */
const upToTwo = <T>(all: readonly T[]): fc.Arbitrary<T[]> =>
  fc.oneof(fc.constant<T[]>([]), fc.subarray([...all], { maxLength: Math.min(2, all.length) }));

function fieldSpecs(level: number, isPlain: boolean): fc.Arbitrary<FieldSpec> {
  const kinds: Kind[] = ['string', 'number', 'integer', 'boolean', 'date', 'enum'];
  return fc.constantFrom<Kind>(...kinds, ...(level > 0 ? (['nested'] as const) : [])).chain(kind =>
    fc.record<FieldSpec>({
      kind: fc.constant(kind),
      isList: fc.boolean(),
      presence: isPlain
        ? fc.constantFrom('required', 'isOptional')
        : fc.constantFrom('required', 'optional', 'isOptional', 'default'),
      isNullable: isPlain ? fc.constant(false) : fc.boolean(),
      isStated: isPlain ? fc.constant(false) : fc.boolean(),
      rules: upToTwo(Object.entries(rulesOf[kind])),
      listRules: upToTwo(Object.entries(listRulesOf(kind))),
      options: isPlain ? none : fc.oneof(none, optionsOf(kind)),
      listOptions: isPlain ? none : fc.oneof(none, list),
      nested: kind === 'nested' ? classSpecs(level - 1, isPlain) : fc.constant(undefined),
    }),
  );
}

/** @param isPlain - Without `@Param`: class-validator alone says what its author wants. */
export function classSpecs(level = 2, isPlain = false): fc.Arbitrary<ClassSpec> {
  return fc.record({ fields: fc.array(fieldSpecs(level, isPlain), { minLength: 1, maxLength: 3 }) });
}

/** Properties are named f0, f1, …. */
export function makeClass({ fields }: ClassSpec): MadeClass {
  class Made {
    [name: string]: unknown;
  }
  fields.forEach((field, index) => {
    for (const decorate of decoratorsOf(field)) decorate(Made.prototype, `f${index}`);
    Reflect.defineMetadata('design:type', emittedType(field), Made.prototype, `f${index}`);
  });
  return Made;
}

/** What the compiler would emit. */
export const emittedType = ({ isList, kind }: FieldSpec): unknown => (isList ? Array : emitted[kind]);

function decoratorsOf(field: FieldSpec): PropertyDecorator[] {
  const { kind, isList, isStated, presence } = field;
  const each = isList ? { each: true } : {};
  const needsRule = !isStated || kind === 'nested';
  const stated = paramOptions(field);
  const nested = field.nested === undefined ? undefined : makeClass(field.nested);
  return [
    ...(needsRule ? [typeRules[kind](each)] : []),
    ...field.rules.map(([, rule]) => rule(each, nested)),
    ...(isList ? field.listRules.map(([, decorate]) => decorate) : []),
    ...(presence === 'isOptional' ? [v.IsOptional()] : []),
    ...(nested === undefined ? [] : [Type(() => nested)]),
    ...(kind === 'date' && !isStated ? [Type(() => Date)] : []),
    ...(Object.keys(stated).length > 0 ? [Param(stated) as PropertyDecorator] : []),
  ];
}

/** What `@Param` says about a property. */
export function paramOptions(field: FieldSpec): ParamOptions {
  const { kind, isList, isStated, presence } = field;
  return {
    ...field.options,
    ...(isList ? field.listOptions : {}),
    ...(isStated ? typeOption(kind) : {}),
    ...(isStated && isList ? { each: true } : {}),
    ...(presence === 'optional' ? { optional: true } : {}),
    ...(presence === 'default' ? defaultOf(field) : {}),
    ...(field.isNullable ? { nullable: true } : {}),
  };
}

/** A default that does not fit stays as its author wrote it, so that it says nothing here. */
function defaultOf({ kind, isList, nested }: FieldSpec): ParamOptions {
  if (nested?.fields.some(({ presence }) => presence === 'required') === true) return { optional: true };
  return { default: isList ? [defaults[kind]] : defaults[kind] };
}

function typeOption(kind: Kind): ParamOptions {
  if (kind === 'nested') return {};
  if (kind === 'enum') return { enum: ['red', 'blue', 5] };
  return { type: kind === 'date' ? () => Date : kind };
}

/** The spec in the words of its author, for the report of a failure. */
export const describeSpec = (spec: ClassSpec): string =>
  JSON.stringify(spec, (key, value: unknown) =>
    (key === 'rules' || key === 'listRules') && Array.isArray(value)
      ? value.map(([name]: string[]) => name)
      : value,
  );

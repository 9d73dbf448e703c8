import type { JsonSchema, JsonSchemaType } from '../json-schema.js';

export type Constraints = readonly unknown[];

/**
 * Which side admits values that the other refuses, with formats as the annotations that JSON Schema 2020-12 makes of
 * them: the advertised schema, class-validator, or each of them some.
 */
export type Looseness = 'schema' | 'validator' | 'both';

/** A schema that admits more than the validator is never enough: the validator has to run. */
type Enforcement =
  /** The keywords say exactly what the validator says, or more. */
  | { readonly enforcedBy: 'keywords'; readonly looser?: 'validator' }
  /** The keywords approximate, and the validator runs besides: a value must pass both. */
  | { readonly enforcedBy: 'check'; readonly looser: Looseness };

/** How one class-validator validator is written in JSON Schema, and who enforces it. */
export type ValidatorRule = RuleFacts & Enforcement;

interface RuleFacts {
  /** The only JSON types the validator accepts. */
  readonly type?: JsonSchemaType | ((constraints: Constraints) => readonly JsonSchemaType[] | undefined);
  /** The type to assume where nothing else states one. */
  readonly assumedType?: JsonSchemaType;
  /** Keywords without `type`; those that do not apply to the value's type are left out. */
  readonly keywords?: (constraints: Constraints) => JsonSchema;
  /** For `check`: the constraints that need it; with others the keywords say everything. */
  readonly checkedWhen?: (constraints: Constraints) => boolean;
  /** For `check`: the values that need it; the keywords say everything about others. */
  readonly checkedFor?: (value: unknown) => boolean;
  /** For `check`: what is accepted, to follow "expected". */
  readonly expected?: string | ((constraints: Constraints) => string);
  /** The description repeats `expected`, because no keyword says it; or does so for some constraints. */
  readonly described?: boolean | ((constraints: Constraints) => boolean);
  /** The validator calls a function that the author gave it: what that throws is the author's to mend. */
  readonly runsAuthorCode?: boolean;
  /** The validator runs this expression of the author on the value. */
  readonly runsPattern?: (constraints: Constraints) => RegExp;
  /** The class's code receives a Date. */
  readonly isDate?: boolean;
  /** A class the value becomes an instance of. */
  readonly instanceOf?: (constraints: Constraints) => unknown;
  /** Null is refused, whatever the type. */
  readonly refusesNull?: boolean;
  /** The value may be left out. */
  readonly optional?: boolean;
}

export type RuleTable = Readonly<Record<string, ValidatorRule>>;

/** Text that must match a pattern which says everything. */
export const exactText = (pattern: string): ValidatorRule => ({
  enforcedBy: 'keywords',
  type: 'string',
  keywords: () => ({ pattern }),
});

/** Text for which a format or pattern tells the model the kind, while the validator decides. */
export const checkedText = (expected: string, keywords: JsonSchema): ValidatorRule => ({
  enforcedBy: 'check',
  looser: 'schema',
  type: 'string',
  keywords: () => keywords,
  expected,
});

/** Text that no keyword describes. */
export const describedText = (expected: ValidatorRule['expected'] & {}): ValidatorRule => ({
  enforcedBy: 'check',
  looser: 'schema',
  type: 'string',
  expected,
  described: true,
});

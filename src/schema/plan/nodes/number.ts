import type { Issue, Repair } from '../../issue.js';
import type { JsonSchema } from '../../json-schema.js';
import type { Kind } from '../kind.js';
import {
  buildIssue,
  describeRules,
  findBrokenRules,
  INVALID,
  NOTHING_SURE,
  passesAll,
  type PlanNode,
  type Rule,
  type SureFit,
  type SureRules,
} from '../node.js';

const CANONICAL_DECIMAL = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/;

export class NumberNode implements PlanNode {
  private readonly noun: string;

  /** @param sure - What passes every rule. */
  constructor(
    private readonly isInteger: boolean,
    private readonly rules: readonly Rule<number>[],
    readonly sure: SureFit,
  ) {
    this.noun = isInteger ? 'an integer' : 'a number';
  }

  admits(kind: Kind): boolean {
    return kind === 'number';
  }

  describe(): string {
    return describeRules(this.noun, this.rules);
  }

  accept(value: unknown): unknown {
    return this.hasType(value) && passesAll(this.rules, value) ? value : INVALID;
  }

  explain(value: unknown, _owner: object | undefined, path: string, issues: Issue[]): void {
    const issue = this.hasType(value)
      ? findBrokenRules(this.noun, this.rules, value, path)
      : buildIssue(path, this.describe(), value);
    if (issue !== undefined) issues.push(issue);
  }

  repair(value: unknown, path: string, repairs: Repair[]): unknown {
    if (typeof value !== 'string') return value;
    const number = parseDecimal(value);
    if (!this.hasType(number)) return value;
    repairs.push({ path, rule: 'text-to-number', from: value, to: number });
    return number;
  }

  private hasType(value: unknown): value is number {
    return this.isInteger ? Number.isInteger(value) : Number.isFinite(value);
  }
}

/** The number a canonical decimal text writes, when a number can hold it. */
export function parseDecimal(text: string): number | undefined {
  if (!CANONICAL_DECIMAL.test(text)) return undefined;
  const number = Number(text);
  const isExact = Number.isInteger(number) ? Number.isSafeInteger(number) : Number.isFinite(number);
  return isExact && !Object.is(number, -0) ? number : undefined;
}

/** The rules of the keywords for numbers, and what surely passes them all. */
export function buildNumberRules(schema: JsonSchema, isInteger: boolean): SureRules<number> {
  const { minimum, maximum } = schema;
  const others = buildOtherRules(schema);
  return {
    rules: [...buildBoundRules(minimum, maximum), ...others],
    sure:
      others.length > 0
        ? NOTHING_SURE
        : { kind: isInteger ? 'integer' : 'number', least: minimum ?? -Infinity, most: maximum ?? Infinity },
  };
}

function buildBoundRules(minimum: number | undefined, maximum: number | undefined): Rule<number>[] {
  if (minimum !== undefined && maximum !== undefined) {
    const test = (value: number): boolean => value >= minimum && value <= maximum;
    return [{ expected: `from ${minimum} to ${maximum}`, test }];
  }
  if (minimum !== undefined) return [{ expected: `of at least ${minimum}`, test: value => value >= minimum }];
  if (maximum !== undefined) return [{ expected: `of at most ${maximum}`, test: value => value <= maximum }];
  return [];
}

/** All but the bounds that belong to the numbers they bound. */
function buildOtherRules({ exclusiveMinimum, exclusiveMaximum, multipleOf }: JsonSchema): Rule<number>[] {
  const rules: Rule<number>[] = [];
  if (exclusiveMinimum !== undefined) {
    rules.push({ expected: `greater than ${exclusiveMinimum}`, test: value => value > exclusiveMinimum });
  }
  if (exclusiveMaximum !== undefined) {
    rules.push({ expected: `less than ${exclusiveMaximum}`, test: value => value < exclusiveMaximum });
  }
  if (multipleOf !== undefined) {
    rules.push({
      expected: `that is a multiple of ${multipleOf}`,
      test: value => isMultiple(value, multipleOf),
    });
  }
  return rules;
}

/** Two roundings, of the quotient and of the factor, are forgiven: 0.3 is a multiple of 0.1. */
function isMultiple(value: number, factor: number): boolean {
  if (Number.isInteger(value) && Number.isInteger(factor)) return value % factor === 0;
  const quotient = value / factor;
  return Math.abs(quotient - Math.round(quotient)) <= Math.abs(quotient) * 2 * Number.EPSILON;
}

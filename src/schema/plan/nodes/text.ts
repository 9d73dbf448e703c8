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
} from '../node.js';
import { compilePattern } from '../pattern.js';
import { describeCount } from '../words.js';

export class TextNode implements PlanNode {
  readonly sure: SureFit;

  /** @param rules - Those of {@link buildTextRules} for the same schema come first. */
  constructor(
    private readonly noun: string,
    private readonly rules: readonly Rule<string>[],
    { minLength = 0, maxLength = Infinity, pattern }: JsonSchema,
  ) {
    const lengthRules = minLength > 0 || maxLength < Infinity ? 1 : 0;
    const isLengthAll = pattern === undefined && rules.length <= lengthRules;
    // A code point takes two code units at most.
    this.sure = isLengthAll
      ? { kind: 'string', least: Math.max(0, 2 * minLength - 1), most: maxLength }
      : NOTHING_SURE;
  }

  admits(kind: Kind): boolean {
    return kind === 'string';
  }

  describe(): string {
    return describeRules(this.noun, this.rules);
  }

  accept(value: unknown): unknown {
    return typeof value === 'string' && passesAll(this.rules, value) ? value : INVALID;
  }

  explain(value: unknown, _owner: object | undefined, path: string, issues: Issue[]): void {
    const issue =
      typeof value === 'string'
        ? findBrokenRules(this.noun, this.rules, value, path)
        : buildIssue(path, this.describe(), value);
    if (issue !== undefined) issues.push(issue);
  }

  repair(value: unknown, path: string, repairs: Repair[]): unknown {
    if (typeof value !== 'number' || !Number.isSafeInteger(value)) return value;
    repairs.push({ path, rule: 'integer-to-text', from: value, to: String(value) });
    return String(value);
  }
}

/** The rules of `minLength`, `maxLength` and `pattern`. */
export function buildTextRules(schema: JsonSchema): Rule<string>[] {
  const rules: Rule<string>[] = [];
  const length = describeCount('character', schema.minLength, schema.maxLength);
  if (length !== undefined) rules.push({ expected: `of ${length}`, test: lengthTest(schema) });
  if (schema.pattern !== undefined) {
    const pattern = compilePattern(schema.pattern);
    rules.push({ expected: `matching ${schema.pattern}`, test: text => pattern.test(text) });
  }
  return rules;
}

/** Length is in code points, which are at least half as many as code units: counting is rarely needed. */
function lengthTest({ minLength = 0, maxLength = Infinity }: JsonSchema): (text: string) => boolean {
  return text => {
    const most = text.length;
    const least = (most + 1) >> 1;
    if (least >= minLength && most <= maxLength) return true;
    if (most < minLength || least > maxLength) return false;
    const points = countCodePoints(text);
    return points >= minLength && points <= maxLength;
  };
}

function countCodePoints(text: string): number {
  let points = 0;
  for (let i = 0; i < text.length; points++) i += (text.codePointAt(i) ?? 0) > 0xffff ? 2 : 1;
  return points;
}

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
import { compilePattern } from '../pattern.js';
import { describeCount } from '../words.js';

export class TextNode implements PlanNode {
  /** @param sure - What passes every rule. */
  constructor(
    private readonly noun: string,
    private readonly rules: readonly Rule<string>[],
    readonly sure: SureFit,
  ) {}

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

/** The rules of `minLength`, `maxLength` and `pattern`, and what surely passes them all. */
export function buildTextRules(schema: JsonSchema): SureRules<string> {
  const { minLength = 0, maxLength = Infinity, pattern } = schema;
  const length = describeCount('character', schema.minLength, schema.maxLength);
  const lengthRules = length === undefined ? [] : [{ expected: `of ${length}`, test: lengthTest(schema) }];
  const others = pattern === undefined ? [] : [buildPatternRule(pattern)];
  return {
    rules: [...lengthRules, ...others],
    sure:
      others.length > 0
        ? NOTHING_SURE
        : // A code point takes two code units at most.
          { kind: 'string', least: Math.max(0, 2 * minLength - 1), most: maxLength },
  };
}

function buildPatternRule(source: string): Rule<string> {
  const pattern = compilePattern(source);
  return { expected: `matching ${source}`, test: text => pattern.test(text) };
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

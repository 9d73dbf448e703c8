import type { Issue, Repair } from '../../issue.js';
import type { JsonSchema } from '../../json-schema.js';
import { ARRAY, type ArrayRule, buildDistinct, buildSize } from '../array-rules.js';
import { decodeText } from '../decode-text.js';
import type { Kind } from '../kind.js';
import {
  buildIssue,
  describeRules,
  findBrokenRules,
  fitsSurely,
  INVALID,
  MAX_ISSUES,
  NOTHING_SURE,
  passesAll,
  type PlanNode,
} from '../node.js';
import { childPath } from '../pointer.js';

class ArrayNode implements PlanNode {
  /** @param distinct - Its rules compare items, so they run only once the items are known to be sound. */
  constructor(
    private readonly items: PlanNode,
    private readonly rules: readonly ArrayRule[],
    private readonly distinct: readonly ArrayRule[],
  ) {}

  admits(kind: Kind): boolean {
    return kind === 'array';
  }

  describe(): string {
    return describeRules(ARRAY, [...this.rules, ...this.distinct]);
  }

  accept(value: unknown, owner: object | undefined): unknown {
    if (!Array.isArray(value) || !passesAll(this.rules, value)) return INVALID;
    const { items } = this;
    const sure = items.sure ?? NOTHING_SURE;
    const accepted: unknown[] = [];
    for (let i = 0; i < value.length; i++) {
      const item: unknown = fitsSurely(value[i], sure) ? value[i] : items.accept(value[i], owner);
      if (item === INVALID) return INVALID;
      accepted.push(item);
    }
    return passesAll(this.distinct, value) ? accepted : INVALID;
  }

  explain(value: unknown, owner: object | undefined, path: string, issues: Issue[]): void {
    if (!Array.isArray(value)) {
      issues.push(buildIssue(path, this.describe(), value));
      return;
    }
    const before = issues.length;
    for (let i = 0; i < value.length && issues.length < MAX_ISSUES; i++) {
      this.items.explain(value[i], owner, childPath(path, i), issues);
    }
    const rules = issues.length === before ? [...this.rules, ...this.distinct] : this.rules;
    const issue = findBrokenRules<readonly unknown[]>(ARRAY, rules, value, path);
    if (issue !== undefined) issues.push(issue);
  }

  repair(value: unknown, path: string, repairs: Repair[]): unknown {
    const array = decodeText(value, 'array', path, repairs);
    if (!Array.isArray(array)) return array;
    let copy: unknown[] | undefined;
    for (let i = 0; i < array.length; i++) {
      const repaired = this.items.repair(array[i], childPath(path, i), repairs);
      if (repaired !== array[i]) (copy ??= array.slice())[i] = repaired;
    }
    return copy ?? array;
  }
}

export function buildArrayNode(schema: JsonSchema, items: PlanNode): PlanNode {
  return new ArrayNode(items, buildSize(schema), buildDistinct(schema));
}

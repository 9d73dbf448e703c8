import type { Issue } from '../../issue.js';
import { checkArgumentSize } from '../argument-size.js';
import { copyJson } from '../copy-json.js';
import { buildIssue, INVALID, type PlanNode } from '../node.js';
import { MAX_RECURSION } from '../pass.js';

const LIMITS = { maxDepth: MAX_RECURSION, maxBytes: Infinity };

/** No schema: every JSON value fits, unless it nests without end or hides a `__proto__` member. */
export class AnythingNode implements PlanNode {
  admits(): boolean {
    return true;
  }

  describe(): string {
    return 'a value';
  }

  accept(value: unknown): unknown {
    if (value === undefined) return INVALID;
    if (typeof value !== 'object' || value === null) return value;
    return checkArgumentSize(value, LIMITS) === undefined ? copyJson(value) : INVALID;
  }

  explain(value: unknown, _owner: object | undefined, path: string, issues: Issue[]): void {
    const issue =
      value === undefined ? buildIssue(path, 'a value', value) : checkArgumentSize(value, LIMITS, path);
    if (issue !== undefined) issues.push(issue);
  }

  repair(value: unknown): unknown {
    return value;
  }
}

/** The schema `false`: nothing fits. */
export class NothingNode implements PlanNode {
  admits(): boolean {
    return false;
  }

  describe(): string {
    return 'no value here';
  }

  accept(): unknown {
    return INVALID;
  }

  explain(value: unknown, _owner: object | undefined, path: string, issues: Issue[]): void {
    issues.push(buildIssue(path, this.describe(), value));
  }

  repair(value: unknown): unknown {
    return value;
  }
}

import { isPlainObject } from '../../../foundation/json.js';
import { type Issue } from '../../issue.js';
import { checkArgumentSize } from '../argument-size.js';
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
    // A copy: a tool may change what it gets, and the next attempt must not see that.
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

/** Arrays and plain objects anew, all the way down; the caller has bounded the depth. */
function copyJson(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(copyJson);
  if (!isPlainObject(value)) return value;
  const copy: Record<string, unknown> = {};
  for (const key of Object.keys(value)) copy[key] = copyJson(value[key]);
  return copy;
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

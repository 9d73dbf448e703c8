import type { Issue, Repair } from '../../issue.js';
import type { ValueCheck } from '../../typed-schema.js';
import type { Kind } from '../kind.js';
import { buildIssue, INVALID, type PlanNode } from '../node.js';

/** Runs the checks of a node on its typed value, after its keywords. */
export class CheckedNode implements PlanNode {
  constructor(
    private readonly inner: PlanNode,
    private readonly checks: readonly ValueCheck[],
  ) {}

  admits(kind: Kind): boolean {
    return this.inner.admits(kind);
  }

  describe(): string {
    return [this.inner.describe(), ...this.checks.map(check => check.expected)].join(', ');
  }

  accept(value: unknown, owner: object | undefined): unknown {
    const accepted = this.inner.accept(value, owner);
    if (accepted === INVALID) return INVALID;
    for (let i = 0; i < this.checks.length; i++) {
      if (!(this.checks[i] as ValueCheck).test(accepted, owner)) return INVALID;
    }
    return accepted;
  }

  explain(value: unknown, owner: object | undefined, path: string, issues: Issue[]): void {
    const before = issues.length;
    this.inner.explain(value, owner, path, issues);
    if (issues.length > before) return;
    const accepted = this.inner.accept(value, owner);
    for (const check of this.checks) {
      if (!check.test(accepted, owner)) issues.push(buildIssue(path, check.expected, value));
    }
  }

  repair(value: unknown, path: string, repairs: Repair[]): unknown {
    return this.inner.repair(value, path, repairs);
  }
}

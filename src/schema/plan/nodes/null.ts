import type { Issue } from '../../issue.js';
import type { Kind } from '../kind.js';
import { buildIssue, INVALID, type PlanNode } from '../node.js';

export class NullNode implements PlanNode {
  admits(kind: Kind): boolean {
    return kind === 'null';
  }

  describe(): string {
    return 'null';
  }

  accept(value: unknown): unknown {
    return value === null ? value : INVALID;
  }

  explain(value: unknown, _owner: object | undefined, path: string, issues: Issue[]): void {
    if (value !== null) issues.push(buildIssue(path, 'null', value));
  }

  repair(value: unknown): unknown {
    return value;
  }
}

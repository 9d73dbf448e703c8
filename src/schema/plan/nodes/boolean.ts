import type { Issue, Repair } from '../../issue.js';
import type { Kind } from '../kind.js';
import { buildIssue, INVALID, type PlanNode, type SureFit } from '../node.js';

export class BooleanNode implements PlanNode {
  readonly sure: SureFit = { kind: 'boolean', least: 0, most: 0 };

  admits(kind: Kind): boolean {
    return kind === 'boolean';
  }

  describe(): string {
    return 'true or false';
  }

  accept(value: unknown): unknown {
    return typeof value === 'boolean' ? value : INVALID;
  }

  explain(value: unknown, _owner: object | undefined, path: string, issues: Issue[]): void {
    if (typeof value !== 'boolean') issues.push(buildIssue(path, this.describe(), value));
  }

  repair(value: unknown, path: string, repairs: Repair[]): unknown {
    if (value !== 'true' && value !== 'false') return value;
    repairs.push({ path, rule: 'text-to-boolean', from: value, to: value === 'true' });
    return value === 'true';
  }
}

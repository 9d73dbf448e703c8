import type { Issue, Repair } from '../../issue.js';
import type { Kind } from '../kind.js';
import { INVALID, type PlanNode } from '../node.js';

/** Keywords of one node that are compiled one by one: all must accept, `typing` says what the value becomes. */
export class AllNode implements PlanNode {
  constructor(
    private readonly typing: PlanNode,
    private readonly others: readonly PlanNode[],
  ) {}

  admits(kind: Kind): boolean {
    return this.typing.admits(kind) && this.others.every(node => node.admits(kind));
  }

  describe(): string {
    return this.typing.describe();
  }

  accept(value: unknown, owner: object | undefined): unknown {
    return this.others.every(node => node.accept(value, owner) !== INVALID)
      ? this.typing.accept(value, owner)
      : INVALID;
  }

  explain(value: unknown, owner: object | undefined, path: string, issues: Issue[]): void {
    const before = issues.length;
    for (const node of [this.typing, ...this.others]) {
      if (issues.length === before) node.explain(value, owner, path, issues);
    }
  }

  repair(value: unknown, path: string, repairs: Repair[]): unknown {
    return [this.typing, ...this.others].reduce(
      (repaired, node) => node.repair(repaired, path, repairs),
      value,
    );
  }
}

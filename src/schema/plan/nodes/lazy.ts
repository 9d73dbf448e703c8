import { type Issue, type Repair } from '../../issue.js';
import { type Kind } from '../kind.js';
import { buildIssue, INVALID, type PlanNode } from '../node.js';
import { MAX_RECURSION, type Pass } from '../pass.js';

/** A node that stands for one still being compiled: where a recursive schema closes its circle. */
export class LazyNode implements PlanNode {
  private target: PlanNode | undefined;
  private isDescribing = false;

  constructor(private readonly pass: Pass) {}

  resolve(target: PlanNode): void {
    this.target = target;
  }

  admits(kind: Kind): boolean {
    return this.within(() => this.node.admits(kind), true);
  }

  describe(): string {
    if (this.isDescribing) return 'a value of the same form';
    this.isDescribing = true;
    const text = this.node.describe();
    this.isDescribing = false;
    return text;
  }

  accept(value: unknown, owner: object | undefined): unknown {
    if (this.pass.depth >= MAX_RECURSION) return INVALID;
    this.pass.depth++;
    const accepted = this.node.accept(value, owner);
    this.pass.depth--;
    return accepted;
  }

  explain(value: unknown, owner: object | undefined, path: string, issues: Issue[]): void {
    const explained = this.within(() => {
      this.node.explain(value, owner, path, issues);
      return true;
    }, false);
    if (!explained) issues.push(buildIssue(path, `at most ${MAX_RECURSION} levels of nesting`, value));
  }

  repair(value: unknown, path: string, repairs: Repair[]): unknown {
    return this.within(() => this.node.repair(value, path, repairs), value);
  }

  private get node(): PlanNode {
    if (this.target === undefined)
      throw new TypeError('A recursive schema node was read while it was compiled.');
    return this.target;
  }

  private within<T>(body: () => T, otherwise: T): T {
    if (this.pass.depth >= MAX_RECURSION) return otherwise;
    this.pass.depth++;
    const result = body();
    this.pass.depth--;
    return result;
  }
}

import type { Issue, Repair } from '../../issue.js';
import type { Kind } from '../kind.js';
import { buildIssue, INVALID, type PlanNode } from '../node.js';
import { acceptedBy, MAX_RECURSION, type Pass, repairedBy } from '../pass.js';

/** A node that stands for one still being compiled: where a recursive schema closes its circle. */
export class LazyNode implements PlanNode {
  private target: PlanNode | undefined;
  private isDescribing = false;
  private isForked = false;

  constructor(private readonly pass: Pass) {}

  /** @param isForked - A walk may come here several times with one value: outcomes are remembered. */
  resolve(target: PlanNode, isForked: boolean): void {
    this.target = target;
    this.isForked = isForked;
  }

  admits(kind: Kind): boolean {
    return this.within(() => this.node.admits(kind), true);
  }

  describe(): string {
    if (this.isDescribing) return 'a value of the same form';
    this.isDescribing = true;
    try {
      return this.node.describe();
    } finally {
      this.isDescribing = false;
    }
  }

  accept(value: unknown, owner: object | undefined): unknown {
    if (this.pass.depth >= MAX_RECURSION) return INVALID;
    if (this.isForked && typeof value === 'object' && value !== null) return this.acceptOnce(value, owner);
    this.pass.depth++;
    const accepted = this.node.accept(value, owner);
    this.pass.depth--;
    return accepted;
  }

  explain(value: unknown, owner: object | undefined, path: string, issues: Issue[]): void {
    if (this.isSound(value, owner)) return;
    const explained = this.within(() => {
      this.node.explain(value, owner, path, issues);
      return true;
    }, false);
    if (!explained) issues.push(buildIssue(path, `at most ${MAX_RECURSION} levels of nesting`, value));
  }

  repair(value: unknown, path: string, repairs: Repair[]): unknown {
    if (typeof value !== 'object' || value === null || !this.isForked) {
      return this.within(() => this.node.repair(value, path, repairs), value);
    }
    const repaired = repairedBy(this, this.pass);
    let known = repaired.get(value);
    if (known?.path !== path) {
      const made: Repair[] = [];
      known = { path, value: this.within(() => this.node.repair(value, path, made), value), repairs: made };
      repaired.set(value, known);
    }
    repairs.push(...known.repairs);
    return known.value;
  }

  /** True for what needs no explanation, where it is worth asking first. What class-validator found, only a walk finds again. */
  private isSound(value: unknown, owner: object | undefined): boolean {
    if (!this.isForked || typeof value !== 'object' || value === null) return false;
    return this.pass.failures === undefined && this.accept(value, owner) !== INVALID;
  }

  private acceptOnce(value: object, owner: object | undefined): unknown {
    const { deferred } = this.pass;
    const accepted = acceptedBy(this, this.pass);
    const known = accepted.get(value);
    if (known !== undefined && known.owner === owner) {
      deferred.push(...known.deferred);
      return known.value;
    }
    const before = deferred.length;
    const outcome = this.within(() => this.node.accept(value, owner), INVALID);
    accepted.set(value, { owner, value: outcome, deferred: deferred.slice(before) });
    return outcome;
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

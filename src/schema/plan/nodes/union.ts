import type { Issue, Repair } from '../../issue.js';
import { decodeText } from '../decode-text.js';
import { type Kind, kindOf } from '../kind.js';
import { isObject, ownMember } from '../members.js';
import { buildIssue, INVALID, type PlanNode } from '../node.js';
import type { Pass } from '../pass.js';
import { childPath } from '../pointer.js';
import { describeValues } from '../words.js';

/** A member whose constant tells the object branches of a union apart. */
export interface Discriminator {
  readonly name: string;
  readonly branches: ReadonlyMap<unknown, PlanNode>;
}

export interface UnionShape {
  readonly branches: readonly PlanNode[];
  /** `oneOf`: a value that fits two branches is refused. */
  readonly isExclusive: boolean;
  readonly discriminator: Discriminator | undefined;
}

/** `anyOf`, `oneOf` and lists of types. */
export class UnionNode implements PlanNode {
  constructor(
    private readonly shape: UnionShape,
    private readonly pass: Pass,
  ) {}

  admits(kind: Kind): boolean {
    return this.shape.branches.some(branch => branch.admits(kind));
  }

  describe(): string {
    const words = [...new Set(this.shape.branches.map(branch => branch.describe()))];
    return words.length === 1 ? words.join() : `one of: ${words.join('; ')}`;
  }

  accept(value: unknown, owner: object | undefined): unknown {
    const tag = this.findTag(value);
    if (tag !== undefined) {
      return this.shape.discriminator?.branches.get(tag)?.accept(value, owner) ?? INVALID;
    }
    let result: unknown = INVALID;
    for (const branch of this.shape.branches) {
      const accepted = this.acceptBranch(branch, value, owner);
      if (accepted === INVALID) continue;
      if (!this.shape.isExclusive) return accepted;
      if (result !== INVALID) return INVALID;
      result = accepted;
    }
    return result;
  }

  explain(value: unknown, owner: object | undefined, path: string, issues: Issue[]): void {
    if (this.accept(value, owner) !== INVALID) return;
    const { discriminator, branches } = this.shape;
    const branch = this.findOnlyBranch(value);
    if (branch !== undefined) branch.explain(value, owner, path, issues);
    else if (discriminator !== undefined && isObject(value)) {
      const expected = describeValues([...discriminator.branches.keys()]);
      const tag = ownMember(value, discriminator.name);
      const memberPath = childPath(path, discriminator.name);
      issues.push(buildIssue(memberPath, tag === undefined ? `${expected} (required)` : expected, tag));
    } else {
      const fitting = branches.filter(each => this.acceptBranch(each, value, owner) !== INVALID);
      const expected = fitting.length > 1 ? `a value that fits only ${this.describe()}` : this.describe();
      issues.push(buildIssue(path, expected, value));
    }
  }

  /** A value of a kind that some branch admits keeps its kind. */
  repair(value: unknown, path: string, repairs: Repair[]): unknown {
    if (this.accept(value, undefined) !== INVALID) return value;
    const { discriminator } = this.shape;
    const isTagged = discriminator !== undefined && !this.admits('string');
    const source = isTagged ? decodeText(value, 'object', path, repairs) : value;
    const branch = this.findOnlyBranch(source);
    if (branch !== undefined) return branch.repair(source, path, repairs);
    for (const candidate of this.findCandidates(kindOf(source))) {
      const made: Repair[] = [];
      const repaired = candidate.repair(source, path, made);
      if (this.acceptBranch(candidate, repaired, undefined) === INVALID) continue;
      repairs.push(...made);
      return repaired;
    }
    return source;
  }

  private findCandidates(kind: Kind | undefined): readonly PlanNode[] {
    const { branches } = this.shape;
    const candidates = branches.filter(branch => kind !== undefined && branch.admits(kind));
    return candidates.length > 0 ? candidates : branches;
  }

  /** What a refused branch left for class-validator must not be judged. */
  private acceptBranch(branch: PlanNode, value: unknown, owner: object | undefined): unknown {
    const { deferred } = this.pass;
    const before = deferred.length;
    const accepted = branch.accept(value, owner);
    if (accepted === INVALID) deferred.length = before;
    return accepted;
  }

  private findTag(value: unknown): unknown {
    const { discriminator } = this.shape;
    return discriminator === undefined || !isObject(value) ? undefined : ownMember(value, discriminator.name);
  }

  /** The branch that `value` can only be meant for: by its discriminator, or because no other admits its kind. */
  private findOnlyBranch(value: unknown): PlanNode | undefined {
    const { discriminator, branches } = this.shape;
    const kind = kindOf(value);
    if (discriminator !== undefined && kind === 'object')
      return discriminator.branches.get(this.findTag(value));
    const candidates = branches.filter(branch => kind !== undefined && branch.admits(kind));
    return candidates.length === 1 ? candidates[0] : undefined;
  }
}

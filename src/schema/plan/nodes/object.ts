import type { Constructor } from '../../../foundation/constructor.js';
import { isPlainObject } from '../../../foundation/json.js';
import { BrokenClassError } from '../../broken-class-error.js';
import type { Issue, Repair } from '../../issue.js';
import { decodeText } from '../decode-text.js';
import { hintKnownNames } from '../hint-names.js';
import type { Kind } from '../kind.js';
import { isObject, ownMember } from '../members.js';
import {
  buildIssue,
  describeRules,
  findBrokenRules,
  fitsSurely,
  INVALID,
  MAX_ISSUES,
  NO_MEMBER,
  passesAll,
  type PlanNode,
  type Rule,
  type SureFit,
} from '../node.js';
import { childPath } from '../pointer.js';
import type { PatternedMembers } from './patterned-members.js';

export interface Member {
  readonly key: string;
  /** Where the accepted value is stored; undefined drops it. */
  readonly property: string | undefined;
  readonly node: PlanNode;
  /** Of the node; at hand here, since looking it up there costs as much as asking. */
  readonly sure: SureFit;
  readonly isRequired: boolean;
  /** Undefined when there is none. */
  readonly default: unknown;
  /** The key also exists on `Object.prototype`. */
  readonly isInherited: boolean;
}

export interface ObjectShape {
  readonly members: readonly Member[];
  readonly patterned: PatternedMembers | undefined;
  /** What members that neither a name nor a pattern describes must fit; undefined refuses them. */
  readonly others: PlanNode | undefined;
  /** Rules for the names of the members that are present. */
  readonly rules: readonly Rule<readonly string[]>[];
  /** The class of the result; plain when undefined. */
  readonly target: Constructor<object> | undefined;
}

const NOUN = 'an object';

class ObjectNode implements PlanNode {
  private readonly known: ReadonlyMap<string, Member>;

  constructor(protected readonly shape: ObjectShape) {
    this.known = new Map(shape.members.map(member => [member.key, member]));
  }

  admits(kind: Kind): boolean {
    return kind === 'object';
  }

  describe(): string {
    return describeRules(NOUN, this.shape.rules);
  }

  accept(value: unknown): unknown {
    if (!isObject(value)) return INVALID;
    const { members, target } = this.shape;
    const result = construct(target);
    let present = 0;
    for (let i = 0; i < members.length; i++) {
      const member = members[i] as Member;
      const given = readMember(value, member);
      if (given === undefined) {
        if (member.isRequired) return INVALID;
        if (member.default !== undefined) this.store(result, member, acceptDefault(member));
        continue;
      }
      present++;
      const accepted = fitsSurely(given, member.sure) ? given : member.node.accept(given, value);
      if (accepted === INVALID) return INVALID;
      this.store(result, member, accepted);
    }
    // Counted here and without a list of names: a function for it, or the list, costs more than a member.
    let count = 0;
    // eslint-disable-next-line @typescript-eslint/no-unused-vars -- a loop over names has no other form.
    for (const _ in value) count++;
    // The accessors of a class are read as members, and no loop over names meets them.
    const isCounted = count === present && isPlainObject(value);
    if (!isCounted && !this.acceptOthers(value, Object.keys(value), result)) return INVALID;
    return result;
  }

  explain(value: unknown, _owner: object | undefined, path: string, issues: Issue[]): void {
    if (!isObject(value)) {
      issues.push(buildIssue(path, this.describe(), value));
      return;
    }
    for (const member of this.shape.members) {
      const given = readMember(value, member);
      const memberPath = childPath(path, member.key);
      if (given !== undefined) member.node.explain(given, value, memberPath, issues);
      else if (member.isRequired)
        issues.push(buildIssue(memberPath, `${member.node.describe()} (required)`, given));
    }
    const keys = presentKeys(value);
    for (const key of keys) {
      if (issues.length >= MAX_ISSUES) return;
      if (!this.known.has(key)) this.explainOther(value, key, path, issues);
    }
    const issue = findBrokenRules(NOUN, this.shape.rules, keys, path);
    if (issue !== undefined) issues.push({ ...issue, received: buildIssue(path, '', value).received });
  }

  repair(value: unknown, path: string, repairs: Repair[]): unknown {
    const source = decodeText(value, 'object', path, repairs);
    if (!isObject(source)) return source;
    let copy: Record<string, unknown> | undefined;
    for (const key of presentKeys(source)) {
      const repaired = this.repairMember(source, key, path, repairs);
      if (repaired !== source[key]) (copy ??= { ...source })[key] = repaired;
    }
    return copy ?? source;
  }

  /** Undefined when the member is better left out. */
  private repairMember(
    source: Record<string, unknown>,
    key: string,
    path: string,
    repairs: Repair[],
  ): unknown {
    const member = this.known.get(key);
    const node = member?.node ?? this.nodeForOther(key);
    const given = source[key];
    if (node === undefined || key === '__proto__') return given;
    const memberPath = childPath(path, key);
    if (given === null && member?.isRequired === false && node.accept(null, source) === INVALID) {
      repairs.push({ path: memberPath, rule: 'null-to-absent', from: null });
      return undefined;
    }
    return node.repair(given, memberPath, repairs);
  }

  private acceptOthers(
    value: Record<string, unknown>,
    keys: readonly string[],
    result: Record<string, unknown>,
  ): boolean {
    for (const key of keys) {
      if (this.known.has(key) || (key !== '__proto__' && value[key] === undefined)) continue;
      const node = key === '__proto__' ? undefined : this.nodeForOther(key);
      if (node === undefined) return false;
      const accepted = node.accept(value[key], value);
      if (accepted === INVALID) return false;
      result[key] = accepted;
    }
    return true;
  }

  private nodeForOther(key: string): PlanNode | undefined {
    const { patterned, others } = this.shape;
    return patterned === undefined ? others : (patterned.nodeFor(key) ?? others);
  }

  private store(result: Record<string, unknown>, { property }: Member, value: unknown): void {
    if (property === undefined) return;
    try {
      result[property] = value;
    } catch (cause) {
      const className = this.shape.target?.name ?? '';
      throw new BrokenClassError({ className, member: property, fact: 'setting it threw', cause });
    }
  }

  private explainOther(value: Record<string, unknown>, key: string, path: string, issues: Issue[]): void {
    const memberPath = childPath(path, key);
    if (key === '__proto__') {
      issues.push(buildIssue(memberPath, NO_MEMBER, ownMember(value, key)));
      return;
    }
    const node = this.nodeForOther(key);
    if (node !== undefined) node.explain(value[key], value, memberPath, issues);
    else issues.push(buildIssue(memberPath, NO_MEMBER, value[key], this.hintNames(key)));
  }

  private hintNames(wanted: string): string {
    return hintKnownNames(wanted, [...this.known.keys()], this.shape.patterned?.sources ?? []);
  }
}

/** An object with a limited number of members. The check is apart because few have one, and its mere presence slows all others down. */
class SizedObjectNode extends ObjectNode {
  override accept(value: unknown): unknown {
    const accepted = super.accept(value);
    return accepted !== INVALID && passesAll(this.shape.rules, presentKeys(value as Record<string, unknown>))
      ? accepted
      : INVALID;
  }
}

export function buildObjectNode(shape: ObjectShape): ObjectNode {
  return shape.rules.length === 0 ? new ObjectNode(shape) : new SizedObjectNode(shape);
}

function readMember(value: Record<string, unknown>, member: Member): unknown {
  return member.isInherited ? ownMember(value, member.key) : value[member.key];
}

/** Members that are undefined count as absent; `__proto__` is listed whatever it holds. */
function presentKeys(value: Record<string, unknown>): string[] {
  return Object.keys(value).filter(key => key === '__proto__' || value[key] !== undefined);
}

/** Defaults are JSON: they become typed values like given ones do. A default that does not fit is its author's choice. */
function acceptDefault(member: Member): unknown {
  const copy: unknown = typeof member.default === 'object' ? structuredClone(member.default) : member.default;
  const accepted = member.node.accept(copy, undefined);
  return accepted === INVALID ? copy : accepted;
}

function construct(target: Constructor<object> | undefined): Record<string, unknown> {
  if (target === undefined) return {};
  try {
    return new target() as Record<string, unknown>;
  } catch (cause) {
    throw new BrokenClassError({ className: target.name, fact: 'its constructor threw', cause });
  }
}

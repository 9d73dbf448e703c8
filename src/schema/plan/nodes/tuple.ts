import type { Issue, Repair } from '../../issue.js';
import type { JsonSchema } from '../../json-schema.js';
import { ARRAY, type ArrayRule, buildDistinct, buildSize } from '../array-rules.js';
import { decodeText } from '../decode-text.js';
import type { Kind } from '../kind.js';
import {
  buildIssue,
  describeRules,
  findBrokenRules,
  INVALID,
  MAX_ISSUES,
  passesAll,
  type PlanNode,
} from '../node.js';
import { childPath } from '../pointer.js';

interface TupleShape {
  readonly places: readonly PlanNode[];
  /** What items after the places must fit; undefined when `size` lets there be none. */
  readonly rest: PlanNode | undefined;
  /** Places before this one are required. */
  readonly least: number;
  readonly size: readonly ArrayRule[];
  /** Run only once the items are known to be sound. */
  readonly distinct: readonly ArrayRule[];
}

/** An array whose first places have schemas of their own. */
class TupleNode implements PlanNode {
  constructor(private readonly shape: TupleShape) {}

  admits(kind: Kind): boolean {
    return kind === 'array';
  }

  describe(): string {
    return describeRules(ARRAY, [...this.shape.size, ...this.shape.distinct]);
  }

  accept(value: unknown, owner: object | undefined): unknown {
    const { size, distinct } = this.shape;
    if (!Array.isArray(value) || !passesAll(size, value)) return INVALID;
    const accepted: unknown[] = [];
    for (let i = 0; i < value.length; i++) {
      const node = this.nodeAt(i);
      const item = node === undefined ? INVALID : node.accept(value[i], owner);
      if (item === INVALID) return INVALID;
      accepted.push(item);
    }
    return passesAll(distinct, value) ? accepted : INVALID;
  }

  explain(value: unknown, owner: object | undefined, path: string, issues: Issue[]): void {
    if (!Array.isArray(value)) {
      issues.push(buildIssue(path, this.describe(), value));
      return;
    }
    const { size, distinct } = this.shape;
    const before = issues.length;
    for (let i = 0; i < value.length && issues.length < MAX_ISSUES; i++) {
      this.nodeAt(i)?.explain(value[i], owner, childPath(path, i), issues);
    }
    // Which places are empty says more than how many items there are.
    if (this.explainMissing(value.length, path, issues)) return;
    const rules = issues.length === before ? [...size, ...distinct] : size;
    const issue = findBrokenRules<readonly unknown[]>(ARRAY, rules, value, path);
    if (issue !== undefined) issues.push(issue);
  }

  repair(value: unknown, path: string, repairs: Repair[]): unknown {
    const array = decodeText(value, 'array', path, repairs);
    if (!Array.isArray(array)) return array;
    const given = this.leaveOutNulls(array, path, repairs);
    let copy: unknown[] | undefined;
    for (let i = 0; i < given.length; i++) {
      const node = this.nodeAt(i);
      const repaired = node === undefined ? given[i] : node.repair(given[i], childPath(path, i), repairs);
      if (repaired !== given[i]) (copy ??= given.slice())[i] = repaired;
    }
    return copy ?? given;
  }

  private nodeAt(index: number): PlanNode | undefined {
    return this.shape.places[index] ?? this.shape.rest;
  }

  /** False when nothing is missing. */
  private explainMissing(length: number, path: string, issues: Issue[]): boolean {
    const { places, least } = this.shape;
    const missing = places.slice(length, Math.min(least, length + MAX_ISSUES));
    missing.forEach((place, index) => {
      issues.push(buildIssue(childPath(path, length + index), `${place.describe()} (required)`, undefined));
    });
    return missing.length > 0;
  }

  /** Places that may be left out are the last ones, so a null there stands for nothing only where nothing follows. */
  private leaveOutNulls(array: readonly unknown[], path: string, repairs: Repair[]): readonly unknown[] {
    const { places, least } = this.shape;
    let { length } = array;
    if (length > places.length) return array;
    while (length > least && array[length - 1] === null && this.refusesNull(length - 1)) {
      length--;
      repairs.push({ path: childPath(path, length), rule: 'null-to-absent', from: null });
    }
    return length === array.length ? array : array.slice(0, length);
  }

  private refusesNull(index: number): boolean {
    return this.nodeAt(index)?.accept(null, undefined) === INVALID;
  }
}

/** @param rest - For the items after the places; undefined when there may be none. */
export function buildTupleNode(
  schema: JsonSchema,
  places: readonly PlanNode[],
  rest: PlanNode | undefined,
): PlanNode {
  const { minItems = 0, maxItems = Infinity } = schema;
  const sized = rest === undefined ? { ...schema, maxItems: Math.min(maxItems, places.length) } : schema;
  return new TupleNode({
    places,
    rest,
    least: minItems,
    size: buildSize(sized),
    distinct: buildDistinct(schema),
  });
}

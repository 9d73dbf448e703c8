import { nearestNames } from '../../../foundation/names.js';
import type { Issue, Repair } from '../../issue.js';
import { copyJson } from '../copy-json.js';
import { type Kind, kindOf } from '../kind.js';
import { buildIssue, INVALID, type PlanNode } from '../node.js';
import { stableText } from '../same-value.js';
import { describeValues } from '../words.js';
import { parseDecimal } from './number.js';

/** `enum` and `const`. */
export class AllowedValuesNode implements PlanNode {
  private readonly primitives: ReadonlySet<unknown>;
  private readonly objects: ReadonlySet<string>;

  constructor(private readonly values: readonly unknown[]) {
    this.primitives = new Set(values.filter(isPrimitive));
    this.objects = new Set(values.filter(value => !isPrimitive(value)).map(stableText));
  }

  admits(kind: Kind): boolean {
    return this.values.some(value => kindOf(value) === kind);
  }

  describe(): string {
    return describeValues(this.values);
  }

  accept(value: unknown): unknown {
    if (isPrimitive(value)) return this.primitives.has(value) ? value : INVALID;
    return this.objects.size > 0 && this.hasObject(value) ? copyJson(value) : INVALID;
  }

  explain(value: unknown, _owner: object | undefined, path: string, issues: Issue[]): void {
    if (this.accept(value) !== INVALID) return;
    const texts = this.values.filter(allowed => typeof allowed === 'string');
    const nearest = typeof value === 'string' ? nearestNames(value, texts)[0] : undefined;
    const hint = nearest === undefined ? undefined : `Did you mean '${nearest}'?`;
    issues.push(buildIssue(path, this.describe(), value, hint));
  }

  repair(value: unknown, path: string, repairs: Repair[]): unknown {
    if (this.accept(value) !== INVALID) return value;
    const repair = findRepair(value, path);
    if (repair?.to === undefined || !this.primitives.has(repair.to)) return value;
    repairs.push(repair);
    return repair.to;
  }

  private hasObject(value: unknown): boolean {
    try {
      return this.objects.has(stableText(value));
    } catch {
      return false; // A cycle or endless nesting equals no schema value.
    }
  }
}

function isPrimitive(value: unknown): boolean {
  return typeof value !== 'object' || value === null;
}

function findRepair(value: unknown, path: string): Repair | undefined {
  if (typeof value === 'number' && Number.isSafeInteger(value)) {
    return { path, rule: 'integer-to-text', from: value, to: String(value) };
  }
  if (value === 'true' || value === 'false') {
    return { path, rule: 'text-to-boolean', from: value, to: value === 'true' };
  }
  const number = typeof value === 'string' ? parseDecimal(value) : undefined;
  return number === undefined
    ? undefined
    : { path, rule: 'text-to-number', from: value as string, to: number };
}

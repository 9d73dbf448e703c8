import type { ErrorObject, ValidateFunction } from 'ajv';
import type { Issue, Repair } from '../../issue.js';
import type { AjvEngine } from '../ajv-engine.js';
import { wordAjvError } from '../ajv-words.js';
import { checkArgumentSize } from '../argument-size.js';
import type { Kind } from '../kind.js';
import { buildIssue, INVALID, type PlanNode, SIMPLER } from '../node.js';
import { MAX_RECURSION } from '../pass.js';

const LIMITS = { maxDepth: MAX_RECURSION, maxBytes: Infinity };

/** A node with keywords that the plan does not know: Ajv judges it, what the plan understands of it types and repairs. */
export class AjvNode implements PlanNode {
  private validate: ValidateFunction | undefined;

  /** @param parts - The branches of `allOf`: they know more about repairs than the node itself. */
  constructor(
    private readonly engine: AjvEngine,
    private readonly pointer: string,
    private readonly understood: PlanNode,
    private readonly parts: readonly PlanNode[],
  ) {}

  async prepare(): Promise<void> {
    await this.engine.load();
    this.validate = this.engine.compile(this.pointer);
  }

  admits(kind: Kind): boolean {
    return this.understood.admits(kind);
  }

  describe(): string {
    return this.understood.describe();
  }

  accept(value: unknown, owner: object | undefined): unknown {
    if (value === undefined || checkArgumentSize(value, LIMITS) !== undefined) return INVALID;
    return this.judge(value) === true ? this.understood.accept(value, owner) : INVALID;
  }

  explain(value: unknown, owner: object | undefined, path: string, issues: Issue[]): void {
    const refusal = checkArgumentSize(value, LIMITS, path);
    if (refusal !== undefined) issues.push(refusal);
    if (refusal !== undefined) return;
    const verdict = value === undefined ? false : this.judge(value);
    if (verdict === true && this.understood.accept(value, owner) !== INVALID) return;
    if (verdict === undefined) {
      issues.push(buildIssue(path, SIMPLER, value));
      return;
    }
    const before = issues.length;
    this.understood.explain(value, owner, path, issues);
    const explained = new Set(issues.slice(before).map(issue => issue.path));
    for (const error of mostTelling(this.engine.findErrors(this.pointer, toPlainJson(value)))) {
      const issue = wordAjvError(error, path);
      if (explained.has(issue.path)) continue;
      explained.add(issue.path);
      issues.push(issue);
    }
    if (issues.length === before) issues.push(buildIssue(path, 'a value that its schema allows', value));
  }

  repair(value: unknown, path: string, repairs: Repair[]): unknown {
    if (this.accept(value, undefined) !== INVALID) return value;
    return [this.understood, ...this.parts].reduce(
      (repaired, node) => node.repair(repaired, path, repairs),
      value,
    );
  }

  /** Undefined when that would take too long. */
  private judge(value: unknown): boolean | undefined {
    return this.validate !== undefined && this.engine.test(this.validate, toPlainJson(value));
  }
}

/** Ajv sees undefined members as present, and knows no Date. Shares what needs no change. */
function toPlainJson(value: unknown): unknown {
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString();
  if (Array.isArray(value)) return value.map(toPlainJson);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([, member]) => member !== undefined);
  return Object.fromEntries(entries.map(([key, member]) => [key, toPlainJson(member)]));
}

/** A refused combination also reports each of its branches; the combination says it better, so it comes first. */
function mostTelling(errors: readonly ErrorObject[]): ErrorObject[] {
  const isCombination = (error: ErrorObject): boolean =>
    error.keyword === 'anyOf' || error.keyword === 'oneOf';
  const combinations = errors.filter(isCombination);
  const others = errors.filter(
    error =>
      !isCombination(error) &&
      !combinations.some(outer => error.schemaPath.startsWith(`${outer.schemaPath}/`)),
  );
  return [...combinations, ...others];
}

import { DefinitionError, type DefinitionProblem } from '../../foundation/definition-error.js';
import type { Issue, Repair } from '../issue.js';
import type { TypedSchema } from '../typed-schema.js';
import { PlanCompiler } from './compiler.js';
import { replaceDynamicReferences } from './dynamic-references.js';
import { findText } from './find-text.js';
import { mayMissFacts } from './missed-facts.js';
import { buildIssue, INVALID, type PlanNode, SIMPLER } from './node.js';
import { type Failures, resetPass } from './pass.js';
import { resetPatternBudget, TooSlowPattern } from './pattern-guard.js';
import { isStackOverflow } from './stack-overflow.js';
import { describeReceived, showText } from './words.js';

export interface AcceptedValue {
  readonly ok: true;
  readonly value: unknown;
  readonly repairs: readonly Repair[];
}

export interface RefusedValue {
  readonly ok: false;
  readonly issues: readonly Issue[];
  /** What was tried; the issues are about the value after these. */
  readonly repairs: readonly Repair[];
}

export type PlanResult = AcceptedValue | RefusedValue;

export interface Plan {
  /**
   * Accepts a value as the typed value its schema stands for. A value that does not fit is repaired once and tried
   * again; one that still does not fit is explained. Never changes its input.
   *
   * @returns A promise only where an engine takes part: Ajv and the format table until they are loaded,
   *   class-transformer and class-validator always.
   * @throws DefinitionError (`DEFINITION`), also as a rejection, when the schema itself is wrong.
   */
  run(value: unknown): PlanResult | Promise<PlanResult>;
}

/**
 * Cheap: the schema is compiled by the first run, unless what its nodes mean might be lost.
 *
 * @throws DefinitionError (`DEFINITION`) where it is.
 */
export function compilePlan(typed: TypedSchema): Plan {
  const plan = new LazyPlan(typed);
  if (mayMissFacts(typed)) plan.compile();
  return plan;
}

/** Facts belong to nodes, and replacing makes new nodes: where there are facts, Ajv alone follows dynamic references. */
function withPlainReferences(typed: TypedSchema): TypedSchema {
  return typed.facts.size > 0 ? typed : { ...typed, schema: replaceDynamicReferences(typed.schema) };
}

const NONE: readonly never[] = [];

class LazyPlan implements Plan {
  private compiled: CompiledPlan | undefined;
  private loading: Promise<CompiledPlan> | undefined;
  private prepared: Prepared | undefined;

  constructor(private readonly typed: TypedSchema) {}

  run(value: unknown): PlanResult | Promise<PlanResult> {
    if (this.compiled !== undefined) return this.compiled.run(value);
    if (this.loading !== undefined) return this.loading.then(plan => plan.run(value));
    const { compiler, plan } = this.compile();
    if (compiler.preparations.length === 0) return (this.compiled = plan).run(value);
    this.loading = Promise.all(compiler.preparations.map(prepare => prepare())).then(
      () => (this.compiled = plan),
    );
    return this.loading.then(() => plan.run(value));
  }

  /** @throws DefinitionError (`DEFINITION`) when the schema itself is wrong. */
  compile(): Prepared {
    if (this.prepared !== undefined) return this.prepared;
    const compiler = new PlanCompiler(withPlainReferences(this.typed));
    return (this.prepared = { compiler, plan: new CompiledPlan(compiler, compileAll(compiler)) });
  }
}

interface Prepared {
  readonly compiler: PlanCompiler;
  readonly plan: CompiledPlan;
}

/** @throws DefinitionError (`DEFINITION`) */
function compileAll(compiler: PlanCompiler): PlanNode {
  resetPatternBudget();
  try {
    return compiler.compile();
  } catch (error) {
    if (error instanceof TooSlowPattern) throw new DefinitionError([describeSlowName(error)]);
    throw isStackOverflow(error) ? new DefinitionError([TOO_LONG_CHAIN]) : error;
  }
}

function describeSlowName({ pattern, text }: TooSlowPattern): DefinitionProblem {
  return {
    where: 'JSON Schema',
    seen: `The pattern ${showText(pattern, 100)} takes too long to check on the property name '${showText(text, 100)}'.`,
    fix: 'write the pattern so that it can match in one way only.',
  };
}

const TOO_LONG_CHAIN = {
  where: 'JSON Schema',
  seen: 'Too many of its parts lead to each other in one chain.',
  fix: 'write it with fewer parts, or with fewer levels.',
};

class CompiledPlan {
  constructor(
    private readonly compiler: PlanCompiler,
    private readonly root: PlanNode,
  ) {}

  run(value: unknown): PlanResult | Promise<PlanResult> {
    try {
      const accepted = this.accept(value);
      return accepted !== INVALID && this.compiler.pass.deferred.length === 0
        ? { ok: true, value: accepted, repairs: NONE }
        : this.finish(value, accepted);
    } catch (error) {
      return refuseUnjudged(value, error);
    }
  }

  private finish(value: unknown, accepted: unknown): PlanResult | Promise<PlanResult> {
    return this.judge(value, accepted, failures => {
      if (accepted !== INVALID && failures === undefined) return { ok: true, value: accepted, repairs: NONE };
      const repairs: Repair[] = [];
      const repaired = this.repair(value, repairs);
      return repaired === value
        ? this.refuse(value, repairs, failures)
        : this.acceptRepaired(repaired, repairs);
    });
  }

  private acceptRepaired(repaired: unknown, repairs: readonly Repair[]): PlanResult | Promise<PlanResult> {
    const accepted = this.accept(repaired);
    return this.judge(repaired, accepted, failures =>
      accepted !== INVALID && failures === undefined
        ? { ok: true, value: accepted, repairs }
        : this.refuse(repaired, repairs, failures),
    );
  }

  private accept(value: unknown): unknown {
    const { pass } = this.compiler;
    resetPass(pass);
    const accepted = this.root.accept(value, undefined);
    pass.memory = undefined;
    return accepted;
  }

  /** Waits only when class-validator has something to judge. */
  private judge(
    value: unknown,
    accepted: unknown,
    next: (failures: Failures | undefined) => PlanResult | Promise<PlanResult>,
  ): PlanResult | Promise<PlanResult> {
    const { pass, libraries } = this.compiler;
    if (accepted === INVALID || pass.deferred.length === 0) return next(undefined);
    const { deferred } = pass;
    pass.deferred = [];
    return libraries.judge(deferred).then(failures => guard(value, () => next(failures)));
  }

  private repair(value: unknown, repairs: Repair[]): unknown {
    resetPass(this.compiler.pass);
    if (!isAbsent(value) || !this.root.admits('object')) return this.root.repair(value, '', repairs);
    if (value !== undefined) repairs.push({ path: '', rule: 'absent-to-object', from: value, to: {} });
    return {};
  }

  private refuse(value: unknown, repairs: readonly Repair[], failures: Failures | undefined): RefusedValue {
    const { pass } = this.compiler;
    const issues: Issue[] = [];
    resetPass(pass, failures);
    this.root.explain(value, undefined, '', issues);
    if (issues.length === 0) issues.push(buildIssue('', this.root.describe(), value));
    resetPass(pass);
    return { ok: false, issues: issues.map(issue => describeSent(issue, repairs)), repairs };
  }
}

function guard<T>(value: unknown, judge: () => T): T | RefusedValue {
  try {
    return judge();
  } catch (error) {
    return refuseUnjudged(value, error);
  }
}

/** Refuses a value that there is not the room or the time to judge. @throws any other error. */
function refuseUnjudged(value: unknown, error: unknown): RefusedValue {
  if (error instanceof TooSlowPattern)
    return { ok: false, issues: [describeSlow(error, value)], repairs: NONE };
  if (!isStackOverflow(error)) throw error;
  return { ok: false, issues: [buildIssue('', SIMPLER, value)], repairs: NONE };
}

function describeSlow({ pattern, text }: TooSlowPattern, value: unknown): Issue {
  const expected = `a shorter or plainer text: the pattern ${showText(pattern, 100)} takes too long to check on this one`;
  return buildIssue(findText(value, text) ?? '', expected, text);
}

function isAbsent(value: unknown): value is undefined | null | '' {
  return value === undefined || value === null || value === '';
}

/** The model recognises what it sent, not what a repair made of it. */
function describeSent(issue: Issue, repairs: readonly Repair[]): Issue {
  const repair = repairs.find(each => each.path === issue.path);
  return repair === undefined ? issue : { ...issue, received: describeReceived(repair.from) };
}

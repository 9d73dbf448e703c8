import { createContext, Script } from 'node:vm';
import { estimateCost, type PatternCost } from './pattern-cost.js';

/** What the plan and its engines ask of a regular expression. */
export interface Pattern {
  test(text: string): boolean;
  /** Engines tell patterns apart by this. */
  toString(): string;
}

/** Thrown when the patterns of one walk have had their time. */
export class TooSlowPattern extends Error {
  constructor(
    readonly pattern: string,
    readonly text: string,
  ) {
    super(`The pattern ${pattern} takes too long for a text of ${text.length} characters.`);
  }
}

/** A regular expression of which no text can make more than the caller can afford. What costs little stays as it is. */
export function guardPattern(expression: RegExp): Pattern {
  const guard = guardFor(expression);
  if (guard === undefined) return expression;
  return { test: text => guard(text, () => expression.test(text)), toString: () => String(expression) };
}

/** Runs work that applies an expression to a text; undefined where any text costs little. */
export function guardFor(expression: RegExp): ((text: string, work: () => boolean) => boolean) | undefined {
  const cost = estimateCost(expression);
  if (isCheap(cost)) return undefined;
  let unprepared = cost.paths > FEW_PATHS ? PREPARATIONS : 0;
  return (text, work) => {
    const isPrepared = unprepared === 0;
    if (!isPrepared) unprepared--;
    return runGuarded({ cost, name: expression.source, text, isPrepared }, work);
  };
}

/** In proportion to the text, and the text is bounded. */
const isCheap = ({ exponent, factor, paths }: PatternCost): boolean =>
  exponent <= 1 && factor <= 64 && paths <= FEW_PATHS;

/** V8 weighs as many in about a tenth of a millisecond. */
const FEW_PATHS = 2_000;
/** It does so when an expression meets its first text, and once more, for machine code, when it meets the next. */
const PREPARATIONS = 2;

interface GuardedWork {
  readonly cost: PatternCost;
  /** Of the pattern, for the message. */
  readonly name: string;
  readonly text: string;
  /** Unless false, the time that the work takes depends on the text alone. */
  readonly isPrepared?: boolean;
}

/**
 * Runs work whose cost grows with a text: directly while that surely takes little, else so that it can be interrupted.
 *
 * @throws TooSlowPattern when the time for one walk is used up.
 */
export function runGuarded(
  { cost, name, text, isPrepared = true }: GuardedWork,
  work: () => boolean,
): boolean {
  const steps = cost.factor * text.length ** cost.exponent;
  if (isPrepared && steps <= STEPS_FOR_ONE && steps <= budget.steps) {
    budget.steps -= steps;
    return work();
  }
  while (budget.ms > 0) {
    const begun = processorMs();
    const timeout = Math.max(LEAST_MS, Math.ceil(budget.ms));
    let least = 0;
    try {
      return runInterruptibly(work, timeout);
    } catch (error) {
      if (!isTimeout(error)) throw error;
      least = timeout / 8;
    } finally {
      const spent = Math.max(least, processorMs() - begun);
      budget.ms -= spent < OVERHEAD_MS ? spent / 4 : spent;
    }
  }
  throw new TooSlowPattern(name, text);
}

/** Begins a walk over one value: the patterns of the walk share what time there is. */
export function resetPatternBudget(): void {
  budget.steps = STEPS_FOR_ALL;
  budget.ms = MS_FOR_ALL;
}

/** Steps are of about ten nanoseconds. */
const STEPS_FOR_ONE = 100_000;
const STEPS_FOR_ALL = 5_000_000;
/** Of the processor: on a busy machine more time passes, and an interrupted pattern that had little of it is tried again. */
const MS_FOR_ALL = 200;
/** On a busy machine a shorter time may pass before the work begins. */
const LEAST_MS = 25;
/** A call that takes no longer spends most of it on being interruptible, which says nothing against its pattern. */
const OVERHEAD_MS = 0.5;

/** Of the walk that goes on: walks are synchronous, so there is one at a time. */
const budget = { steps: STEPS_FOR_ALL, ms: MS_FOR_ALL };

function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

let sandbox: { work: () => boolean } | undefined;
let script: Script | undefined;

/** V8 lets scripts alone be interrupted, and expressions inside of them. */
function runInterruptibly(work: () => boolean, timeout: number): boolean {
  sandbox ??= createContext({ work }) as { work: () => boolean };
  script ??= new Script('work()');
  sandbox.work = work;
  try {
    return script.runInContext(sandbox, { timeout }) as boolean;
  } finally {
    sandbox.work = NO_WORK;
  }
}

const NO_WORK = (): boolean => false;

/** Told by its code: it is an error of the sandbox, and no instance of any class here. */
const isTimeout = (error: unknown): boolean =>
  typeof error === 'object' && (error as { code?: unknown } | null)?.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT';

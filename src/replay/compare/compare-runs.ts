import { canonicalJson } from '../../foundation/canonical-json.js';
import type { RecordedRun } from '../../journal/run-store.js';
import { align } from './align.js';
import { compareSteps, isEqualStep } from './compare-steps.js';
import { diffFacts } from './facts.js';
import { outlineRun, type RunOutline, type StepOutline } from './outline-run.js';
import { PromptWatch } from './prompt-watch.js';
import type { Difference, RunComparison, Section } from './run-comparison.js';

/** A run to compare. Where both have their runs below, what agents did for calls is compared too. */
export type ComparedRun = Pick<RecordedRun, 'runId' | 'events'> & {
  readonly below?: readonly Pick<RecordedRun, 'runId' | 'events'>[];
};

/** What counts as a difference. */
export interface CompareOptions {
  /** What may differ. @defaultValue none */
  readonly ignore?: readonly Section[];
  /** Tells how long runs, answers and calls took; it makes no two runs different. @defaultValue false */
  readonly time?: boolean;
}

/**
 * Says what two runs did differently: they are aligned by step, so that a step more or less moves no other. Ids and times of day are
 * no differences.
 */
export function compareRuns(a: ComparedRun, b: ComparedRun, options: CompareOptions = {}): RunComparison {
  const [x, y] = [outlineRun(a), outlineRun(b)];
  const { ignore = [], time = false } = options;
  const keep = (differences: readonly Difference[]): readonly Difference[] =>
    ignore.length === 0 ? differences : differences.filter(({ section }) => !ignore.includes(section));
  const start = keep(diffFacts(x.start, y.start));
  const watch = new PromptWatch(diffFacts(x.start, y.start).length === 0);
  const areBothWhole = a.below !== undefined && b.below !== undefined;
  const below = (of: StepOutline, side: 'a' | 'b', callId: string): ComparedRun[] =>
    areBothWhole ? runsBelow(side === 'a' ? a : b, of.turn, callId) : [];
  const steps = align(x.steps, y.steps, STEP_KEYS).map(({ a: at, b: bt }) =>
    compareSteps(at === undefined ? undefined : x.steps[at], bt === undefined ? undefined : y.steps[bt], {
      ...{ keep, time, watch, below },
      compare: (one, other) => compareRuns(one, other, options),
    }),
  );
  const end = keep(diffFacts(x.end, y.end));
  return {
    isEqual: start.length === 0 && end.length === 0 && steps.every(isEqualStep),
    ...{ a: sideOf(x), b: sideOf(y), start, steps, end },
    ...(time ? { time: { a: x.durationMs, b: y.durationMs } } : {}),
  };
}

/** All that happened, what was asked for, the tools that were called. */
const STEP_KEYS: readonly ((step: StepOutline) => string)[] = [
  ({ facts, calls }) => canonicalJson([withoutUsage(facts), calls.map(call => withoutUsage(call.facts))]),
  ({ facts, calls }) =>
    canonicalJson([
      calls.map(({ toolName, asked }) => [toolName, asked ?? null]),
      calls.length > 0 ? [] : facts.filter(({ section }) => section === 'text').map(({ value }) => value),
    ]),
  ({ calls }) => canonicalJson(calls.map(({ toolName }) => toolName)),
];

const withoutUsage = (facts: StepOutline['facts']): (string | StepOutline['facts'][number]['value'])[][] =>
  facts.flatMap(({ section, what, value }) => (section === 'usage' ? [] : [[section, what, value]]));

const sideOf = ({ runId, agent, model, status }: RunOutline): RunComparison['a'] => ({
  ...{ runId, agent, model, status },
});

/** Runs that worked for one call, its attempts in order. Their ids begin with run, turn and call. */
function runsBelow({ runId, below = [] }: ComparedRun, turn: number, callId: string): ComparedRun[] {
  const found = below.filter(run => {
    const first = run.events[0];
    const parent = first?.type === 'run-started' ? first.parent : undefined;
    return parent?.runId === runId && parent.callId === callId && run.runId.startsWith(`${runId}/${turn}/`);
  });
  return found.sort((one, other) => (atOf(one) < atOf(other) ? -1 : 1)).map(run => ({ ...run, below }));
}

const atOf = ({ events }: ComparedRun): string => events[0]?.at ?? '';

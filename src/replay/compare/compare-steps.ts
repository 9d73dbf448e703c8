import type { JsonValue } from '../../foundation/json.js';
import { diffFacts, type Fact } from './facts.js';
import type { CallOutline, StepOutline } from './outline-run.js';
import { keepsOrder, pairCalls } from './pair-calls.js';
import type { PromptWatch } from './prompt-watch.js';
import type { CallComparison, Difference, RunComparison, StepComparison } from './run-comparison.js';

/** How steps are compared; `TRun` is a run below. */
export interface StepRules<TRun> {
  /** What of the differences counts. */
  readonly keep: (differences: readonly Difference[]) => readonly Difference[];
  readonly time: boolean;
  readonly watch: PromptWatch;
  /** The runs that worked for a call. */
  readonly below: (step: StepOutline, side: 'a' | 'b', callId: string) => readonly TRun[];
  readonly compare: (a: TRun, b: TRun) => RunComparison;
}

/** Nothing differs in the step, its calls and what worked for them. */
export const isEqualStep = ({ differences, calls }: StepComparison): boolean =>
  differences.length === 0 &&
  calls.every(call => call.differences.length === 0 && call.below.every(({ isEqual }) => isEqual));

/** Two steps that stand beside each other, or one that stands alone. */
export function compareSteps<TRun>(
  a: StepOutline | undefined,
  b: StepOutline | undefined,
  rules: StepRules<TRun>,
): StepComparison {
  if (a !== undefined && b !== undefined) return comparePair(a, b, rules);
  rules.watch.part();
  const differences: Difference[] = [
    ...(a === undefined ? [] : [alone('removed', { a: valueOfStep(a) })]),
    ...(b === undefined ? [] : [alone('added', { b: valueOfStep(b) })]),
  ];
  return {
    ...(a === undefined ? {} : { a: a.turn }),
    ...(b === undefined ? {} : { b: b.turn }),
    ...{ differences: rules.keep(differences), calls: [] },
    ...(rules.time ? { time: timeOf(a, b) } : {}),
  };
}

function comparePair<TRun>(a: StepOutline, b: StepOutline, rules: StepRules<TRun>): StepComparison {
  const { keep, time, watch } = rules;
  const pairs = pairCalls(a.calls, b.calls);
  const compared = pairs.map(({ a: at, b: bt }) => ({
    x: at === undefined ? undefined : a.calls[at],
    y: bt === undefined ? undefined : b.calls[bt],
  }));
  const own: Difference[] = [
    ...watch.look(a, b),
    ...diffFacts(a.facts, b.facts),
    ...compared.flatMap(({ x, y }) => lonely(x, y)),
    ...(keepsOrder(pairs) ? [] : [otherOrder(a, b)]),
  ];
  const all = compared.flatMap(({ x, y }) => (x && y ? diffCalls(x, y) : []));
  watch.pass(a, b, own.length === 0 && all.length === 0);
  return {
    ...{ a: a.turn, b: b.turn, differences: keep(own) },
    calls: compared.map(({ x, y }) => compareCalls({ a, x, b, y }, rules)),
    ...(time ? { time: timeOf(a, b) } : {}),
  };
}

/** A call of each step, or of one. */
interface CallPair {
  readonly a: StepOutline;
  readonly x: CallOutline | undefined;
  readonly b: StepOutline;
  readonly y: CallOutline | undefined;
}

function compareCalls<TRun>({ a, x, b, y }: CallPair, rules: StepRules<TRun>): CallComparison {
  const { keep, time, below, compare } = rules;
  const ofA = x === undefined || y === undefined ? [] : below(a, 'a', x.callId);
  const ofB = x === undefined || y === undefined ? [] : below(b, 'b', y.callId);
  const runs: RunComparison[] = [];
  for (const [index, run] of ofA.entries()) {
    const other = ofB[index];
    if (other !== undefined) runs.push(compare(run, other));
  }
  const differences = [
    ...(x !== undefined && y !== undefined ? diffCalls(x, y) : []),
    ...diffFacts(countRuns(ofA), countRuns(ofB)),
  ];
  return {
    ...(x === undefined ? {} : { a: x.toolName }),
    ...(y === undefined ? {} : { b: y.toolName }),
    ...{ differences: keep(differences), below: runs },
    ...(time ? { time: timeOf(x, y) } : {}),
  };
}

const countRuns = (runs: readonly unknown[]): Fact[] => [
  { section: 'runs', what: 'count', value: runs.length },
];

const diffCalls = (a: CallOutline, b: CallOutline): Difference[] =>
  diffFacts([nameOf(a), ...a.facts], [nameOf(b), ...b.facts]);

const nameOf = ({ toolName }: CallOutline): Fact => ({ section: 'calls', what: 'tool', value: toolName });

/** A call that only one of two steps has. */
function lonely(a: CallOutline | undefined, b: CallOutline | undefined): Difference[] {
  if (a !== undefined && b !== undefined) return [];
  const facts = { section: 'calls', what: 'call', path: '' } as const;
  return [
    ...(a === undefined ? [] : [{ ...facts, kind: 'removed', a: valueOfCall(a) } as const]),
    ...(b === undefined ? [] : [{ ...facts, kind: 'added', b: valueOfCall(b) } as const]),
  ];
}

const otherOrder = (a: StepOutline, b: StepOutline): Difference => ({
  ...({ section: 'calls', what: 'order', kind: 'changed', path: '' } as const),
  a: a.calls.map(valueOfCall),
  b: b.calls.map(valueOfCall),
});

const alone = (kind: 'added' | 'removed', value: Pick<Difference, 'a' | 'b'>): Difference => ({
  ...{ section: 'steps', what: '', kind, path: '' },
  ...value,
});

const valueOfCall = ({ toolName, asked }: CallOutline): JsonValue => ({ toolName, arguments: asked });

const valueOfStep = ({ facts, calls }: StepOutline): JsonValue => ({
  text: facts.find(({ section, what }) => section === 'text' && what === '')?.value,
  calls: calls.map(valueOfCall),
});

const timeOf = (
  a: { readonly durationMs?: number } | undefined,
  b: { readonly durationMs?: number } | undefined,
): { readonly a?: number; readonly b?: number } => ({
  ...(a?.durationMs === undefined ? {} : { a: a.durationMs }),
  ...(b?.durationMs === undefined ? {} : { b: b.durationMs }),
});

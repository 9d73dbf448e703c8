import type { CallComparison, Difference, RunComparison, StepComparison } from './run-comparison.js';

/** A difference, and where it is. */
export interface PlacedDifference extends Difference {
  /** From the outside in: `start`, `end`, or a step with its turn in each run, its call, and what is below that. */
  readonly place: readonly string[];
}

/** All differences of a comparison in the order in which they came about, those of runs below with them. */
export function listDifferences(comparison: RunComparison): readonly PlacedDifference[] {
  return listPlaces(comparison).flatMap(({ place, differences }) =>
    differences.map(difference => ({ place, ...difference })),
  );
}

/** A place of a comparison with what differs there, which may be nothing. */
export interface Place {
  readonly place: readonly string[];
  readonly differences: readonly Difference[];
}

/** All places of a comparison, in order. */
export function listPlaces(comparison: RunComparison, outer: readonly string[] = []): Place[] {
  const { start, steps, end } = comparison;
  return [
    { place: [...outer, 'start'], differences: start },
    ...steps.flatMap(step => placesOfStep(step, [...outer, nameOfStep(step)])),
    { place: [...outer, 'end'], differences: end },
  ];
}

const placesOfStep = (step: StepComparison, place: readonly string[]): Place[] => [
  { place, differences: step.differences },
  ...step.calls.flatMap((call, index) => {
    const here = [...place, nameOfCall(call, index)];
    return [
      { place: here, differences: call.differences },
      ...call.below.flatMap(run => listPlaces(run, here)),
    ];
  }),
];

/** `step 2`, or `step 2/3` where it has another turn in the second run. */
export function nameOfStep({ a, b }: Pick<StepComparison, 'a' | 'b'>): string {
  return a === undefined || b === undefined || a === b ? `step ${a ?? b ?? 0}` : `step ${a}/${b}`;
}

/** `call 1 look`, or `call 1 look/find` where each run has another tool. */
export function nameOfCall({ a, b }: CallComparison, index: number): string {
  const name = a === undefined || b === undefined || a === b ? (a ?? b ?? '') : `${a}/${b}`;
  return `call ${index + 1} ${name}`;
}

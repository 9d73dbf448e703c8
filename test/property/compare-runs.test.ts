import fc from 'fast-check';
import { type JsonValue, type RecordedRun } from 'toolwright';
import { compareRuns, listDifferences } from 'toolwright/replay';
import { numbered, runs } from './run-arbitrary.js';
import { SEEDED } from './seed.js';

/** Ids, hashes and times; and what makes an event this one and no other. */
const OTHERWISE = new Set([
  ...['v', 'seq', 'at', 'runId', 'callId', 'callIds', 'conversationId', 'idempotencyKey', 'durationMs'],
  ...['requestHash', 'argumentsHash', 'type', 'role', 'turn', 'index'],
]);

type Path = readonly (string | number)[];

/** Where a text, a number or a truth value stands that says what happened. */
function leavesOf(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [path];
  return Object.entries(value).flatMap(([name, member]) =>
    OTHERWISE.has(name) ? [] : leavesOf(member, [...path, Array.isArray(value) ? Number(name) : name]),
  );
}

const editLeaf = (value: unknown): JsonValue => {
  if (typeof value === 'string') return `${value}!`;
  return typeof value === 'number' ? value + 1 : value !== true;
};

/** A copy in which one leaf is another. */
function edited(run: RecordedRun, [name, ...rest]: Path): RecordedRun {
  const walk = (value: unknown, [step, ...steps]: Path): unknown => {
    if (step === undefined) return editLeaf(value);
    const member = walk((value as Record<string | number, unknown>)[step], steps);
    return Array.isArray(value)
      ? value.map((item: unknown, index) => (index === step ? member : item))
      : { ...(value as object), [step]: member };
  };
  return walk(run, [name!, ...rest]) as RecordedRun;
}

/** The same run at another time, under other ids. */
const relived = ({ events }: RecordedRun): RecordedRun =>
  JSON.parse(
    JSON.stringify(numbered('r1', events))
      .replaceAll('"r1', '"r2')
      .replaceAll(/"c(\d)\./g, '"call-$1-')
      .replaceAll(/"durationMs":\d/g, '"durationMs":77')
      .replaceAll('"at":"2026', '"at":"2027'),
  ) as RecordedRun;

/** The turn that an event belongs to. */
const turnOf = ({ events }: RecordedRun, seq: number): number =>
  events.slice(0, seq + 1).reduce((turn, event) => ('turn' in event ? event.turn : turn), 0);

describe('a comparison', () => {
  it('finds nothing between a run and the same at another time, under other ids', () => {
    fc.assert(
      fc.property(runs, run => {
        expect(compareRuns(run, run)).toMatchObject({ isEqual: true });
        expect(listDifferences(compareRuns(run, relived(run)))).toEqual([]);
      }),
      SEEDED,
    );
  });

  it('names any single edit of an event that matters, in its place', () => {
    fc.assert(
      fc.property(runs, fc.nat(), (run, choice) => {
        const leaves = leavesOf(run);
        const path = leaves[choice % leaves.length]!;
        const comparison = compareRuns(run, edited(run, path));
        expect(comparison.isEqual).toBe(false);
        const seq = path[1] as number;
        const { type } = run.events[seq]!;
        const turn = turnOf(run, seq);
        const place = type === 'run-ended' ? 'end' : turn === 0 ? 'start' : `step ${turn}`;
        const found = listDifferences(comparison);
        expect(found.map(difference => difference.place[0])).toContain(place);
        // Both ways it is one thing.
        expect(listDifferences(compareRuns(edited(run, path), run))).toHaveLength(found.length);
      }),
      { ...SEEDED, numRuns: 1_000 },
    );
  });

  it('aligns what is left when events of a step are missing', () => {
    fc.assert(
      fc.property(runs, fc.nat(), (run, choice) => {
        const turns = run.events.flatMap(event => (event.type === 'model-call-started' ? [event.turn] : []));
        const gone = turns[choice % turns.length]!;
        const events = run.events.filter(
          (_event, seq) => turnOf(run, seq) !== gone || seq === run.events.length - 1,
        );
        const { steps } = compareRuns(run, { runId: 'r1', events });
        expect(steps.filter(({ b }) => b === undefined)).toHaveLength(1);
        expect(steps.filter(({ a, b }) => a !== undefined && b !== undefined)).toHaveLength(turns.length - 1);
        expect(
          steps.flatMap(step => [...step.differences, ...step.calls.flatMap(call => call.differences)]),
        ).toMatchObject([{ section: 'steps', kind: 'removed' }]);
      }),
      SEEDED,
    );
  });
});

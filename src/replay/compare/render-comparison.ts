import type { JsonValue } from '../../foundation/json.js';
import { isEqualStep } from './compare-steps.js';
import { listPlaces, nameOfCall, nameOfStep, type Place } from './list-differences.js';
import type { ComparedSide, Difference, RunComparison, TimePair } from './run-comparison.js';
import { showPair, showText, showValue } from './show-value.js';

/** How a comparison is written. */
export interface RenderComparisonOptions {
  /** With the colours of a terminal. @defaultValue false */
  readonly colours?: boolean;
}

/** Beyond so many differences the rest is only counted. */
const MAX_SHOWN = 500;

/** Codes of terminals. `styleText` asks the stream of this process, which may not be where the text goes. */
const COLOURS = { red: 31, green: 32, cyan: 36 } as const;

type Paint = (colour: keyof typeof COLOURS, text: string) => string;

/** A comparison for people: what only the first run has stands behind `-`, what only the second has behind `+`. */
export function renderComparison(
  comparison: RunComparison,
  { colours = false }: RenderComparisonOptions = {},
): string {
  const paint: Paint = (colour, text) => (colours ? `\u001b[${COLOURS[colour]}m${text}\u001b[39m` : text);
  const places = listPlaces(comparison).filter(({ differences }) => differences.length > 0);
  const { shown, hidden } = bound(places);
  return [
    paint('red', `--- ${describeSide(comparison.a)}`),
    paint('green', `+++ ${describeSide(comparison.b)}`),
    ...shown.flatMap(place => renderPlace(place, paint)),
    ...(hidden > 0 ? [`… and ${hidden} differences more.`] : []),
    ...renderTimes(comparison),
    sumUp(comparison, places),
  ].join('\n');
}

const describeSide = ({ runId, agent, model, status }: ComparedSide): string =>
  `${showText(runId)}  ${status}, ${showText(agent)}, ${showText(model)}`;

function bound(places: readonly Place[]): { readonly shown: readonly Place[]; readonly hidden: number } {
  let room = MAX_SHOWN;
  let hidden = 0;
  const shown = places.map(({ place, differences }) => {
    const fitting = differences.slice(0, room);
    room -= fitting.length;
    hidden += differences.length - fitting.length;
    return { place, differences: fitting };
  });
  return { shown: shown.filter(({ differences }) => differences.length > 0), hidden };
}

function renderPlace({ place, differences }: Place, paint: Paint): string[] {
  return [
    paint('cyan', `@@ ${place.map(showText).join(' › ')} @@`),
    ...differences.flatMap(difference => renderDifference(difference, paint)),
  ];
}

function renderDifference({ section, what, path, a, b }: Difference, paint: Paint): string[] {
  const name = [section, what, path].filter(part => part !== '').map(showText);
  const [before, after] = a !== undefined && b !== undefined ? showPair(a, b) : [showOne(a), showOne(b)];
  return [
    `  ${name.join(' ')}`,
    ...(before === undefined ? [] : [paint('red', `-   ${before}`)]),
    ...(after === undefined ? [] : [paint('green', `+   ${after}`)]),
  ];
}

const showOne = (value: JsonValue | undefined): string | undefined =>
  value === undefined ? undefined : showValue(value);

function renderTimes({ time, steps }: RunComparison): string[] {
  if (time === undefined) return [];
  const rows: (readonly [string, TimePair | undefined])[] = [
    ['run', time],
    ...steps.flatMap(step => [
      [nameOfStep(step), step.time] as const,
      ...step.calls.map((call, index) => [`  ${nameOfCall(call, index)}`, call.time] as const),
    ]),
  ];
  return ['@@ time @@', ...rows.map(([name, pair]) => `  ${showText(name)}: ${renderTime(pair)}`)];
}

function renderTime({ a, b }: TimePair = {}): string {
  const show = (durationMs: number | undefined): string =>
    durationMs === undefined ? 'none' : `${Math.round(durationMs)} ms`;
  return `${show(a)}, ${show(b)}`;
}

function sumUp({ isEqual, steps }: RunComparison, places: readonly Place[]): string {
  if (isEqual) return `No difference in ${countOf(steps.length, 'step')}.`;
  const count = places.reduce((sum, { differences }) => sum + differences.length, 0);
  const same = steps.filter(isEqualStep).length;
  return `${countOf(count, 'difference')}; ${same} of ${countOf(steps.length, 'step')} the same.`;
}

const countOf = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

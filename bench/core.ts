import { spawnSync } from 'node:child_process';
import { cpus } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { CatalogueFigures } from './catalogue.js';
import { type Measured, percentile } from './measure.js';
import { measureStartUp } from './start-up.js';

/**
 * Compares toolwright with hand-written code and with other libraries, and holds the figures against their targets.
 *
 * node bench/core.ts [--rounds N] [part …]
 */
const args = process.argv.slice(2);
const roundsAt = args.indexOf('--rounds');
const rounds = roundsAt < 0 ? 41 : Number(args.splice(roundsAt, 2)[1]);
const wanted = (part: string): boolean => args.length === 0 || args.includes(part);

const OTHER_CLASSES = [0, 1_000, 5_000];
const verdicts: { figure: string; measured: string; target: string; verdict: string }[] = [];

console.log(
  `Node ${process.version}, ${cpus().length} cores, ${rounds} rounds. Ratios are medians of paired rounds.\n`,
);
for (const [part, target] of [
  ['flat', 8],
  ['ticket', 5],
  ['rows', 3],
] as const) {
  if (wanted(part)) reportValidation(part, target);
}
if (wanted('resolution')) reportResolution();
if (wanted('call')) reportCalls();
if (wanted('catalogue')) reportCatalogue();
if (wanted('start-up')) reportStartUp();
if (wanted('retention')) {
  const bytes = Math.max(...[1, 2, 3].map(() => measure('retention', 0) as number));
  judge('bytes retained by one call of 50,000, with its timer', bytes, 5, 'B');
}
console.log('Targets');
console.table(verdicts);
if (verdicts.some(({ verdict }) => verdict === 'missed')) process.exitCode = 1;

function reportValidation(part: string, target: number): void {
  const byOthers = OTHER_CLASSES.map(others => measure(part, others) as Measured[]);
  print(`validate and build: ${part}, by the number of other decorated classes`, OTHER_CLASSES, byOthers);
  const [none = [], , most = []] = byOthers;
  judge(`${part}, × hand-written`, find(none, 'toolwright').ratio, target, '×');
  const growth = find(most, 'toolwright').ratio / find(none, 'toolwright').ratio;
  judge(`${part}, with 5,000 other classes ÷ with none`, growth, 1.5, '×');
}

function reportResolution(): void {
  const few = measure('resolution', 10) as Measured[];
  const many = measure('resolution', 1_000) as Measured[];
  print('dependency resolution, by the number of registrations', [10, 1_000], [few, many]);
  const name = 'toolwright, a new object for each call';
  judge('resolution, × plain constructors', find(few, name).ratio, 10, '×');
  judge('resolution, 1,000 registrations ÷ 10', find(many, name).ratio / find(few, name).ratio, 1.2, '×');
}

function reportCalls(): void {
  const byOthers = OTHER_CLASSES.map(others => measure('call', others) as Measured[]);
  print('one whole call, by the number of other decorated classes', OTHER_CLASSES, byOthers);
  for (const name of ['run.call, a method', 'run.call, a DTO']) {
    judge(`${name}, × hand-written`, find(byOthers[1] ?? [], name).ratio, 2, '×');
  }
}

function reportCatalogue(): void {
  const thousand = quietest(1_000);
  const four = quietest(4_000);
  console.log('register and export');
  console.table({ '1,000 tools': thousand, '4,000 tools': four });
  judge('1,000 tools registered and exported', thousand.firstMs, 100, 'ms');
  judge('1,000 tools exported again', thousand.againMs, 2, 'ms');
  judge('4,000 tools ÷ 1,000 tools', four.firstMs / thousand.firstMs, 5, '×');
}

/** Of five fresh processes: noise only adds. */
function quietest(count: number): CatalogueFigures {
  const all = [1, 2, 3, 4, 5].map(() => measure('catalogue', count) as CatalogueFigures);
  return {
    firstMs: Math.min(...all.map(({ firstMs }) => firstMs)),
    againMs: percentile(
      all.map(({ againMs }) => againMs),
      0.5,
    ),
    listBytes: all[0]?.listBytes ?? 0,
  };
}

function reportStartUp(): void {
  const figures = measureStartUp(Math.min(rounds, 15));
  console.log('import, beyond Node itself');
  console.table(figures);
  judge('import beyond the decorator packages', figures.ownMs, 25, 'ms');
}

function measure(part: string, amount: number): unknown {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [
      '--expose-gc',
      '--import',
      fileURLToPath(new URL('../dist/cli/typescript/register.js', import.meta.url)),
      fileURLToPath(new URL('./part.ts', import.meta.url)),
      part,
      String(amount),
      String(rounds),
    ],
    { encoding: 'utf8', maxBuffer: 1e8 },
  );
  if (status !== 0) throw new Error(`Measuring ${part} failed: ${stderr}`);
  return JSON.parse(stdout);
}

function find(measured: readonly Measured[], name: string): Measured {
  const found = measured.find(each => each.name === name);
  if (found === undefined) throw new Error(`'${name}' was not measured.`);
  return found;
}

/** Nanoseconds and ratio of each candidate, side by side for each amount of the rest. */
function print(title: string, amounts: readonly number[], columns: readonly Measured[][]): void {
  console.log(title);
  const rows = (columns[0] ?? []).map(({ name }) => {
    const figures = columns.flatMap((column, index) => {
      const { quietNs, ratio } = find(column, name);
      const amount = (amounts[index] ?? 0).toLocaleString('en');
      return [
        [`${amount}: ns`, round(quietNs)],
        [`${amount}: ×`, round(ratio)],
      ] as const;
    });
    return [name, Object.fromEntries(figures)] as const;
  });
  console.table(Object.fromEntries(rows));
}

function judge(figure: string, measured: number, target: number, unit: string): void {
  verdicts.push({
    figure,
    measured: `${round(measured)} ${unit}`,
    target: `≤ ${target} ${unit}`,
    verdict: measured <= target ? 'met' : 'missed',
  });
}

function round(value: number): number {
  return value >= 100 ? Math.round(value) : Number(value.toPrecision(3));
}

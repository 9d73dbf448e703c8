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

/** class-validator scans all decorated classes of a process; targets hold beside a thousand of them. */
const OTHER_CLASSES = [0, 1_000, 5_000];
const USUAL = 1;
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
  const bytes = [1, 2, 3].map(() => measure('retention', { others: 0 }) as number);
  judge('bytes retained by one call of 50,000, with its timer', percentile(bytes, 0.5), 5, 'B');
}
console.log('Targets');
console.table(verdicts);
if (verdicts.some(({ verdict }) => verdict === 'missed')) process.exitCode = 1;

function reportValidation(part: string, target: number): void {
  const byOthers = OTHER_CLASSES.map(others => measure(part, { others }) as Measured[]);
  print(`validate and build: ${part}, by the number of other decorated classes`, OTHER_CLASSES, byOthers);
  judge(`${part}, × hand-written`, find(byOthers[USUAL], 'toolwright').ratio, target, '×');
  judgeGrowth(part, byOthers, 'toolwright');
}

function reportResolution(): void {
  const byOthers = OTHER_CLASSES.map(others => measure('resolution', { others, size: 10 }) as Measured[]);
  print('dependency resolution, by the number of other decorated classes', OTHER_CLASSES, byOthers);
  const name = 'toolwright, a new object for each call';
  judge('resolution, × plain constructors', find(byOthers[USUAL], name).ratio, 10, '×');
  judgeGrowth('resolution', byOthers, name);

  const sizes = [10, 1_000];
  const bySize = sizes.map(size => measure('resolution', { others: 0, size }) as Measured[]);
  print('dependency resolution, by the number of registrations', sizes, bySize);
  judge(
    'resolution, 1,000 registrations ÷ 10',
    find(bySize[1], name).ratio / find(bySize[0], name).ratio,
    1.2,
    '×',
  );
}

function reportCalls(): void {
  const byOthers = OTHER_CLASSES.map(others => measure('call', { others }) as Measured[]);
  print('one whole call, by the number of other decorated classes', OTHER_CLASSES, byOthers);
  for (const name of ['run.call, a method', 'run.call, a DTO']) {
    judge(`${name}, × hand-written`, find(byOthers[USUAL], name).ratio, 2, '×');
    judgeGrowth(name, byOthers, name);
  }
}

function judgeGrowth(figure: string, byOthers: readonly Measured[][], name: string): void {
  const growth = find(byOthers.at(-1), name).ratio / find(byOthers[0], name).ratio;
  judge(`${figure}, with 5,000 other classes ÷ with none`, growth, 1.5, '×');
}

function reportCatalogue(): void {
  const byOthers = OTHER_CLASSES.map(others => quietest(1_000, others));
  const four = quietest(4_000, 0);
  console.log('register and export');
  const labels = OTHER_CLASSES.map(others => `1,000 tools beside ${others.toLocaleString('en')} classes`);
  console.table(
    Object.fromEntries([
      ...byOthers.map((figures, index) => [labels[index] ?? '', rounded(figures)] as const),
      ['4,000 tools', rounded(four)] as const,
    ]),
  );
  const [none, usual, most] = byOthers as [CatalogueFigures, CatalogueFigures, CatalogueFigures];
  judge('1,000 tools registered and exported', usual.firstMs, 100, 'ms');
  judge('1,000 tools exported again', usual.againMs, 2, 'ms');
  judge('1,000 tools, with 5,000 other classes ÷ with none', most.firstMs / none.firstMs, 1.5, '×');
  judge('4,000 tools ÷ 1,000 tools', four.firstMs / none.firstMs, 5, '×');
}

/** Of seven fresh processes: noise only adds. */
function quietest(size: number, others: number): CatalogueFigures {
  const all = Array.from({ length: 7 }, () => measure('catalogue', { others, size }) as CatalogueFigures);
  return {
    firstMs: Math.min(...all.map(({ firstMs }) => firstMs)),
    againMs: percentile(
      all.map(({ againMs }) => againMs),
      0.5,
    ),
    listBytes: all[0]?.listBytes ?? 0,
  };
}

function rounded(figures: object): object {
  return Object.fromEntries(Object.entries(figures).map(([name, value]) => [name, round(value as number)]));
}

function reportStartUp(): void {
  const figures = measureStartUp(Math.min(rounds, 15));
  console.log('import, beyond Node itself');
  console.table(rounded(figures));
  judge('import beyond the decorator packages', figures.ownMs, 25, 'ms');
}

function measure(part: string, { others, size = 0 }: { others: number; size?: number }): unknown {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [
      '--expose-gc',
      '--import',
      fileURLToPath(new URL('../dist/cli/typescript/register.js', import.meta.url)),
      fileURLToPath(new URL('./part.ts', import.meta.url)),
      ...[part, others, rounds, size].map(String),
    ],
    { encoding: 'utf8', maxBuffer: 1e8 },
  );
  if (status !== 0) throw new Error(`Measuring ${part} failed: ${stderr}`);
  return JSON.parse(stdout);
}

function find(measured: readonly Measured[] | undefined, name: string): Measured {
  const found = measured?.find(each => each.name === name);
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

import { type Command, InvalidArgumentError } from 'commander';
import { type PruneReport, pruneRuns } from '../../replay/index.js';
import type { CommandIo } from '../command-io.js';
import { STORE, withStore } from '../run-stores.js';
import { UsageError } from '../usage-error.js';
import { toLine } from './runs-text.js';

interface PruneCommandOptions {
  readonly store: string;
  readonly olderThan?: number;
  readonly keep?: number;
  readonly dryRun?: boolean;
  readonly json?: true;
}

export function addPrune(runs: Command, io: CommandIo): void {
  runs
    .command('prune')
    .description('delete old runs, but none that waits for a decision or is being written')
    .requiredOption(...STORE)
    .option('--older-than <age>', 'those in which nothing happened for so long: 12h, 30d, 8w', parseAge)
    .option('--keep <number>', 'all but the newest so many', parseCount)
    .option('--dry-run', 'delete nothing, and say what would go')
    .option('--json', 'print it for programs')
    .action(({ store, olderThan, keep, dryRun = false, json }: PruneCommandOptions) =>
      withStore(store, async opened => {
        if (olderThan === undefined && keep === undefined)
          throw new UsageError('Say which runs may go: --older-than 30d, --keep 100, or both.');
        const report = await pruneRuns(opened, {
          dryRun,
          ...(olderThan === undefined ? {} : { olderThanMs: olderThan }),
          ...(keep === undefined ? {} : { keep }),
        });
        const text = json === true ? JSON.stringify(report, null, 2) : renderReport(report, dryRun);
        io.stdout.write(`${text}\n`);
      }),
    );
}

const REASONS: Readonly<Record<PruneReport['held'][number]['because'], string>> = {
  paused: 'it waits for a decision',
  busy: 'it is being written',
  unreadable: 'it cannot be read',
};

function renderReport({ deleted, held }: PruneReport, dryRun: boolean): string {
  const verb = dryRun ? 'would delete' : 'deleted';
  const lines = [
    ...deleted.map(runId => `${verb} ${toLine(runId)}`),
    ...held.map(({ runId, because }) => `kept ${toLine(runId)}: ${REASONS[because]}`),
  ];
  return lines.length === 0 ? '(nothing to delete)' : lines.join('\n');
}

const UNITS_MS: Readonly<Record<string, number>> = {
  s: 1_000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 604_800_000,
};

/** In milliseconds. */
function parseAge(text: string): number {
  const [, count, unit = ''] = /^(\d{1,6})([smhdw])$/.exec(text) ?? [];
  const unitMs = UNITS_MS[unit];
  if (unitMs === undefined)
    throw new InvalidArgumentError('It must be a number and s, m, h, d or w: 90m, 12h, 30d.');
  return Number(count) * unitMs;
}

function parseCount(text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('It must be a whole number from 0 on.');
}

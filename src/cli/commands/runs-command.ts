import { type Command, InvalidArgumentError, Option } from 'commander';
import type { RunFilter } from '../../index.js';
import type { CommandIo } from '../command-io.js';
import { getRun, STORE, withStore } from '../run-stores.js';
import { addExport } from './runs-export.js';
import { addImport } from './runs-import.js';
import { renderRuns } from './runs-list.js';
import { addPrune } from './runs-prune.js';
import { renderRun } from './runs-show.js';

interface StoreOptions {
  readonly store: string;
  readonly json?: true;
}

interface ListOptions extends StoreOptions {
  readonly agent?: string;
  readonly conversation?: string;
  readonly status?: NonNullable<RunFilter['status']>;
  readonly limit: number;
}

const STATUSES: readonly NonNullable<RunFilter['status']>[] = [
  'running',
  'completed',
  'paused',
  'failed',
  'cancelled',
  'limited',
  'unreadable',
];

export function addRunsCommand(program: Command, io: CommandIo): void {
  const runs = program
    .command('runs')
    .description('show, move and delete what agents did, from their journal');
  addList(runs, io);
  addShow(runs, io);
  addExport(runs, io);
  addImport(runs, io);
  addPrune(runs, io);
}

function addList(runs: Command, io: CommandIo): void {
  runs
    .command('list')
    .description('list the runs, the newest first')
    .requiredOption(...STORE)
    .option('--agent <name>', 'only those of one agent')
    .option('--conversation <id>', 'only those of one conversation')
    .addOption(new Option('--status <status>', 'only those that came to this').choices(STATUSES))
    .option('--limit <number>', 'at most so many', parseLimit, 20)
    .option('--json', 'print it for programs')
    .action(({ store, json, agent, conversation, status, limit }: ListOptions) =>
      withStore(store, async opened => {
        const summaries = await opened.list({
          limit,
          ...(agent === undefined ? {} : { agent }),
          ...(conversation === undefined ? {} : { conversationId: conversation }),
          ...(status === undefined ? {} : { status }),
        });
        io.stdout.write(`${json === true ? JSON.stringify(summaries, null, 2) : renderRuns(summaries)}\n`);
      }),
    );
}

function addShow(runs: Command, io: CommandIo): void {
  runs
    .command('show')
    .description('print a run: its calls, repairs, decisions, usage and durations')
    .argument('<run>', 'its id')
    .requiredOption(...STORE)
    .option('--json', 'print its events for programs, whole')
    .action((runId: string, { store, json }: StoreOptions) =>
      withStore(store, async opened => {
        const run = await getRun(opened, runId, store);
        io.stdout.write(`${json === true ? JSON.stringify(run, null, 2) : renderRun(run)}\n`);
      }),
    );
}

function parseLimit(text: string): number {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('It must be a whole number from 1 on.');
}

import { statSync } from 'node:fs';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { JsonlRunStore, LibsqlRunStore, type RunFilter, type RunStore } from '../../index.js';
import type { CommandIo } from '../command-io.js';
import { UsageError } from '../usage-error.js';
import { renderRuns } from './runs-list.js';
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
  const runs = program.command('runs').description('show what agents did, from their journal');
  addList(runs, io);
  addShow(runs, io);
}

const STORE = ['--store <path>', 'folder of JSON lines, or libsql database file'] as const;

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
        const run = await opened.read(runId);
        if (run === undefined) {
          throw new UsageError(
            `There is no run '${runId}' in ${store}. List them: toolwright runs list --store ${store}`,
          );
        }
        io.stdout.write(`${json === true ? JSON.stringify(run, null, 2) : renderRun(run)}\n`);
      }),
    );
}

async function withStore(path: string, action: (store: RunStore) => Promise<void>): Promise<void> {
  const store = openStore(path);
  try {
    await action(store);
  } finally {
    await store.close();
  }
}

/** Only what is there: reading must not make a store. */
function openStore(path: string): RunStore {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined)
    throw new UsageError(
      `There is no store of runs '${path}'. Name its folder or database file with --store.`,
    );
  return found.isDirectory() ? new JsonlRunStore(path) : new LibsqlRunStore(path);
}

function parseLimit(text: string): number {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('It must be a whole number from 1 on.');
}

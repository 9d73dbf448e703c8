import { type Command, Option } from 'commander';
import type { RunStore } from '../../index.js';
import {
  type ComparedRun,
  compareRuns,
  readBelow,
  renderComparison,
  type Section,
  SECTIONS,
} from '../../replay/index.js';
import { type CommandIo, EXIT } from '../command-io.js';
import { getRun, STORE, withStore } from '../run-stores.js';

interface DiffOptions {
  readonly store: string;
  readonly ignore?: readonly Section[];
  readonly time?: true;
  readonly json?: true;
}

export function addDiffCommand(program: Command, io: CommandIo): void {
  program
    .command('diff')
    .description('say what two runs did differently; exit code 0 when nothing, 1 when something')
    .argument('<run1>', 'the id of the first one')
    .argument('<run2>', 'the id of the second one')
    .requiredOption(...STORE)
    .addOption(new Option('--ignore <sections...>', 'what may differ').choices(SECTIONS))
    .option('--time', 'tell how long both took')
    .option('--json', 'print it for programs, values whole')
    .action((first: string, second: string, options: DiffOptions) =>
      withStore(options.store, async store => {
        const { ignore = [], time = false } = options;
        const [a, b] = [await readWhole(store, first, options), await readWhole(store, second, options)];
        const comparison = compareRuns(a, b, { ignore, time });
        const text =
          options.json === true
            ? JSON.stringify(comparison, null, 2)
            : renderComparison(comparison, { colours: wantsColours() });
        io.stdout.write(`${text}\n`);
        io.setExitCode(comparison.isEqual ? EXIT.ok : EXIT.failed);
      }),
    );
}

async function readWhole(store: RunStore, runId: string, options: DiffOptions): Promise<ComparedRun> {
  const run = await getRun(store, runId, options.store);
  return { ...run, below: await readBelow(store, runId) };
}

/** @see https://no-color.org */
const wantsColours = (): boolean => process.stdout.isTTY && (process.env['NO_COLOR'] ?? '') === '';

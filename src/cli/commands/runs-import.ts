import { readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import type { Command } from 'commander';
import { type RunStore, ToolwrightError } from '../../index.js';
import { importRuns, type ParsedExport, parseExport } from '../../replay/index.js';
import type { CommandIo } from '../command-io.js';
import { STORE, withStore } from '../run-stores.js';
import { UsageError } from '../usage-error.js';

interface ImportCommandOptions {
  readonly store: string;
  readonly as?: string;
}

export function addImport(runs: Command, io: CommandIo): void {
  runs
    .command('import')
    .description('take in runs that were exported; the store is made where there is none')
    .argument('<file>', 'what export wrote; - for stdin')
    .requiredOption(...STORE)
    .option('--as <id>', 'what the run is called from now on')
    .action(async (file: string, options: ImportCommandOptions) => {
      const { runs: exported } = parseExport(await readSource(file), file);
      const take = async (store: RunStore): Promise<void> => {
        const ids = await importInto(store, exported, options);
        io.stdout.write(ids.map(id => `imported ${id}\n`).join(''));
      };
      await withStore(options.store, take, { make: true });
    });
}

async function importInto(
  store: RunStore,
  runs: ParsedExport['runs'],
  { store: path, as }: ImportCommandOptions,
): Promise<readonly string[]> {
  try {
    return await importRuns(store, runs, as === undefined ? {} : { as });
  } catch (error) {
    if (!ToolwrightError.is(error) || error.code !== 'RUN_TAKEN') throw error;
    throw new UsageError(
      `There is a run ${JSON.stringify(error.details['runId'])} in ${path} already. Import it under another id: --as NEW-ID`,
      error,
    );
  }
}

async function readSource(file: string): Promise<string> {
  if (file === '-') return text(process.stdin);
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new UsageError(`'${file}' cannot be read: ${(error as Error).message}`, error);
  }
}

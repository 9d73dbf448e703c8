import { type Command, InvalidArgumentError } from 'commander';
import { writeWhole } from '../../manifest.js';
import { exportRuns, readBelow } from '../../replay/index.js';
import type { CommandIo } from '../command-io.js';
import { countOf } from '../count-of.js';
import { getRun, STORE, withStore } from '../run-stores.js';

interface ExportCommandOptions {
  readonly store: string;
  readonly out?: string;
  readonly withChildren?: true;
  readonly redact?: Redactions;
  readonly content: boolean;
}

interface Redactions {
  readonly pointers: readonly string[];
  readonly patterns: readonly RegExp[];
}

export function addExport(runs: Command, io: CommandIo): void {
  runs
    .command('export')
    .description('write a run as JSON lines, for a file or another store')
    .argument('<run>', 'its id')
    .requiredOption(...STORE)
    .option('-o, --out <file>', 'instead of stdout')
    .option('--with-children', 'with the runs of agents that worked for it')
    .option(
      '--redact <what>',
      'take out what a JSON pointer into events points at (/**/card), or a regular expression matches; may be repeated',
      addRedaction,
    )
    .option('--no-content', 'hashes and lengths in place of texts, arguments and data')
    .action((runId: string, options: ExportCommandOptions) =>
      withStore(options.store, async store => {
        const { redact, content, out } = options;
        const run = await getRun(store, runId, options.store);
        const below = options.withChildren === true ? await readBelow(store, runId) : [];
        const { lines, unused } = exportRuns([run, ...below], { ...redact, content });
        for (const what of unused)
          process.stderr.write(`warning: --redact ${what} met nothing that could be taken out.\n`);
        const text = `${lines.join('\n')}\n`;
        if (out === undefined) {
          io.stdout.write(text);
          return;
        }
        writeWhole(out, text);
        io.stdout.write(`wrote ${countOf(1 + below.length, 'run')} to ${out}\n`);
      }),
    );
}

/** What begins with a slash is a pointer. */
function addRedaction(what: string, before?: Redactions): Redactions {
  const { pointers, patterns } = before ?? { pointers: [], patterns: [] };
  if (what.startsWith('/')) return { pointers: [...pointers, getPointer(what)], patterns };
  return { pointers, patterns: [...patterns, getPattern(what)] };
}

function getPointer(text: string): string {
  try {
    exportRuns([], { pointers: [text] });
    return text;
  } catch (error) {
    throw new InvalidArgumentError((error as Error).message);
  }
}

function getPattern(text: string): RegExp {
  try {
    return new RegExp(text, 'u');
  } catch (error) {
    throw new InvalidArgumentError((error as Error).message);
  }
}

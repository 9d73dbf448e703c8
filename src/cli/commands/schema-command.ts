import { readFileSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import type { Command } from 'commander';
import {
  buildManifest,
  MANIFEST_FILE,
  type ProjectManifest,
  renderModule,
  writeWhole,
} from '../../manifest.js';
import { type CommandIo, EXIT } from '../command-io.js';
import { countOf } from '../count-of.js';
import { UsageError } from '../usage-error.js';

interface SchemaOptions {
  readonly project: string;
  readonly ts?: boolean | string;
  readonly out?: string;
  readonly check?: boolean;
  readonly decorator?: readonly string[];
}

/** A file that the command writes, or compares. */
interface Output {
  /** Absolute. */
  readonly path: string;
  readonly text: string;
}

const MODULE_FILE = 'toolwright.manifest.ts';

export function addSchemaCommand(program: Command, io: CommandIo): void {
  program
    .command('schema')
    .description('write what the sources say of tools: types, defaults and comments')
    .option('-p, --project <tsconfig>', 'the tsconfig that compiles the tools', 'tsconfig.json')
    .option('-o, --out <file>', `instead of ${MANIFEST_FILE} beside package.json`)
    .option('--ts [file]', `write a TypeScript module that binds the classes, instead of ${MANIFEST_FILE}`)
    .option('--check', 'write nothing; fail when what is written is stale')
    .option('--decorator <names...>', 'decorators of your own that stand for @Tool')
    .action(async (options: SchemaOptions) => {
      const project = locateProject(options.project);
      const built = await buildManifest({ project, decorators: options.decorator ?? [] });
      for (const text of built.warnings) process.stderr.write(`warning: ${text}\n`);
      const output =
        typeof options.ts === 'undefined'
          ? manifestFile(built, options.out)
          : moduleFile(built, project, options.ts);
      if (options.check === true) checkOutput(output, options, io);
      else writeOutput(output, built, io);
    });
}

function locateProject(project: string): string {
  const path = resolve(project);
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) throw new UsageError(`There is no tsconfig '${project}'. Name one with -p.`);
  return found.isDirectory() ? join(path, 'tsconfig.json') : path;
}

const manifestFile = ({ manifest, root }: ProjectManifest, out: string | undefined): Output => ({
  path: out === undefined ? join(root, MANIFEST_FILE) : resolve(out),
  text: `${JSON.stringify(manifest, null, 2)}\n`,
});

function moduleFile(
  { manifest, root, exports }: ProjectManifest,
  project: string,
  given: string | boolean,
): Output {
  const path = typeof given === 'string' ? resolve(given) : join(sourceFolder(dirname(project)), MODULE_FILE);
  const { text, unbound } = renderModule(manifest, {
    path: relative(root, path).replaceAll('\\', '/'),
    exports,
  });
  for (const id of unbound) {
    process.stderr.write(`warning: ${id} is not exported by its file, so it cannot be bound. Export it.\n`);
  }
  return { path, text };
}

/** Beside the sources, where the project's compiler finds the module. */
function sourceFolder(folder: string): string {
  const sources = join(folder, 'src');
  return statSync(sources, { throwIfNoEntry: false })?.isDirectory() === true ? sources : folder;
}

function writeOutput({ path, text }: Output, built: ProjectManifest, io: CommandIo): void {
  refuseOtherProject(path, built);
  try {
    writeWhole(path, text);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new UsageError(`${path} cannot be written: ${reason}`, cause);
  }
  const { tools } = built.manifest;
  io.stdout.write(
    `${relative(process.cwd(), path)}: ${countOf(tools.length, 'tool')}, ${countOf(built.warnings.length, 'warning')}\n`,
  );
}

/** One package may have several tsconfigs, and the manifest of one would take the place of the other's. */
function refuseOtherProject(path: string, { manifest }: ProjectManifest): void {
  const configs = (text: string): string[] =>
    [...text.matchAll(/^ {4}"([^"]*\.json)": "[0-9a-f]+",?$/gm)].map(([, name = '']) => name);
  const written = configs(readIfThere(path) ?? '');
  const own = Object.keys(manifest.sources);
  if (written.length === 0 || written.some(name => own.includes(name))) return;
  throw new UsageError(
    `${path} was written from ${written.join(', ')}. Name one tsconfig that covers all tools, or another file with --out.`,
  );
}

function checkOutput({ path, text }: Output, options: SchemaOptions, io: CommandIo): void {
  const shown = relative(process.cwd(), path);
  const written = readIfThere(path);
  if (written?.replaceAll('\r\n', '\n') === text) {
    io.stdout.write(`${shown} is up to date.\n`);
    return;
  }
  const why = written === undefined ? 'is missing' : `is stale${namesChanged(written, text)}`;
  process.stderr.write(`${shown} ${why}. Write it anew: ${commandFor(options)}\n`);
  io.setExitCode(EXIT.failed);
}

/** The command that writes what was checked, for the folder it was checked from. */
function commandFor({ project, decorator = [], ts, out }: SchemaOptions): string {
  const values = (option: string, ...texts: readonly string[]): string[] => [option, ...texts.map(quoted)];
  return [
    ...['npx', 'toolwright', 'schema'],
    ...values('-p', project),
    ...(decorator.length === 0 ? [] : values('--decorator', ...decorator)),
    ...(out === undefined ? [] : values('--out', out)),
    ...(ts === undefined || ts === false ? [] : values('--ts', ...(ts === true ? [] : [ts]))),
  ].join(' ');
}

/** For a shell, where the text needs it. */
const quoted = (text: string): string =>
  /^[\w./@:=+-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;

/** What differs, by the first names: sources by their hashes, tools by their ids. */
function namesChanged(written: string, text: string): string {
  const lines = new Set(written.split(/\r?\n/));
  const names = text.split('\n').flatMap(line => {
    if (lines.has(line)) return [];
    return (
      /^ {4}"([^"]+)": "[0-9a-f]{32}",?$/.exec(line)?.[1] ?? /^ {6}"id": "([^"]+)",$/.exec(line)?.[1] ?? []
    );
  });
  const [first, second, third, ...more] = names;
  if (first === undefined) return '';
  const shown = [first, second, third].filter(name => name !== undefined).join(', ');
  return `: ${shown}${more.length > 0 ? ` and ${String(more.length)} more` : ''}`;
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import type { Command } from 'commander';
import { buildManifest, MANIFEST_FILE, type ProjectManifest, renderModule } from '../../manifest.js';
import { type CommandIo, EXIT } from '../command-io.js';
import { UsageError } from '../usage-error.js';

interface SchemaOptions {
  readonly project: string;
  readonly ts?: boolean | string;
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
    .option('--ts [file]', `write a TypeScript module that binds the classes, instead of ${MANIFEST_FILE}`)
    .option('--check', 'write nothing; fail when what is written is stale')
    .option('--decorator <names...>', 'decorators of your own that stand for @Tool')
    .action(async (options: SchemaOptions) => {
      const project = locateProject(options.project);
      const built = await buildManifest({ project, decorators: options.decorator ?? [] });
      for (const text of built.warnings) process.stderr.write(`warning: ${text}\n`);
      const output =
        typeof options.ts === 'undefined' ? manifestFile(built) : moduleFile(built, project, options.ts);
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

const manifestFile = ({ manifest, root }: ProjectManifest): Output => ({
  path: join(root, MANIFEST_FILE),
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
  try {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new UsageError(`${path} cannot be written: ${reason}`, cause);
  }
  const { tools } = built.manifest;
  io.stdout.write(
    `${relative(process.cwd(), path)}: ${String(tools.length)} tools, ${String(built.warnings.length)} warnings\n`,
  );
}

function checkOutput({ path, text }: Output, { ts, project }: SchemaOptions, io: CommandIo): void {
  const shown = relative(process.cwd(), path);
  const written = readIfThere(path);
  if (written === text) {
    io.stdout.write(`${shown} is up to date.\n`);
    return;
  }
  const why = written === undefined ? 'is missing' : 'is stale';
  const module = ts === undefined ? '' : ` --ts${typeof ts === 'string' ? ` ${ts}` : ''}`;
  process.stderr.write(`${shown} ${why}. Write it anew: npx toolwright schema -p ${project}${module}\n`);
  io.setExitCode(EXIT.failed);
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

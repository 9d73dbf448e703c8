import { dirname, resolve } from 'node:path';
import type ts from 'typescript';
import { ManifestError } from '../../manifest/manifest-error.js';
import type { Project } from './open-program.js';
import { loadCompilerPackages, type TypeScript } from './packages.js';

/** "No inputs were found" and "the list of files is empty": no mistakes where the files are given. */
const NO_INPUTS = [18002, 18003];

/**
 * The sources that a tsconfig names, or those that are given, and their options. The folder of the tsconfig is where paths start.
 *
 * @throws ManifestError (`MANIFEST_UNUSABLE`) for a tsconfig that cannot be read, and when the compiler is not installed.
 */
export async function readProject(tsconfigPath: string, given: readonly string[] = []): Promise<Project> {
  const path = resolve(tsconfigPath);
  const { ts } = await loadCompilerPackages(dirname(path));
  const read = ts.readJsonConfigFile(path, name => ts.sys.readFile(name));
  if (!ts.sys.fileExists(path)) throw unusable(path, 'there is no such file.');
  const host = given.length > 0 ? { ...ts.sys, readDirectory: () => [] } : ts.sys;
  const { options, fileNames, errors, projectReferences } = ts.parseJsonSourceFileConfigFileContent(
    read,
    host,
    dirname(path),
    undefined,
    path,
  );
  const [mistake] = errors.filter(
    ({ category, code }) =>
      category === ts.DiagnosticCategory.Error && !(given.length > 0 && NO_INPUTS.includes(code)),
  );
  if (mistake !== undefined) throw unusable(path, textOf(ts, mistake));
  if (given.length === 0 && fileNames.length === 0) refuseEmpty(path, projectReferences ?? []);
  const extended = read.extendedSourceFiles ?? [];
  const files = given.length > 0 ? given : fileNames;
  return { files, options, root: dirname(path), configs: [path, ...extended] };
}

/** Sources without a tsconfig: read as the command line compiles them. */
export async function projectWithoutConfig(folder: string, files: readonly string[]): Promise<Project> {
  const { ts } = await loadCompilerPackages(folder);
  const options = {
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    allowImportingTsExtensions: true,
  };
  return { files, options, root: folder };
}

/** A tsconfig that only names others compiles nothing itself. */
function refuseEmpty(where: string, references: readonly { readonly path: string }[]): never {
  const names = references.map(({ path }) => path).join(', ');
  throw new ManifestError({
    where,
    seen: `it names no sources${names === '' ? '' : `, only other projects: ${names}`}.`,
    fix: 'name the tsconfig that compiles the tools: -p tsconfig.json.',
  });
}

const unusable = (where: string, seen: string): ManifestError =>
  new ManifestError({ where, seen, fix: 'name the tsconfig that compiles the tools: -p tsconfig.json.' });

function textOf(ts: TypeScript, { file, start, messageText }: ts.Diagnostic): string {
  const text = ts.flattenDiagnosticMessageText(messageText, '\n');
  if (file === undefined || start === undefined) return text;
  return `line ${file.getLineAndCharacterOfPosition(start).line + 1}: ${text}`;
}

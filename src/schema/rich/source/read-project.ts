import { dirname, resolve } from 'node:path';
import type ts from 'typescript';
import { ManifestError } from '../manifest-error.js';
import type { Project } from './open-program.js';
import { loadCompilerPackages, type TypeScript } from './packages.js';

/**
 * The sources that a tsconfig names, and their options. Its folder is where paths start.
 *
 * @throws ManifestError (`MANIFEST_UNUSABLE`) for a tsconfig that cannot be read, and when the compiler is not installed.
 */
export async function readProject(tsconfigPath: string): Promise<Project> {
  const path = resolve(tsconfigPath);
  const { ts } = await loadCompilerPackages(dirname(path));
  const read = ts.readJsonConfigFile(path, name => ts.sys.readFile(name));
  if (!ts.sys.fileExists(path)) throw unusable(path, 'there is no such file.');
  const { options, fileNames, errors } = ts.parseJsonSourceFileConfigFileContent(
    read,
    ts.sys,
    dirname(path),
    undefined,
    path,
  );
  const [mistake] = errors.filter(({ category }) => category === ts.DiagnosticCategory.Error);
  if (mistake !== undefined) throw unusable(path, textOf(ts, mistake));
  const extended = read.extendedSourceFiles ?? [];
  return { files: fileNames, options, root: dirname(path), configs: [path, ...extended] };
}

const unusable = (where: string, seen: string): ManifestError =>
  new ManifestError({ where, seen, fix: 'name the tsconfig that compiles the tools: -p tsconfig.json.' });

function textOf(ts: TypeScript, { file, start, messageText }: ts.Diagnostic): string {
  const text = ts.flattenDiagnosticMessageText(messageText, '\n');
  if (file === undefined || start === undefined) return text;
  return `line ${file.getLineAndCharacterOfPosition(start).line + 1}: ${text}`;
}

import { existsSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';

/** The file that `toolwright schema` writes, beside the package.json of the project. */
export const MANIFEST_FILE = 'toolwright.manifest.json';

/** The manifest beside the nearest package.json, from a file or folder upwards; undefined when there is none. */
export function findManifestFile(start: string): string | undefined {
  const root = packageFolder(start);
  if (root === undefined) return undefined;
  const file = join(root, MANIFEST_FILE);
  return existsSync(file) ? file : undefined;
}

/** The folder of the nearest package.json; undefined outside every package. */
export function packageFolder(start: string): string | undefined {
  for (let current = start; ; current = dirname(current)) {
    if (existsSync(join(current, 'package.json'))) return current;
    if (dirname(current) === current) return undefined;
  }
}

/** Where the running program is: its main script, or the working folder when a tool of a package runs it. */
export function programFolder(): string {
  const [, script] = process.argv;
  const isOwn = script !== undefined && !script.split(sep).includes('node_modules') && existsSync(script);
  return isOwn ? dirname(script) : process.cwd();
}

import { readdirSync, statSync } from 'node:fs';
import { join, posix } from 'node:path';
import type { ToolManifest } from './manifest.js';
import { findStaleSources } from './source-hashes.js';

const SOURCE = /(?<!\.d)\.[cm]?tsx?$/;
const SKIPPED = /(^|\/)(node_modules|\.[^/]*)(\/|$)/;

/**
 * True while a manifest says what a build would say: its sources are as they were, and none came since beside them.
 *
 * @param file - Where the manifest is kept; its age tells what came later.
 * @param folder - Where paths of sources start.
 */
export function isFresh(manifest: ToolManifest, file: string, folder: string): boolean {
  const paths = Object.keys(manifest.sources);
  if (paths.length === 0 || findStaleSources(manifest, folder).length > 0) return false;
  const { mtimeMs: since } = statSync(file);
  const known = new Set(paths);
  return !listSources(folder, paths).some(path => !known.has(path) && changedAt(join(folder, path)) > since);
}

/** All sources below the folders that the known ones are in, of the project's own. */
function listSources(folder: string, known: readonly string[]): string[] {
  const tops = new Set(
    known.filter(path => SOURCE.test(path) && !path.startsWith('..')).map(path => path.split('/')[0] ?? ''),
  );
  const names = (start: string): string[] => {
    const at = join(folder, start);
    if (statSync(at, { throwIfNoEntry: false })?.isDirectory() !== true) return [start];
    return readdirSync(at, { recursive: true, encoding: 'utf8' }).map(name => join(start, name));
  };
  // Sources beside package.json itself: that folder holds everything else too, so it is not searched below.
  const beside = [...tops].some(top => SOURCE.test(top)) ? readdirSync(folder) : [];
  return [...[...tops].flatMap(names), ...beside]
    .map(path => path.replaceAll('\\', '/'))
    .filter(path => SOURCE.test(path) && !SKIPPED.test(posix.dirname(path)));
}

/** Also when a file is copied or renamed with its old time. */
function changedAt(path: string): number {
  const found = statSync(path, { throwIfNoEntry: false });
  return found === undefined ? 0 : Math.max(found.mtimeMs, found.ctimeMs);
}

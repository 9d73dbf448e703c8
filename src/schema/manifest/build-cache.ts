import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { packageFolder } from './find-manifest-file.js';
import { isFresh } from './fresh-sources.js';
import type { ToolManifest } from './manifest.js';
import { parseManifest } from './read-manifest.js';
import { hashSource } from './source-hashes.js';
import { writeWhole } from './write-whole.js';

/** What decides that two builds give the same manifest, besides the sources. */
export interface BuildIdentity {
  /** Folder that the paths of sources start from. */
  readonly root: string;
  /** The versions of the packages that build. */
  readonly packages: readonly string[];
  readonly project: string;
  readonly files: readonly string[];
  readonly decorators: readonly string[];
}

/** The manifest of an earlier build, when all its sources are as they were. */
export function readFromCache(identity: BuildIdentity): ToolManifest | undefined {
  const file = cacheFile(identity);
  if (file === undefined) return undefined;
  try {
    const manifest = parseManifest(JSON.parse(readFileSync(file, 'utf8')), file);
    return isFresh(manifest, file, identity.root) ? manifest : undefined;
  } catch {
    return undefined;
  }
}

/** A cache that cannot be written only costs time. */
export function keepInCache(identity: BuildIdentity, manifest: ToolManifest): void {
  const file = cacheFile(identity);
  if (file === undefined) return;
  try {
    writeWhole(file, JSON.stringify(manifest));
  } catch {
    return;
  }
}

/** Under the node_modules of the package; undefined where there is none. */
function cacheFile({ root, ...identity }: BuildIdentity): string | undefined {
  const folder = packageFolder(root);
  if (folder === undefined) return undefined;
  const modules = join(folder, 'node_modules');
  if (statSync(modules, { throwIfNoEntry: false })?.isDirectory() !== true) return undefined;
  return join(modules, '.cache', 'toolwright', `${hashSource(JSON.stringify([root, identity]))}.json`);
}

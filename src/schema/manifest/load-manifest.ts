import { dirname, resolve } from 'node:path';
import { OWN_VERSION } from '../../foundation/own-version.js';
import { type BuildIdentity, keepInCache, readFromCache } from './build-cache.js';
import { findManifestFile, packageFolder, programFolder } from './find-manifest-file.js';
import type { ToolManifest } from './manifest.js';
import { ManifestError, SCHEMA_COMMAND } from './manifest-error.js';
import { buildManifest } from './project-manifest.js';
import { readManifest } from './read-manifest.js';
import { findStaleSources } from './source-hashes.js';

/** Where {@link loadManifest} looks, and how. All members are optional. */
export interface LoadManifestOptions {
  /** The tsconfig of the sources, or its folder. @defaultValue the nearest one to the program */
  readonly project?: string;
  /** Sources to start from, instead of all that the project names. */
  readonly files?: readonly string[];
  /**
   * `production` reads the file that `toolwright schema` wrote and nothing else; `development` builds what is missing or
   * stale from the sources, once, and keeps it under `node_modules/.cache`.
   * @defaultValue `production` when NODE_ENV says so, else `development`
   */
  readonly mode?: 'development' | 'production';
}

/**
 * The manifest of a program: from the file beside its package.json, or in development from its sources.
 *
 * @throws {@link ManifestError} (`MANIFEST_UNUSABLE`) when production has no usable file; {@link DefinitionError}
 * (`DEFINITION`) for types that have no schema; `PACKAGE_MISSING` when development lacks the compiler.
 */
export async function loadManifest(options: LoadManifestOptions = {}): Promise<ToolManifest> {
  const start = options.project === undefined ? programFolder() : resolve(options.project);
  const file = findManifestFile(start);
  const mode = options.mode ?? (process.env['NODE_ENV'] === 'production' ? 'production' : 'development');
  if (mode === 'production') {
    if (file !== undefined) return readManifest(file);
    const where = packageFolder(start) ?? start;
    throw new ManifestError({
      where,
      seen: 'there is no toolwright.manifest.json.',
      fix: `write it when you build: ${SCHEMA_COMMAND}`,
    });
  }
  return (
    (file === undefined ? undefined : readFresh(file, options.files ?? [])) ??
    buildOnce(start, options.files ?? [])
  );
}

function readFresh(file: string, files: readonly string[]): ToolManifest | undefined {
  const manifest = readManifest(file);
  const folder = dirname(file);
  const known = new Set(Object.keys(manifest.sources).map(path => resolve(folder, path)));
  const isWhole = files.every(path => known.has(resolve(path)));
  return isWhole && findStaleSources(manifest, folder).length === 0 ? manifest : undefined;
}

async function buildOnce(start: string, files: readonly string[]): Promise<ToolManifest> {
  const identity: BuildIdentity = {
    root: packageFolder(start) ?? start,
    generator: OWN_VERSION,
    project: start,
    files: files.map(path => resolve(path)),
  };
  const kept = readFromCache(identity);
  if (kept !== undefined) return kept;
  const { manifest } = await buildManifest({ project: start, files: identity.files });
  keepInCache(identity, manifest);
  return manifest;
}

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { OWN_VERSION } from '../../foundation/own-version.js';
import { type BuildIdentity, keepInCache, readFromCache } from './build-cache.js';
import { findManifestFile, packageFolder, programFolder } from './find-manifest-file.js';
import { isFresh } from './fresh-sources.js';
import type { ToolManifest } from './manifest.js';
import { ManifestError, SCHEMA_COMMAND } from './manifest-error.js';
import { buildManifest } from './project-manifest.js';
import { readManifest } from './read-manifest.js';

/** Where {@link loadManifest} looks, and how. All members are optional. */
export interface LoadManifestOptions {
  /** The tsconfig of the sources, or its folder. @defaultValue the nearest one to the program */
  readonly project?: string;
  /** Sources to start from, instead of all that the project names. */
  readonly files?: readonly string[];
  /** Decorators of the project's own that stand for `@Tool`. */
  readonly decorators?: readonly string[];
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
 * (`DEFINITION`) for types that have no schema; `MANIFEST_UNUSABLE` when development lacks the compiler.
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
  const request: Request = {
    project: start,
    files: (options.files ?? []).map(path => resolve(path)),
    decorators: options.decorators ?? [],
  };
  return (file === undefined ? undefined : readFresh(file, request)) ?? buildOnce(request);
}

type Request = Pick<BuildIdentity, 'project' | 'files' | 'decorators'>;

/** One that is damaged is as good as none: it is built anew. */
function readFresh(file: string, { files }: Request): ToolManifest | undefined {
  const folder = dirname(file);
  const manifest = tryRead(file);
  if (manifest === undefined) return undefined;
  const known = new Set(Object.keys(manifest.sources).map(path => resolve(folder, path)));
  return files.every(path => known.has(path)) && isFresh(manifest, file, folder) ? manifest : undefined;
}

function tryRead(file: string): ToolManifest | undefined {
  try {
    return readManifest(file);
  } catch (error) {
    if (error instanceof ManifestError) return undefined;
    throw error;
  }
}

async function buildOnce(request: Request): Promise<ToolManifest> {
  const root = packageFolder(request.project) ?? request.project;
  const packages = ['typescript', 'typescript-json-schema'].map(name => versionOf(name, root));
  const identity: BuildIdentity = { ...request, root, packages: [OWN_VERSION, ...packages] };
  const kept = readFromCache(identity);
  if (kept !== undefined) return kept;
  const { manifest } = await buildManifest(request);
  keepInCache(identity, manifest);
  return manifest;
}

/** Of a package as the project has it; empty when it has none. */
function versionOf(name: string, root: string): string {
  try {
    const require = createRequire(join(root, 'package.json'));
    const text = readFileSync(require.resolve(`${name}/package.json`), 'utf8');
    return (JSON.parse(text) as { version?: string }).version ?? '';
  } catch {
    return '';
  }
}

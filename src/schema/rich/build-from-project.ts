import { statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { packageFolder } from '../manifest/find-manifest-file.js';
import { ManifestError } from '../manifest/manifest-error.js';
import { buildManifest, type BuiltManifest } from './build-manifest.js';
import { projectWithoutConfig, readProject } from './source/read-project.js';

/** What {@link buildFromProject} reads, and how. */
export interface ProjectSources {
  /** A tsconfig, or a folder: then the nearest one from there upwards. */
  readonly project: string;
  /** Sources to start from, absolute, instead of all that the project names. */
  readonly files?: readonly string[];
  /** Decorators of the project's own that stand for `@Tool`. */
  readonly decorators?: readonly string[];
}

/** What was read, and the folder that the paths in it start from. */
export interface ProjectManifest extends BuiltManifest {
  readonly root: string;
}

/**
 * Reads the tools of a project from its sources. Paths start at the folder of its package.json.
 *
 * @throws DefinitionError (`DEFINITION`) for types without a schema and for wrong comments; {@link ManifestError}
 * (`MANIFEST_UNUSABLE`) without a usable tsconfig or without the compiler packages.
 */
export async function buildFromProject({
  project,
  files = [],
  decorators = [],
}: ProjectSources): Promise<ProjectManifest> {
  const config = findConfig(project);
  if (config === undefined && files.length === 0) throw noConfig(project);
  const found = await (config === undefined
    ? projectWithoutConfig(project, files)
    : readProject(config, files));
  const root = packageFolder(found.root) ?? found.root;
  return { ...(await buildManifest({ ...found, root, decorators })), root };
}

function findConfig(project: string): string | undefined {
  if (!isFolder(project)) return project;
  for (let folder = project; ; folder = dirname(folder)) {
    const path = join(folder, 'tsconfig.json');
    if (statSync(path, { throwIfNoEntry: false })?.isFile() === true) return path;
    if (dirname(folder) === folder) return undefined;
  }
}

function noConfig(where: string): ManifestError {
  const seen = 'there is no tsconfig.json in it or above.';
  return new ManifestError({ where, seen, fix: 'name the tsconfig that compiles the tools.' });
}

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;

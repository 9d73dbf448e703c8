import type { ProjectManifest, ProjectSources } from '../rich/build-from-project.js';

/**
 * Reads the tools of a project from its sources, with the project's compiler: for builds, never needed at run time. The same
 * sources give the same manifest.
 *
 * @throws DefinitionError (`DEFINITION`) listing every type that has no JSON form, and every comment that is wrong;
 * `MANIFEST_UNUSABLE` without a usable tsconfig or without the packages `typescript` and `typescript-json-schema`.
 */
export async function buildManifest(sources: ProjectSources): Promise<ProjectManifest> {
  const { buildFromProject } = await import('../rich/build-from-project.js');
  return buildFromProject(sources);
}

export type { ProjectManifest, ProjectSources };

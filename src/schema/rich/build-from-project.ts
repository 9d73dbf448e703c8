import type { ToolManifest } from './manifest.js';

/** Placeholder. */
export function buildFromProject(
  _project: string,
  _files: readonly string[],
): Promise<{ readonly manifest: ToolManifest }> {
  return Promise.reject(new Error('not yet'));
}

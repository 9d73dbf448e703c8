import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import {
  findManifestFile,
  findStaleSources,
  loadManifest,
  readManifest,
  type ToolManifest,
} from '../manifest.js';
import { TYPESCRIPT_FILE } from './typescript/load-typescript.js';
import { UsageError } from './usage-error.js';

/**
 * What the sources say of the tools in MODULE: of TypeScript from the sources themselves where the packages for that are
 * installed, else from the file beside its package.json; undefined when there is neither.
 */
export async function findModuleManifest(modulePath: string): Promise<ToolManifest | undefined> {
  const folder = dirname(modulePath);
  const isSource = TYPESCRIPT_FILE.test(modulePath);
  if (isSource && canReadSources(modulePath))
    return loadManifest({ project: folder, files: [modulePath], mode: 'development' });
  const file = findManifestFile(folder);
  if (file === undefined) return undefined;
  const manifest = readManifest(file);
  if (!isSource || findStaleSources(manifest, dirname(file)).length === 0) return manifest;
  throw new UsageError(`${file} is stale. Write it anew: npx toolwright schema -p tsconfig.json`);
}

function canReadSources(modulePath: string): boolean {
  try {
    createRequire(modulePath).resolve('typescript-json-schema');
    return true;
  } catch {
    return false;
  }
}

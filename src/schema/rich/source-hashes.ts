import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { contentHash } from '../../foundation/content-hash.js';
import type { ToolManifest } from './manifest.js';

/** What a manifest remembers of a source: half of its SHA-256. */
export const hashSource = (content: string | Uint8Array): string => contentHash(content).slice(0, 32);

/** The sources that changed or went since a manifest was written; empty when it is still true. */
export function findStaleSources(manifest: ToolManifest, folder: string): string[] {
  return Object.entries(manifest.sources)
    .filter(([path, hash]) => hashOf(join(folder, path)) !== hash)
    .map(([path]) => path);
}

function hashOf(path: string): string | undefined {
  try {
    return hashSource(readFileSync(path));
  } catch {
    return undefined;
  }
}

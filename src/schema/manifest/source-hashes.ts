import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { contentHash } from '../../foundation/content-hash.js';
import type { ToolManifest } from './manifest.js';

/** What a manifest remembers of a source: half of the SHA-256 of its text, whatever line ends a checkout gave it. */
export const hashSource = (text: string): string =>
  contentHash(text.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n')).slice(0, 32);

/** The sources that changed or went since a manifest was written; empty when it is still true. */
export function findStaleSources(manifest: ToolManifest, folder: string): string[] {
  return Object.entries(manifest.sources)
    .filter(([path, hash]) => hashOf(join(folder, path)) !== hash)
    .map(([path]) => path);
}

function hashOf(path: string): string | undefined {
  try {
    return hashSource(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
}

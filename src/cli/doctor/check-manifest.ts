import { dirname } from 'node:path';
import { ToolwrightError } from '../../index.js';
import { findManifestFile, findStaleSources, readManifest } from '../../manifest.js';
import { error, type Finding } from './finding.js';

/** The manifest beside the package of MODULE, when there is one: usable, and about the sources as they are. */
export function checkManifest(modulePath: string): Finding[] {
  const file = findManifestFile(dirname(modulePath));
  if (file === undefined) return [];
  try {
    const stale = findStaleSources(readManifest(file), dirname(file));
    if (stale.length === 0) return [];
    const some = stale.slice(0, 3).join(', ');
    const more = stale.length > 3 ? ` and ${String(stale.length - 3)} more` : '';
    const seen = `it is stale: changed or gone since it was written: ${some}${more}.`;
    return [error(file, seen, 'write it anew: npx toolwright schema -p tsconfig.json')];
  } catch (cause) {
    if (!ToolwrightError.is(cause)) throw cause;
    return [error(file, cause.message, 'write it anew: npx toolwright schema -p tsconfig.json')];
  }
}

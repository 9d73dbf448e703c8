import { findManifestFile, programFolder } from './find-manifest-file.js';
import type { ToolManifest } from './manifest.js';
import { parseManifest, readManifest } from './read-manifest.js';

/** While definitions are compiled for somebody who chose a manifest, or chose none. */
let chosen: ToolManifest | false | undefined;
/** For everybody else: what the program set, or what was found beside its package; looked for once. */
let standing: { readonly manifest: ToolManifest | undefined } | undefined;

/**
 * The manifest that classes are compiled with.
 *
 * @throws ManifestError (`MANIFEST_UNUSABLE`) when the one beside the package cannot be used.
 */
export function currentManifest(): ToolManifest | undefined {
  if (chosen !== undefined) return chosen === false ? undefined : chosen;
  standing ??= { manifest: discoverManifest() };
  return standing.manifest;
}

/**
 * Sets the manifest for the whole process, instead of looking for one beside the package of the program. Call it before
 * tools are compiled. `false` means none.
 *
 * @throws ManifestError (`MANIFEST_UNUSABLE`) for something else than a manifest of this version.
 */
export function useManifest(manifest: ToolManifest | false): void {
  standing = { manifest: manifest === false ? undefined : parseManifest(manifest, 'useManifest') };
}

/**
 * Runs `compile` with a manifest of its own; undefined leaves what holds already.
 *
 * @throws ManifestError (`MANIFEST_UNUSABLE`) for something else than a manifest of this version.
 */
export function withManifest<T>(manifest: ToolManifest | false | undefined, compile: () => T): T {
  const outer = chosen;
  chosen = manifest ? parseManifest(manifest, 'the option manifest') : (manifest ?? outer);
  try {
    return compile();
  } finally {
    chosen = outer;
  }
}

function discoverManifest(): ToolManifest | undefined {
  const file = findManifestFile(programFolder());
  return file === undefined ? undefined : readManifest(file);
}

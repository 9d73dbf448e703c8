export { bindManifest } from './schema/rich/bind-manifest.js';
export { useManifest } from './schema/rich/current-manifest.js';
export { findManifestFile, MANIFEST_FILE } from './schema/rich/find-manifest-file.js';
export { loadManifest, type LoadManifestOptions } from './schema/rich/load-manifest.js';
export {
  type ManifestClass,
  type ManifestField,
  type ManifestResult,
  type ManifestSchema,
  type ManifestTool,
  type ManifestType,
  type ToolManifest,
} from './schema/rich/manifest.js';
export { ManifestError } from './schema/rich/manifest-error.js';
export { readManifest } from './schema/rich/read-manifest.js';
export { findStaleSources } from './schema/rich/source-hashes.js';

export { DIALECT_NAMES, type DialectName } from './schema/dialects/dialect-name.js';
export { renderTool } from './schema/dialects/render-tool.js';
export { renderTools } from './schema/dialects/render-tools.js';
export {
  type Loss,
  type RefusedTool,
  type RenderableTool,
  type RenderedTool,
  type RenderedToolList,
} from './schema/dialects/rendered-tool.js';
export {
  type NormalisedSchema,
  type NormaliseOptions,
  normaliseSchema,
} from './schema/foreign/normalise-schema.js';
export { bindManifest } from './schema/manifest/bind-manifest.js';
export { useManifest } from './schema/manifest/current-manifest.js';
export { findManifestFile, MANIFEST_FILE } from './schema/manifest/find-manifest-file.js';
export { loadManifest, type LoadManifestOptions } from './schema/manifest/load-manifest.js';
export {
  type ManifestClass,
  type ManifestField,
  type ManifestResult,
  type ManifestSchema,
  type ManifestTool,
  type ManifestType,
  type ToolManifest,
} from './schema/manifest/manifest.js';
export { ManifestError } from './schema/manifest/manifest-error.js';
export {
  buildManifest,
  type ProjectManifest,
  type ProjectSources,
} from './schema/manifest/project-manifest.js';
export { readManifest } from './schema/manifest/read-manifest.js';
export { type ModuleSite, type RenderedModule, renderModule } from './schema/manifest/render-module.js';
export { findStaleSources } from './schema/manifest/source-hashes.js';
export { writeWhole } from './schema/manifest/write-whole.js';

export { type ComparedRun, type CompareOptions, compareRuns } from './compare/compare-runs.js';
export { listDifferences, type PlacedDifference } from './compare/list-differences.js';
export { renderComparison, type RenderComparisonOptions } from './compare/render-comparison.js';
export {
  type CallComparison,
  type ComparedSide,
  type Difference,
  type RunComparison,
  type Section,
  SECTIONS,
  type StepComparison,
  type TimePair,
} from './compare/run-comparison.js';
export { type ExportedRuns, type ExportOptions, exportRuns } from './exchange/export-runs.js';
export { type ImportOptions, importRuns } from './exchange/import-runs.js';
export { type ParsedExport, parseExport } from './exchange/parse-export.js';
export { type ExportHeader } from './exchange/run-export.js';
export { deleteRun } from './retention/delete-run.js';
export { type PruneOptions, type PruneReport, pruneRuns } from './retention/prune-runs.js';
export { type Hold, type HoldReason } from './retention/remove-runs.js';
export { readBelow } from './runs-below.js';

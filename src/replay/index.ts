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

import type { RunSummary } from '../../index.js';
import { alignColumns, renderDuration, renderUsage, toLine } from './runs-text.js';

const HEAD = ['RUN', 'STATUS', 'AGENT', 'STARTED', 'TOOK', 'EVENTS', 'USAGE'];

/** A line for each run. */
export function renderRuns(summaries: readonly RunSummary[]): string {
  return summaries.length === 0 ? '(no runs)' : alignColumns([HEAD, ...summaries.map(toRow)]);
}

function toRow({ runId, status, agent, startedAt, lastAt, eventCount, usage }: RunSummary): string[] {
  return [
    toLine(runId, 64),
    status,
    toLine(agent, 32),
    toLine(startedAt.replace(/\.\d+Z$/, 'Z')),
    renderDuration(Date.parse(lastAt) - Date.parse(startedAt)),
    String(eventCount),
    usage === undefined ? '' : renderUsage(usage),
  ];
}

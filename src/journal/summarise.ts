import type { JournalEvent } from './events.js';
import type { RunFilter, RunSummary } from './run-store.js';

/** What a list shows of the run of these events; undefined when there are none. */
export function summarise(events: readonly JournalEvent[]): RunSummary | undefined {
  return events.reduce<RunSummary | undefined>(extendSummary, undefined);
}

/** The summary with one more event. */
export function extendSummary(summary: RunSummary | undefined, event: JournalEvent): RunSummary {
  const { usage, ...rest } = summary ?? describeStart(event);
  const isReopened = event.type === 'run-resumed' || event.type === 'run-ended';
  return {
    ...rest,
    ...(usage === undefined || isReopened ? {} : { usage }),
    lastAt: event.at,
    eventCount: rest.eventCount + 1,
    ...describeRest(event),
  };
}

function describeStart(event: JournalEvent): RunSummary {
  const { runId, at } = event;
  const nothing = { runId, startedAt: at, lastAt: at, status: 'running', eventCount: 0 } as const;
  if (event.type !== 'run-started') return { ...nothing, agent: '', model: '' };
  const { agent, model, conversationId, parent } = event;
  return {
    ...nothing,
    agent,
    model,
    ...(conversationId === undefined ? {} : { conversationId }),
    ...(parent === undefined ? {} : { parentRunId: parent.runId }),
  };
}

/** True for the events that decide the status of a run: the last one of them holds. */
export const decidesStatus = ({ type }: JournalEvent): boolean =>
  type === 'run-ended' || type === 'run-paused' || type === 'run-resumed';

function describeRest(event: JournalEvent): Partial<RunSummary> {
  switch (event.type) {
    case 'run-ended':
      return { status: event.status, usage: event.usage };
    case 'run-paused':
      return { status: 'paused' };
    case 'run-resumed':
      return { status: 'running' };
    default:
      return {};
  }
}

/** Those that the filter lets through, the newest first. */
export function selectRuns(summaries: readonly RunSummary[], filter: RunFilter = {}): RunSummary[] {
  const { conversationId, agent, status, limit } = filter;
  const wanted = summaries.filter(
    summary =>
      (conversationId === undefined || summary.conversationId === conversationId) &&
      (agent === undefined || summary.agent === agent) &&
      (status === undefined || summary.status === status),
  );
  return wanted.sort(newestFirst).slice(0, limit);
}

function newestFirst(a: RunSummary, b: RunSummary): number {
  if (a.startedAt !== b.startedAt) return a.startedAt < b.startedAt ? 1 : -1;
  return a.runId < b.runId ? -1 : 1;
}

import { findOpenCalls, type OpenCall, type RecordedRun, summarise, sumUsage } from '../../index.js';
import { describeEvent } from './runs-event.js';
import { alignColumns, renderDuration, renderUsage, toLine } from './runs-text.js';

const MAX_ROWS = 1_000;

/** A run for people: what it is, what happened in it, and what is open. */
export function renderRun(run: RecordedRun): string {
  const rows = timedRows(run);
  const hidden = rows.length - MAX_ROWS;
  return [
    ...renderHead(run),
    '',
    alignColumns(rows.slice(0, MAX_ROWS)),
    ...(hidden > 0 ? [`… and ${hidden} lines more; --json prints everything.`] : []),
    ...renderOpen(run),
  ].join('\n');
}

function renderHead({ events, runId, torn }: RecordedRun): string[] {
  const summary = summarise(events);
  const tear =
    torn === undefined
      ? []
      : [`torn: the writer was killed while it wrote; ${torn.bytes} bytes at the end are no event`];
  if (summary === undefined) return [`run ${toLine(runId)}  no events`, ...tear];
  const { agent, model, status, startedAt, lastAt, conversationId, parentRunId } = summary;
  const took = renderDuration(Date.parse(lastAt) - Date.parse(startedAt));
  return [
    `run ${toLine(runId)}  ${status}`,
    `agent ${toLine(agent)}, model ${toLine(model)}`,
    `started ${toLine(startedAt)}, took ${took}, ${events.length} events`,
    ...(conversationId === undefined ? [] : [`conversation ${toLine(conversationId)}`]),
    ...(parentRunId === undefined ? [] : [`called by run ${toLine(parentRunId)}`]),
    `usage ${renderUsage(sumUsage(events))}`,
    ...tear,
  ];
}

/** Each with the time since the start. */
function timedRows({ events }: RecordedRun): string[][] {
  const start = Date.parse(events[0]?.at ?? '');
  return events.flatMap(event => {
    const since = `+${((Date.parse(event.at) - start) / 1_000).toFixed(3)}`;
    return describeEvent(event).map(([what, text], index) => [index === 0 ? since : '', what, toLine(text)]);
  });
}

const STATES: Readonly<Record<OpenCall['state'], string>> = {
  requested: 'was asked for and has not begun',
  waiting: 'waits for a decision',
  approved: 'is approved and has not begun',
  denied: 'is denied; the model has not been told',
  paused: 'began, and waits',
  'in-doubt': 'began, and nobody knows whether it took place',
};

function renderOpen({ events }: RecordedRun): string[] {
  const calls = findOpenCalls(events).slice(0, MAX_ROWS);
  if (calls.length === 0) return [];
  const lines = calls.map(({ callId, toolName, state, replayClass }) => {
    const kind = replayClass === undefined ? '' : ` (${replayClass})`;
    return `${toLine(callId)} ${toLine(toolName)}${kind} ${STATES[state]}`;
  });
  return ['', 'open calls:', ...lines];
}

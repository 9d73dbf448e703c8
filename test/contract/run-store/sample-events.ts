import {
  type JournalEvent,
  type RunEnded,
  type RunEvent,
  type RunStarted,
} from '../../../src/journal/events.js';
import { NO_USAGE } from '../../../src/model/usage.js';

export const started = (facts: Partial<RunStarted> = {}): RunStarted => ({
  type: 'run-started',
  agent: 'support',
  model: 'scripted',
  history: [],
  instructions: 'Help.',
  input: [{ type: 'text', text: 'Where is it?' }],
  toolNames: ['look'],
  ...facts,
});

export const note = (text: string): RunEvent => ({
  type: 'message-added',
  message: { role: 'user', content: [{ type: 'text', text }] },
});

export const ended: RunEnded = {
  type: 'run-ended',
  status: 'completed',
  text: 'There.',
  usage: { ...NO_USAGE, inputTokens: 12 },
  steps: 1,
};

export const paused: RunEvent = { type: 'run-paused', callIds: ['c1'] };
export const resumed: RunEvent = { type: 'run-resumed' };

/** As they are kept; one each second. */
export const numbered = (
  runId: string,
  events: readonly RunEvent[],
  { from = 0, at = Date.UTC(2026, 0, 1) } = {},
): JournalEvent[] =>
  events.map((event, index) => ({
    ...event,
    v: 1,
    runId,
    seq: from + index,
    at: new Date(at + (from + index) * 1_000).toISOString(),
  }));

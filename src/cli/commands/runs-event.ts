import type { JournalEvent, RecordedError, RecordedObservation, Repair } from '../../index.js';
import { renderDuration, renderUsage } from './runs-text.js';

/** What kind of thing happened, and what. */
type Row = readonly [what: string, text: string];

type Describe<T extends JournalEvent['type']> = (event: Extract<JournalEvent, { type: T }>) => Row[];

/** The rows of an event: none for what only announces another one. */
export function describeEvent(event: JournalEvent): readonly Row[] {
  const describe = (DESCRIBE as Readonly<Record<string, unknown>>)[event.type] as Describe<never> | undefined;
  return describe === undefined ? [[event.type, '']] : describe(event as never);
}

const DESCRIBE: { readonly [T in JournalEvent['type']]: Describe<T> } = {
  'run-started': ({ input, history }) => [
    ['input', partsText(input)],
    ...(history.length === 0 ? [] : [['history', `${history.length} messages before`] as const]),
  ],
  'model-call-started': () => [],
  'model-call-ended': ({ turn, response, error, durationMs }) => {
    const took = renderDuration(durationMs);
    if (response === undefined) return [[`turn ${turn}`, `failed after ${took}: ${errorText(error)}`]];
    const { usage, finishReason, content } = response;
    return [[`turn ${turn}`, `${took}, ${renderUsage(usage)}, ${finishReason}: ${partsText(content)}`]];
  },
  'message-added': ({ message }) => [
    ['message', `${message.role}: ${'content' in message ? partsText(message.content) : ''}`],
  ],
  'tool-call-requested': ({ call }) => [['call', `${call.callId} ${call.toolName} ${call.arguments}`]],
  'guardrail-checked': ({ position, guardrail, callId, passed, blocks, errored, reason }) => {
    const verdict = passed ? 'passed' : blocks ? 'blocked' : 'noted';
    const trouble = errored ? ' (it could not be asked)' : '';
    return [
      ['guardrail', `${withId(callId)}${guardrail} at ${position}: ${verdict}${trouble}${because(reason)}`],
    ];
  },
  'policy-decided': ({ callId, toolName, policy, decision, reason }) => [
    ['policy', `${callId} ${toolName}: ${decision} by ${policy}${because(reason)}`],
  ],
  'approval-requested': ({ callId, toolName, policy, reason, expiresAt }) => {
    const until = expiresAt === undefined ? '' : ` until ${expiresAt}`;
    return [['approval', `${callId} ${toolName}: asked for by ${policy}${until}${because(reason)}`]];
  },
  'approval-decided': ({ callId, approved, by, reason }) => {
    const who = by === undefined ? '' : ` by ${by}`;
    return [['approval', `${callId}: ${approved ? 'approved' : 'denied'}${who}${because(reason)}`]];
  },
  'tool-call-started': ({ callId, toolName, replayClass, arguments: accepted, repairs }) => [
    ['start', `${callId} ${toolName} (${replayClass}) ${JSON.stringify(accepted)}`],
    ...repairs.map(repair => ['repair', `${callId} ${repairText(repair)}`] as const),
  ],
  'tool-call-ended': ({ callId, toolName, observation, error, attempts, durationMs }) => {
    const tries = attempts === 1 ? '' : `, ${attempts} attempts`;
    const verdict = observation.isError ? `error${error === undefined ? '' : ` ${error.code}`}` : 'ok';
    const text = observationText(observation);
    return [['end', `${callId} ${toolName}: ${verdict}, ${renderDuration(durationMs)}${tries}: ${text}`]];
  },
  'tool-call-paused': ({ callId, toolName }) => [['pause', `${callId} ${toolName}: waits`]],
  'run-paused': ({ callIds, below = [] }) => {
    const all = [...callIds, ...below.map(({ runId, callId }) => `${callId} of run ${runId}`)];
    return [['paused', `waits for ${all.join(', ')}`]];
  },
  'run-resumed': () => [['resumed', '']],
  'run-ended': ({ status, reason, error, text }) => {
    const why = error === undefined ? because(reason) : `: ${errorText(error)}`;
    return [['ended', `${status}${why}${text === '' ? '' : ` – ${text}`}`]];
  },
};

const because = (reason: string | undefined): string => (reason === undefined ? '' : `: ${reason}`);
const withId = (callId: string | undefined): string => (callId === undefined ? '' : `${callId} `);

const errorText = (error: RecordedError | undefined): string =>
  error === undefined ? 'no answer' : `${error.code} ${error.message}`;

function repairText({ path, rule, from, to }: Repair): string {
  const result = to === undefined ? 'left out' : JSON.stringify(to);
  return `${path || '(arguments)'}: ${rule}, ${JSON.stringify(from)} → ${result}`;
}

/** Calls have a line of their own. */
const partsText = (parts: readonly { readonly type: string; readonly text?: string }[]): string =>
  parts
    .filter(({ type }) => type !== 'tool-call' && type !== 'reasoning')
    .map(({ type, text }) => text ?? `[${type}]`)
    .join(' ');

const observationText = ({ content }: RecordedObservation): string =>
  content.map(block => (block.type === 'text' ? block.text : `[${block.type}]`)).join(' ');

import { isPlainObject } from '../../foundation/json.js';
import type { JournalEvent } from '../../journal/events.js';

type Kind = 'string' | 'number' | 'boolean' | 'list' | 'parts';

/** What members have to be; a name that ends with `?` may be missing. */
interface Shape {
  readonly [member: string]: Kind | Shape;
}

const usage: Shape = {
  ...{ inputTokens: 'number', outputTokens: 'number', cachedInputTokens: 'number' },
  ...{ reasoningTokens: 'number', costUsd: 'number' },
};
const call: Shape = { callId: 'string', toolName: 'string' };

/** What readers of a journal rely on. */
const SHAPES: { readonly [T in JournalEvent['type']]?: Shape } = {
  'run-started': {
    ...{ agent: 'string', model: 'string', instructions: 'string' },
    ...{
      history: 'list',
      input: 'parts',
      toolNames: 'list',
      'parent?': { runId: 'string', callId: 'string' },
    },
  },
  'model-call-started': { turn: 'number', requestHash: 'string' },
  'model-call-ended': {
    ...{ turn: 'number', durationMs: 'number' },
    'response?': { content: 'parts', finishReason: 'string', usage },
    'usage?': usage,
  },
  'message-added': { message: { role: 'string', 'content?': 'parts', 'results?': 'list' } },
  'tool-call-requested': { turn: 'number', index: 'number', call: { ...call, arguments: 'string' } },
  'guardrail-checked': { position: 'string', guardrail: 'string', passed: 'boolean', blocks: 'boolean' },
  'policy-decided': { ...call, policy: 'string', decision: 'string' },
  'approval-requested': { ...call, argumentsHash: 'string', policy: 'string' },
  'approval-decided': { callId: 'string', argumentsHash: 'string', approved: 'boolean' },
  'tool-call-started': {
    ...{ ...call, turn: 'number', replayClass: 'string', repairs: 'list', idempotencyKey: 'string' },
  },
  'tool-call-paused': call,
  'tool-call-ended': {
    ...{ ...call, attempts: 'number', durationMs: 'number' },
    observation: { content: 'parts', isError: 'boolean' },
    'spent?': { usage, toolCalls: 'number' },
  },
  'run-paused': { callIds: 'list', 'below?': 'list', 'usage?': usage },
  'run-ended': { status: 'string', text: 'string', usage, steps: 'number' },
};

/** Where an event is not what its type says, as a JSON pointer; undefined when nothing is wrong. */
export function findFlaw(event: JournalEvent): string | undefined {
  if (Number.isNaN(Date.parse(event.at))) return '/at';
  return findIn(event, SHAPES[event.type] ?? {}, '');
}

function findIn(value: unknown, shape: Kind | Shape, path: string): string | undefined {
  if (typeof shape === 'string') return isKind(value, shape) ? undefined : path;
  if (!isPlainObject(value)) return path;
  for (const [member, inner] of Object.entries(shape)) {
    const name = member.replace('?', '');
    if (name !== member && value[name] === undefined) continue;
    const flaw = findIn(value[name], inner, `${path}/${name}`);
    if (flaw !== undefined) return flaw;
  }
  return undefined;
}

function isKind(value: unknown, kind: Kind): boolean {
  if (kind === 'list') return Array.isArray(value);
  if (kind !== 'parts') return typeof value === kind;
  return Array.isArray(value) && value.every(part => isPlainObject(part) && typeof part['type'] === 'string');
}

import { isDeepStrictEqual } from 'node:util';
import { isPlainObject, type JsonValue } from '../../foundation/json.js';
import type { JournalEvent } from '../../journal/events.js';
import type { AssistantPart } from '../../model/message.js';
import { type Fact, factsOf } from './facts.js';

/** The call that an event is about, as it was first named and asked for. */
export interface AskedCall {
  readonly toolName: string;
  /** As a value where what the model wrote is JSON. */
  readonly asked: JsonValue | undefined;
}

type Describe<T extends JournalEvent['type']> = (
  event: Extract<JournalEvent, { type: T }>,
  call: AskedCall | undefined,
) => Fact[];

/** What is compared of an event: no ids, no times, and nothing that only follows from the rest. */
export function describeEvent(event: JournalEvent, call?: AskedCall): readonly Fact[] {
  const describe = (DESCRIBE as Readonly<Record<string, unknown>>)[event.type] as Describe<never> | undefined;
  return describe === undefined ? describeOther(event) : describe(event as never, call);
}

const DESCRIBE: { readonly [T in JournalEvent['type']]?: Describe<T> } = {
  'run-started': ({ agent, model, toolNames, limits, toolChoice, hasState, ...said }) =>
    factsOf(
      ['agent', 'name', agent],
      ['agent', 'tools', toolNames],
      ['agent', 'limits', limits],
      ['agent', 'tool choice', toolChoice],
      ['agent', 'state', hasState],
      ['model', 'asked', model],
      ['instructions', '', said.instructions],
      ['history', '', withoutIds(said.history as unknown as JsonValue)],
      ['input', '', withoutIds(said.input as unknown as JsonValue)],
    ),
  'model-call-started': () => [],
  'model-call-ended': ({ response, error, usage }) =>
    factsOf(
      ['text', '', textOf(response?.content, 'text')],
      ['text', 'thoughts', textOf(response?.content, 'reasoning')],
      ['finish', 'reason', response?.finishReason],
      ['finish', 'error', error],
      ['model', 'answered', response?.modelId],
      ['usage', '', response?.usage ?? usage],
    ),
  'message-added': ({ message, because }) =>
    factsOf(['messages', '', withoutIds(message as unknown as JsonValue)], ['messages', 'because', because]),
  'tool-call-requested': ({ call: { toolName, arguments: text } }, call) =>
    factsOf(
      ['calls', 'requested', unlessOwn(toolName, call)],
      ['arguments', 'requested', unlessAsked(parseArguments(text), call)],
    ),
  'guardrail-checked': ({ guardrail, position, passed, blocks, errored, reason }) =>
    factsOf(['decisions', `guardrail ${guardrail} at ${position}`, { passed, blocks, errored, reason }]),
  'policy-decided': ({ toolName, policy, decision, reason }, call) =>
    factsOf(['decisions', 'policy', { policy, decision, reason, tool: unlessOwn(toolName, call) }]),
  'approval-requested': ({ toolName, policy, reason, arguments: accepted }, call) =>
    factsOf(
      ['decisions', 'approval requested', { policy, reason, tool: unlessOwn(toolName, call) }],
      ['arguments', 'to approve', unlessAsked(accepted, call)],
    ),
  'approval-decided': ({ approved, reason, by }) =>
    factsOf(['decisions', 'approval', { approved, reason, by }]),
  'tool-call-started': ({ toolName, replayClass, arguments: accepted, repairs }, call) =>
    factsOf(
      ['calls', 'started', unlessOwn(toolName, call)],
      ['course', 'started', replayClass],
      ['arguments', 'accepted', accepted],
      ['arguments', 'repairs', repairs.length === 0 ? undefined : repairs],
    ),
  'tool-call-paused': ({ toolName }, call) =>
    factsOf(['course', 'paused', { tool: unlessOwn(toolName, call) }]),
  'tool-call-ended': ({ toolName, observation, uncut, error, attempts, spent }, call) =>
    factsOf(
      ['calls', 'ended', unlessOwn(toolName, call)],
      ['output', '', { ...observation }],
      ['output', 'uncut', uncut],
      ['output', 'error', error],
      ['course', 'attempts', attempts],
      ['usage', 'below', spent],
    ),
  'run-paused': ({ callIds, below = [], usage }) =>
    factsOf(
      ['course', 'paused', { calls: callIds.length, callsBelow: below.length }],
      ['usage', 'of guardrails', usage],
    ),
  'run-resumed': () => factsOf(['course', 'resumed', true]),
  'run-ended': ({ text, output, reason, error, finishReason, usage, steps }) =>
    factsOf(
      ['text', 'answer', text === '' ? undefined : text],
      // An answer without a type is its text.
      ['output', 'answer', output === text ? undefined : output],
      ['status', 'reason', reason],
      ['status', 'error', error],
      ['status', 'steps', steps],
      ['finish', 'reason', finishReason],
      ['usage', 'in all', usage],
    ),
};

/** What a later event, unknown here, says. */
function describeOther({ type, v: _v, seq: _seq, at: _at, ...said }: JournalEvent): Fact[] {
  return factsOf(['course', type, withoutIds(said as unknown as JsonValue)]);
}

/** The value that a model wrote as JSON text, or what it wrote instead. */
export function parseArguments(text: string): JsonValue {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return text;
  }
}

const unlessOwn = (toolName: string, call: AskedCall | undefined): string | undefined =>
  toolName === call?.toolName ? undefined : toolName;

/** What differs from what was asked for is a fact of its own; a repair makes it so. */
const unlessAsked = (value: JsonValue, call: AskedCall | undefined): JsonValue | undefined =>
  call?.asked !== undefined && isDeepStrictEqual(value, call.asked) ? undefined : value;

function textOf(
  content: readonly AssistantPart[] | undefined,
  type: 'text' | 'reasoning',
): string | undefined {
  const texts = content?.flatMap(part => (part.type === type ? [part.text] : []));
  return texts === undefined || texts.length === 0 ? undefined : texts.join('');
}

/** Ids, and what providers sign. */
const IDS = new Set(['runId', 'callId', 'callIds', 'idempotencyKey', 'providerData', 'durationMs']);

function withoutIds(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return (value as readonly JsonValue[]).map(withoutIds);
  if (!isPlainObject(value)) return value;
  const members = Object.entries(value).filter(([name]) => !IDS.has(name));
  return Object.fromEntries(members.map(([name, member]) => [name, withoutIds(member as JsonValue)]));
}

import { isPlainObject } from '../foundation/json.js';
import { describeKind } from '../foundation/value-kind.js';
import { ModelFailedError } from '../model/errors.js';
import type { AssistantPart } from '../model/message.js';
import { FINISH_REASONS, type ModelResponse } from '../model/model.js';
import { readUsage } from '../model/usage.js';

/**
 * What a model or a middleware gave as an answer, in the shape that everything after it relies on: every call of a turn has
 * an id of its own, arguments are text, and numbers are numbers.
 *
 * @throws {@link ModelFailedError} (`MODEL_FAILED`) for what is no answer.
 */
export function readResponse(given: ModelResponse, modelId: string, name = 'its answer'): ModelResponse {
  const answer: unknown = given;
  const refuse = (seen: string): ModelFailedError =>
    new ModelFailedError({
      model: modelId,
      reason: `${name} ${seen}. It has to be { content: [{ type: 'text', text }], finishReason, usage }.`,
      attempts: 1,
      retryable: false,
    });
  if (typeof answer !== 'object' || answer === null) throw refuse(`is ${describeKind(answer)}`);
  const { content, finishReason, usage } = answer as Loose;
  if (!Array.isArray(content)) throw refuse(`has no list 'content', which is ${describeKind(content)}`);
  const parts = content.map((part: unknown, index) => {
    const read = readPart(part);
    if (typeof read === 'string') throw refuse(`has a part ${index + 1} that ${read}`);
    return read;
  });
  return {
    ...given,
    content: withOwnIds(parts),
    finishReason: FINISH_REASONS.find(each => each === finishReason) ?? 'other',
    usage: readUsage(usage),
  };
}

type Loose = Readonly<Record<string, unknown>>;

/** The part, or what is wrong with it. */
function readPart(part: unknown): AssistantPart | string {
  if (typeof part !== 'object' || part === null) return `is ${describeKind(part)}`;
  const { type, text, toolName, arguments: given, callId } = part as Loose;
  switch (type) {
    case 'text':
    case 'reasoning':
      return typeof text === 'string' ? (part as AssistantPart) : `has no text, but ${describeKind(text)}`;
    case 'tool-call': {
      if (typeof toolName !== 'string') return `calls no tool: its toolName is ${describeKind(toolName)}`;
      const read = argumentText(given);
      if (read === undefined) return `has arguments that are ${describeKind(given)}`;
      return { ...part, type, toolName, arguments: read, callId: idText(callId) };
    }
    default:
      return "is no 'text', 'reasoning' or 'tool-call'";
  }
}

/** Some endpoints send the arguments as they are, or none at all. */
function argumentText(given: unknown): string | undefined {
  if (typeof given === 'string') return given;
  if (given === undefined || given === null) return '';
  return isPlainObject(given) ? JSON.stringify(given) : undefined;
}

const idText = (id: unknown): string => (typeof id === 'string' || typeof id === 'number' ? String(id) : '');

/** Endpoints may give two calls of a turn one id, or none. The first that has it keeps it. */
function withOwnIds(content: readonly AssistantPart[]): readonly AssistantPart[] {
  const taken = new Set(content.map(part => (part.type === 'tool-call' ? part.callId : '')));
  const seen = new Set(['']);
  return content.map((part, index) => {
    if (part.type !== 'tool-call') return part;
    const isOwn = !seen.has(part.callId);
    const callId = isOwn ? part.callId : freeId(part.callId || 'call', index + 1, taken);
    seen.add(callId);
    taken.add(callId);
    return isOwn ? part : { ...part, callId };
  });
}

function freeId(id: string, from: number, taken: ReadonlySet<string>): string {
  let count = from;
  while (taken.has(`${id}-${count}`)) count++;
  return `${id}-${count}`;
}

import type { AssistantPart } from '../message.js';
import { FINISH_REASONS, type FinishReason, type ModelResponse } from '../model.js';
import { type Loose, looseOf, providerDataOf, textIn } from './ai-sdk-language-model.js';
import { readUsage, type UsageRules } from './usage.js';

/** The answer of `doGenerate`. */
export function readAnswer(value: unknown, rules: UsageRules): ModelResponse {
  const result = looseOf(value);
  const parts = Array.isArray(result['content']) ? result['content'] : [];
  const content = parts.flatMap(part => readPart(looseOf(part)));
  return { content, ...readEnd(result, content, rules), ...readModelId(result['response']) };
}

/** One part of an answer: none for files, sources, and calls that the provider runs itself. */
export function readPart(part: Loose): AssistantPart[] {
  switch (part['type']) {
    case 'text':
      return textIn(part['text']) === '' ? [] : [{ type: 'text', text: textIn(part['text']) }];
    case 'reasoning':
      return [{ type: 'reasoning', text: textIn(part['text']), ...providerDataOf(part) }];
    case 'tool-call':
      return part['providerExecuted'] === true ? [] : [readToolCall(part)];
    default:
      return [];
  }
}

function readToolCall(part: Loose): AssistantPart {
  const { toolCallId, toolName, input } = part;
  return {
    type: 'tool-call',
    callId: textIn(toolCallId),
    toolName: textIn(toolName),
    // Text by the specification, but not with every provider.
    arguments: typeof input === 'object' && input !== null ? JSON.stringify(input) : textIn(input),
    ...providerDataOf(part),
  };
}

/** Why an answer ended, and its usage. */
export function readEnd(
  end: Loose,
  content: readonly AssistantPart[],
  rules: UsageRules,
): Pick<ModelResponse, 'finishReason' | 'usage'> {
  return {
    finishReason: readFinishReason(end['finishReason'], content),
    usage: readUsage(end['usage'], rules),
  };
}

function readFinishReason(value: unknown, content: readonly AssistantPart[]): FinishReason {
  const reason = typeof value === 'object' ? looseOf(value)['unified'] : value;
  const known = FINISH_REASONS.find(each => each === reason) ?? 'other';
  // Several providers end an answer that holds calls like any other.
  const endsPlainly = known === 'stop' || known === 'other';
  return endsPlainly && content.some(part => part.type === 'tool-call') ? 'tool-calls' : known;
}

export function readModelId(response: unknown): { modelId?: string } {
  const modelId = textIn(looseOf(response)['modelId']);
  return modelId === '' ? {} : { modelId };
}

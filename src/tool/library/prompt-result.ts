import { isPlainObject, type JsonObject } from '../../foundation/json.js';
import type { JsonSchema } from '../../schema/json-schema.js';
import { rawObservation } from '../compile/compile-observation.js';
import type { ContentBlock } from '../content.js';
import { findContentMistake, findExtraMistake } from '../content-check.js';
import { Observation } from '../observation.js';

/** What a prompt may give: a text or block is a message of the user. */
export type PromptMessages = PromptPart | readonly PromptPart[];

/** One message, or what the user says in one. */
export type PromptPart =
  string | ContentBlock | { readonly role: 'user' | 'assistant'; readonly content: string | ContentBlock };

const ROLE: JsonSchema = { type: 'string', enum: ['user', 'assistant'] };

/** What every maker of a prompt gives, whatever its method returns. */
export const PROMPT_OUTPUT = rawObservation({
  type: 'object',
  properties: {
    messages: {
      type: 'array',
      items: {
        type: 'object',
        properties: { role: ROLE, content: { type: 'object' } },
        required: ['role', 'content'],
      },
    },
  },
  required: ['messages'],
});

/**
 * Turns what a method returned into messages.
 *
 * @throws an error that says what is no message.
 */
export function toMessages(returned: unknown): JsonObject | Observation {
  if (Observation.is(returned)) {
    return returned.isError ? returned : { messages: returned.content.map(toMessage) };
  }
  const parts: readonly unknown[] = Array.isArray(returned) ? returned : [returned];
  return { messages: parts.map(toMessage) };
}

function toMessage(part: unknown, index: number): JsonObject {
  const { role, content } = isPlainObject(part) && 'role' in part ? part : { role: 'user', content: part };
  const block = typeof content === 'string' ? { type: 'text', text: content } : content;
  const mistake = findContentMistake(block) ?? findExtraMistake(block);
  if (mistake !== undefined) throw new Error(`message ${index + 1} ${mistake}`);
  return { role: role as string, content: block as JsonObject };
}

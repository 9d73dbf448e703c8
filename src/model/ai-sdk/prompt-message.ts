import type { ModelMessage } from '../message.js';

/** A message as the specification has it. */
export interface PromptMessage {
  readonly role: ModelMessage['role'];
  readonly content: unknown;
}

import { isPlainObject, type JsonObject } from '../../foundation/json.js';
import type { AssistantPart, ModelMessage } from '../message.js';
import { buildInputPart } from './input-part.js';
import type { PromptMessage } from './prompt-message.js';
import { buildToolMessages, type ToolFiles } from './tool-results.js';

/** Messages as the specification has them; both versions differ only in files that tools give. */
export function buildPrompt(messages: readonly ModelMessage[], toolFiles: ToolFiles): PromptMessage[] {
  return messages.flatMap((message): PromptMessage[] => {
    switch (message.role) {
      case 'system':
        return [{ role: 'system', content: message.text }];
      case 'user':
        return [{ role: 'user', content: message.content.map(buildInputPart) }];
      case 'assistant':
        return [{ role: 'assistant', content: message.content.map(buildAssistantPart) }];
      case 'tool':
        return buildToolMessages(message.results, toolFiles);
    }
  });
}

function buildAssistantPart(part: AssistantPart): object {
  if (part.type === 'text') return { type: 'text', text: part.text };
  const { providerData } = part;
  const options = providerData && { providerOptions: providerData };
  return part.type === 'reasoning'
    ? { type: 'reasoning', text: part.text, ...options }
    : {
        type: 'tool-call',
        toolCallId: part.callId,
        toolName: part.toolName,
        input: readArguments(part.arguments),
        ...options,
      };
}

/**
 * Arguments as an object, the only thing that all providers take back: Anthropic and Gemini refuse anything else, and
 * the chat templates of local models fail on it, in every turn that follows. So that a model can still see its mistake,
 * what is no object stands inside one.
 */
function readArguments(text: string): JsonObject {
  if (text.trim() === '') return {};
  try {
    const value: unknown = JSON.parse(text);
    if (isPlainObject(value)) return value as JsonObject;
  } catch {
    // Told to the model by the answer to the call.
  }
  return { unreadable_arguments: text };
}

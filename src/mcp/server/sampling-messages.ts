import type { JsonObject } from '../../foundation/json.js';
import {
  type AssistantPart,
  type InputPart,
  type ModelMessage,
  textOf,
  type ToolResultPart,
} from '../../model/message.js';

/**
 * A conversation as a client's model reads it.
 *
 * @param takesTools - False where calls and their results have to be told as text.
 * @see MCP 2025-11-25, SamplingMessage
 */
export function toSamplingMessages(messages: readonly ModelMessage[], takesTools: boolean): JsonObject[] {
  return messages.flatMap((message): JsonObject[] => {
    switch (message.role) {
      case 'system':
        return [];
      case 'user':
        return [{ role: 'user', content: message.content.map(toBlock) }];
      case 'assistant': {
        const content = message.content.flatMap(part => assistantBlocks(part, takesTools));
        return content.length === 0 ? [] : [{ role: 'assistant', content }];
      }
      case 'tool':
        return [{ role: 'user', content: message.results.map(result => resultBlock(result, takesTools)) }];
    }
  });
}

function toBlock(part: InputPart): JsonObject {
  if (part.type === 'text') return { type: 'text', text: part.text };
  const { mediaType, source } = part;
  if ('url' in source) return { type: 'text', text: `(${mediaType} at ${source.url})` };
  const kind = mediaType.split('/')[0];
  return kind === 'image' || kind === 'audio'
    ? { type: kind, data: source.data, mimeType: mediaType }
    : { type: 'text', text: `(a document of ${mediaType}, which cannot be shown here)` };
}

function assistantBlocks(part: AssistantPart, takesTools: boolean): JsonObject[] {
  if (part.type === 'text') return [{ type: 'text', text: part.text }];
  if (part.type === 'reasoning') return [];
  const { callId, toolName } = part;
  if (!takesTools) return [{ type: 'text', text: `(called ${toolName} with ${part.arguments})` }];
  return [{ type: 'tool_use', id: callId, name: toolName, input: inputOf(part.arguments) }];
}

function resultBlock(
  { callId, toolName, content, isError }: ToolResultPart,
  takesTools: boolean,
): JsonObject {
  const blocks = content.map(toBlock);
  if (takesTools) return { type: 'tool_result', toolUseId: callId, content: blocks, isError };
  const text = textOf(content);
  return { type: 'text', text: `(${toolName} ${isError ? 'failed' : 'answered'}: ${text})` };
}

/** What a model wrote may be no JSON object, which is all that the protocol takes. */
function inputOf(text: string): JsonObject {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : {};
  } catch {
    return {};
  }
}

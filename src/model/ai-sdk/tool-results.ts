import { type FilePart, type InputPart, textOf, type ToolResultPart } from '../message.js';
import { buildInputPart, withInlineData } from './input-part.js';
import type { PromptMessage } from './prompt-message.js';

/**
 * How files that tools give reach the model: as parts of version 2 or 3, or, for APIs whose tool messages hold only
 * text, in a message of the user that follows. There they would become base64 text otherwise.
 */
export type ToolFiles = 'v2' | 'v3' | 'user-message';

export function buildToolMessages(results: readonly ToolResultPart[], toolFiles: ToolFiles): PromptMessage[] {
  const content = results.map(result => ({
    type: 'tool-result',
    toolCallId: result.callId,
    toolName: result.toolName,
    output: buildOutput(result, toolFiles),
  }));
  const messages: PromptMessage[] = [{ role: 'tool', content }];
  const withFiles = results.filter(({ content: parts }) => parts.some(isFile));
  if (toolFiles === 'user-message' && withFiles.length > 0)
    messages.push({ role: 'user', content: withFiles.flatMap(buildFollowing) });
  return messages;
}

function buildOutput({ content, isError }: ToolResultPart, toolFiles: ToolFiles): object {
  const hasFiles = content.some(isFile);
  if (!isError && hasFiles && toolFiles !== 'user-message')
    return { type: 'content', value: content.map(toolFiles === 'v3' ? buildPart : buildMediaPart) };
  const notes = content.filter(isFile).map(part => noteOf(part, toolFiles === 'user-message'));
  const value = [textOf(content), ...notes].filter(text => text !== '').join('\n');
  return { type: isError ? 'error-text' : 'text', value };
}

function buildPart(part: InputPart): object {
  if (part.type === 'text') return { type: 'text', text: part.text };
  const { mediaType, source } = withInlineData(part);
  const kind = mediaType.startsWith('image/') ? 'image' : 'file';
  return 'data' in source
    ? { type: `${kind}-data`, data: source.data, mediaType }
    : { type: `${kind}-url`, url: source.url, ...(kind === 'file' && { mediaType }) };
}

/** Version 2 has no place for a file that is somewhere else. */
function buildMediaPart(part: InputPart): object {
  if (part.type === 'text') return { type: 'text', text: part.text };
  const { mediaType, source } = withInlineData(part);
  return 'data' in source
    ? { type: 'media', data: source.data, mediaType }
    : { type: 'text', text: noteOf(part, false) };
}

function noteOf({ mediaType, source }: FilePart, follows: boolean): string {
  if (follows) return `[a file of type ${mediaType}: see the next message]`;
  return 'url' in source && !source.url.startsWith('data:')
    ? `[a file of type ${mediaType}: ${source.url}]`
    : `[a file of type ${mediaType}]`;
}

const buildFollowing = ({ toolName, callId, content }: ToolResultPart): object[] => [
  { type: 'text', text: `What the tool ${toolName} gave (call ${callId}):` },
  ...content.filter(isFile).map(buildInputPart),
];

const isFile = (part: InputPart): part is FilePart => part.type === 'file';

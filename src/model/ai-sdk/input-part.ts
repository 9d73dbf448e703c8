import type { FilePart, InputPart } from '../message.js';

/** A part as the specification has it in the messages of a user. */
export function buildInputPart(part: InputPart): object {
  if (part.type === 'text') return { type: 'text', text: part.text };
  const { mediaType, source } = withInlineData(part);
  return { type: 'file', mediaType, data: 'data' in source ? source.data : new URL(source.url) };
}

/** Providers take what stands in a data URL only as data. */
export function withInlineData(part: FilePart): FilePart {
  if ('data' in part.source) return part;
  const [, mediaType, data] = /^data:([^;,]*)(?:;[^;,]*)*;base64,(.*)$/s.exec(part.source.url) ?? [];
  if (data === undefined) return part;
  const stated = mediaType === undefined || mediaType === '' ? part.mediaType : mediaType;
  return { type: 'file', mediaType: stated, source: { data } };
}

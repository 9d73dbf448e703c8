import type { JsonObject } from '../../foundation/json.js';
import { toJsonText } from '../../foundation/json-text.js';
import type { JsonSchema } from '../../schema/json-schema.js';
import { rawObservation } from '../compile/compile-observation.js';
import type { ContentBlock } from '../content.js';
import { Observation } from '../observation.js';

const TEXT: JsonSchema = { type: 'string' };

/** What every reader of a resource gives, whatever its method returns; nothing in it means that there is no such resource. */
export const READ_OUTPUT = rawObservation({
  type: 'object',
  properties: {
    contents: {
      type: 'array',
      items: { type: 'object', properties: { uri: TEXT, mimeType: TEXT, text: TEXT, blob: TEXT } },
    },
  },
  required: ['contents'],
});

/** Turns what a method returned into the contents of a resource. */
export function toContents(returned: unknown, mimeType: string | undefined): JsonObject | Observation {
  if (returned === undefined || returned === null) return { contents: [] };
  if (Observation.is(returned)) {
    return returned.isError ? returned : { contents: returned.content.map(toContent) };
  }
  const bytes = bytesOf(returned);
  if (bytes !== undefined) {
    const blob = bytes.toString('base64');
    return { contents: [{ mimeType: mimeType ?? 'application/octet-stream', blob }] };
  }
  return typeof returned === 'string'
    ? { contents: [{ mimeType: mimeType ?? 'text/plain', text: returned }] }
    : { contents: [{ mimeType: mimeType ?? 'application/json', text: toJsonText(returned) }] };
}

function bytesOf(value: unknown): Buffer | undefined {
  if (value instanceof Uint8Array) return Buffer.from(value.buffer, value.byteOffset, value.byteLength);
  return value instanceof ArrayBuffer ? Buffer.from(value) : undefined;
}

function toContent(block: ContentBlock): JsonObject {
  switch (block.type) {
    case 'text':
      return { mimeType: 'text/plain', text: block.text };
    case 'image':
    case 'audio':
      return { mimeType: block.mimeType, blob: block.data };
    case 'resource':
      return { ...block.resource };
    case 'resource_link':
      return { mimeType: 'text/uri-list', text: block.uri };
  }
}

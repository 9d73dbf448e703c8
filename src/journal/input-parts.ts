import type { InputPart } from '../model/message.js';
import type { ContentBlock } from '../tool/content.js';

/** Content blocks of a tool as a model reads them; links as text, since few providers follow them. */
export const toInputParts = (blocks: readonly ContentBlock[]): InputPart[] => blocks.map(toInputPart);

function toInputPart(block: ContentBlock): InputPart {
  switch (block.type) {
    case 'text':
      return { type: 'text', text: block.text };
    case 'image':
    case 'audio':
      return { type: 'file', mediaType: block.mimeType, source: { data: block.data } };
    case 'resource_link':
      return { type: 'text', text: `[${block.name}](${block.uri})` };
    case 'resource': {
      const { uri, text, blob, mimeType = 'application/octet-stream' } = block.resource;
      return blob === undefined
        ? { type: 'text', text: `${uri}\n${text ?? ''}` }
        : { type: 'file', mediaType: mimeType, source: { data: blob } };
    }
  }
}

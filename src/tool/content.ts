/**
 * One block of what a tool gives back. `data` and `blob` are base64.
 *
 * @see MCP 2025-11-25, ContentBlock
 */
export type ContentBlock = TextContent | MediaContent | ResourceContent | ResourceLink;

/** Text, as the model reads it. */
export interface TextContent {
  readonly type: 'text';
  readonly text: string;
}

/** A picture or a sound. */
export interface MediaContent {
  readonly type: 'image' | 'audio';
  readonly data: string;
  readonly mimeType: string;
}

/** A resource with its content: text, or bytes as base64. */
export interface ResourceContent {
  readonly type: 'resource';
  readonly resource: {
    readonly uri: string;
    readonly mimeType?: string;
    readonly text?: string;
    readonly blob?: string;
  };
}

/** A resource that the reader may fetch. */
export interface ResourceLink {
  readonly type: 'resource_link';
  readonly uri: string;
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly mimeType?: string;
}

/** The text of all text blocks, joined by line breaks. */
export function textOf(content: readonly ContentBlock[]): string {
  return content.flatMap(block => (block.type === 'text' ? [block.text] : [])).join('\n');
}

/** One line per block, for people: text as it is, everything else by kind and size. */
export function describeContent(content: readonly ContentBlock[]): string {
  return content.map(describeBlock).join('\n') || '(no output)';
}

function describeBlock(block: ContentBlock): string {
  switch (block.type) {
    case 'text':
      return block.text;
    case 'image':
    case 'audio':
      return `[${block.type} ${block.mimeType}, ${Math.floor((block.data.length * 3) / 4)} bytes]`;
    case 'resource':
      return block.resource.text ?? `[resource ${block.resource.uri}]`;
    case 'resource_link':
      return `[link ${block.name}: ${block.uri}]`;
  }
}

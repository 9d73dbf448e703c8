import { type Secrets } from '../context/secrets.js';
import { type JsonObject } from '../foundation/json.js';
import { type ContentBlock } from '../tool/content.js';
import { type RenderedResult } from './render-result.js';

/** Masks secrets, then bounds the size: in this order, so that no part of a secret survives at a cut. */
export function sealResult(result: RenderedResult, secrets: Secrets, maxBytes: number): RenderedResult {
  const content = boundContent(
    result.content.map(block => maskBlock(block, secrets)),
    maxBytes,
  );
  const { structuredContent, visualize } = result;
  return {
    ...result,
    content,
    ...(structuredContent === undefined
      ? {}
      : { structuredContent: secrets.maskJson(structuredContent) as JsonObject }),
    ...(visualize === undefined ? {} : { visualize: () => boundText(secrets.mask(visualize()), maxBytes) }),
  };
}

function maskBlock(block: ContentBlock, secrets: Secrets): ContentBlock {
  if (block.type === 'image' || block.type === 'audio') return block;
  return secrets.maskJson(block as unknown as JsonObject) as unknown as ContentBlock;
}

/** Keeps the first and last part of text that is too long and says how much is missing. */
function boundContent(content: readonly ContentBlock[], maxBytes: number): readonly ContentBlock[] {
  const sizes = content.map(block => Buffer.byteLength(findText(block) ?? ''));
  if (sizes.reduce((sum, size) => sum + size, 0) <= maxBytes) return content;
  let left = maxBytes;
  return content.map((block, index) => {
    const size = sizes[index] ?? 0;
    const allowed = left;
    left = Math.max(0, left - size);
    return size <= allowed ? block : withText(block, cutMiddle(findText(block) ?? '', size, allowed));
  });
}

/** What a model reads as text in a block of any kind. */
function findText(block: ContentBlock): string | undefined {
  if (block.type === 'text') return block.text;
  return block.type === 'resource' ? block.resource.text : undefined;
}

function withText(block: ContentBlock, text: string): ContentBlock {
  if (block.type === 'text') return { ...block, text };
  return block.type === 'resource' ? { ...block, resource: { ...block.resource, text } } : block;
}

function boundText(text: string, maxBytes: number): string {
  const size = Buffer.byteLength(text);
  return size <= maxBytes ? text : cutMiddle(text, size, maxBytes);
}

function cutMiddle(text: string, size: number, maxBytes: number): string {
  const bytes = Buffer.from(text);
  const half = Math.floor(maxBytes / 2);
  const head = wholeCharacters(bytes.subarray(0, half));
  const tail = wholeCharacters(bytes.subarray(size - half));
  const missing = size - Buffer.byteLength(head) - Buffer.byteLength(tail);
  return `${head}\n[… ${missing} of ${size} bytes left out …]\n${tail}`;
}

/** Text of a byte range without the characters that its ends cut through. */
function wholeCharacters(bytes: Buffer): string {
  let start = 0;
  while (start < bytes.length && start < 4 && ((bytes[start] ?? 0) & 0xc0) === 0x80) start++;
  const text = bytes.subarray(start).toString();
  return text.endsWith('\uFFFD') ? text.slice(0, -1) : text;
}

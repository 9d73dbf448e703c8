import type { JsonObject } from '../foundation/json.js';
import type { ContentBlock } from '../tool/content.js';
import type { CallLimits } from './call-settings.js';
import { UnusableResultError } from './errors.js';
import { MediaRoom } from './media-room.js';
import type { RenderedResult } from './rendered-result.js';

/** Characters of base64 for each byte. */
const BASE64_GROWTH = 4 / 3;

/** What one block takes of the result's room: at least this much, so that empty blocks cannot be endless. */
const MIN_BLOCK_BYTES = 32;
/** In UTF-8, for one unit of a JavaScript string. */
const MAX_CHARACTER_BYTES = 3;

/**
 * Keeps the first and last part of text that is too long and says how much is missing; leaves out media for which
 * there is no room, and all blocks once the room for text is used up.
 *
 * @param structuredContent - Shares the room with media.
 */
export function boundContent(
  content: readonly ContentBlock[],
  limits: CallLimits,
  structuredContent: JsonObject | undefined,
): readonly ContentBlock[] {
  const [only] = content;
  if (
    content.length === 1 &&
    only?.type === 'text' &&
    only.text.length * MAX_CHARACTER_BYTES <= limits.resultBytes
  )
    return content;
  const bounded: ContentBlock[] = [];
  const media = new MediaRoom(limits.dataBytes, structuredContent);
  let left = limits.resultBytes;
  for (const [index, block] of content.entries()) {
    if (left <= 0) {
      bounded.push(note(`${content.length - index} of ${content.length} blocks left out`));
      break;
    }
    const around = measureAround(block);
    const size = around + Buffer.byteLength(findText(block) ?? '');
    if (size > left) bounded.push(cutBlock(block, around, left));
    else {
      const refusal = media.refuse(block);
      bounded.push(refusal === undefined ? block : note(refusal));
    }
    left -= Math.max(size, MIN_BLOCK_BYTES);
  }
  return bounded;
}

function cutBlock(block: ContentBlock, around: number, maxBytes: number): ContentBlock {
  const text = findText(block);
  return text === undefined || around > maxBytes
    ? note(`${block.type} left out: ${around} bytes stand beside its content`)
    : withText(block, cutMiddle(text, Buffer.byteLength(text), maxBytes - around));
}

/** Bytes of what stands beside text and media: names, links, `_meta`. */
function measureAround(block: ContentBlock): number {
  if (isBareText(block)) return 0;
  const { text, data, resource, ...rest } = block as unknown as Record<string, unknown>;
  const { text: _text, blob, ...inner } = (resource ?? {}) as Record<string, unknown>;
  return Buffer.byteLength(JSON.stringify({ ...rest, ...inner }));
}

function isBareText(block: ContentBlock): boolean {
  for (const name in block) if (name !== 'type' && name !== 'text') return false;
  return block.type === 'text';
}

/**
 * Data cannot be cut without breaking its schema, nor bytes without losing their meaning, so too much of them is refused.
 *
 * @throws {@link UnusableResultError}
 */
export function checkDataSize(
  toolName: string,
  { structuredContent, byteCount }: RenderedResult,
  { dataBytes, resultBytes }: CallLimits,
): void {
  if (byteCount !== undefined && byteCount * BASE64_GROWTH > resultBytes) {
    throw new UnusableResultError(
      toolName,
      `its ${byteCount} bytes are too many to read as text. Return Observation.image, Observation.audio, or a link to them.`,
    );
  }
  if (structuredContent === undefined) return;
  const size = Buffer.byteLength(JSON.stringify(structuredContent));
  if (size <= dataBytes) return;
  throw new UnusableResultError(
    toolName,
    `it has ${size} bytes of data, and the limit is ${dataBytes}. Ask for less.`,
  );
}

/** Room for the sentence that says what is missing, so that the whole stays within its limit. */
const NOTE_BYTES = 64;

export function boundText(text: string, maxBytes: number): string {
  const size = Buffer.byteLength(text);
  return size <= maxBytes ? text : cutMiddle(text, size, maxBytes);
}

const note = (text: string): ContentBlock => ({ type: 'text', text: `[… ${text} …]` });

/** What a model reads as text in a block of any kind. */
function findText(block: ContentBlock): string | undefined {
  if (block.type === 'text') return block.text;
  return block.type === 'resource' ? block.resource.text : undefined;
}

function withText(block: ContentBlock, text: string): ContentBlock {
  if (block.type === 'text') return { ...block, text };
  return block.type === 'resource' ? { ...block, resource: { ...block.resource, text } } : block;
}

function cutMiddle(text: string, size: number, maxBytes: number): string {
  const half = Math.max(0, Math.floor((maxBytes - NOTE_BYTES) / 2));
  // Each character takes a byte or more, so the whole text, which may be huge, need not become bytes.
  const first = Buffer.from(text.slice(0, half));
  const last = Buffer.from(text.slice(Math.max(0, text.length - half)));
  const head = wholeCharacters(first.subarray(0, half));
  const tail = wholeCharacters(last.subarray(last.length - half));
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

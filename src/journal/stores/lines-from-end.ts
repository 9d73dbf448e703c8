import type { FileHandle } from 'node:fs/promises';

const CHUNK_BYTES = 64 * 1024;
export const LINE_BREAK = 0x0a;

/** What stands behind the last line break, which may be nothing; then the lines before, the last one first. */
export async function* linesFromEnd(handle: FileHandle): AsyncGenerator<Buffer, void, void> {
  const { size } = await handle.stat();
  // Of the line whose start is not found yet.
  let rest: Buffer[] = [];
  for (let end = size; end > 0;) {
    const start = Math.max(0, end - CHUNK_BYTES);
    const chunk = await readBytes(handle, start, end);
    let cut = chunk.length;
    for (let at = lastBreak(chunk, cut); at >= 0; at = lastBreak(chunk, cut)) {
      yield Buffer.concat([chunk.subarray(at + 1, cut), ...rest]);
      rest = [];
      cut = at;
    }
    rest.unshift(chunk.subarray(0, cut));
    end = start;
  }
  yield Buffer.concat(rest);
}

/** The first line; undefined when there is no whole one. */
export async function readFirstLine(handle: FileHandle): Promise<Buffer | undefined> {
  const parts: Buffer[] = [];
  for (let start = 0; ; start += CHUNK_BYTES) {
    const chunk = await readBytes(handle, start, start + CHUNK_BYTES);
    const at = chunk.indexOf(LINE_BREAK);
    if (at >= 0) return Buffer.concat([...parts, chunk.subarray(0, at)]);
    if (chunk.length < CHUNK_BYTES) return undefined;
    parts.push(chunk);
  }
}

/** `lastIndexOf` counts a negative offset from the end. */
const lastBreak = (chunk: Buffer, before: number): number =>
  before === 0 ? -1 : chunk.lastIndexOf(LINE_BREAK, before - 1);

/** Fewer where the file ends. */
async function readBytes(handle: FileHandle, start: number, end: number): Promise<Buffer> {
  const bytes = Buffer.alloc(end - start);
  let filled = 0;
  while (filled < bytes.length) {
    const { bytesRead } = await handle.read(bytes, filled, bytes.length - filled, start + filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return bytes.subarray(0, filled);
}

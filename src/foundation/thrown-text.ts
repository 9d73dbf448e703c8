import { cutText } from './cut-text.js';

const MAX_TEXT = 2_000;

/**
 * What others may read of anything that was thrown: never a stack trace, and of bounded length. Undefined when it
 * cannot be read, since getters and proxies may throw as well.
 *
 * @param read - Gives the words for it.
 * @param mask - Hides the secrets in a text.
 */
export function readThrown(read: () => string, mask: (text: string) => string): string | undefined {
  try {
    return cutText(withoutFrames(mask(read())), MAX_TEXT);
  } catch {
    return undefined;
  }
}

/** Messages may carry the stack of another error. Only after masking, as is every cut: no part of a secret may survive it. */
function withoutFrames(text: string): string {
  const start = cutText(text, 20 * MAX_TEXT);
  if (!FRAME.test(start)) return start;
  const lines = start.split('\n').filter(line => !FRAME.test(line));
  return lines.join('\n').trim();
}

/** The lines of stack traces; `m` lets them stand anywhere in a text. */
const FRAME = new RegExp(
  [
    String.raw`^[ \t]*at (?:[^\n]*\()?[^\s()]*:\d+:\d+\)?$`,
    String.raw`^[ \t]*at [^\n]*\((?:native|<anonymous>|index \d+)\)$`,
    String.raw`^[ \t]*\.\.\. \d+ lines matching cause stack trace \.\.\.$`,
  ].join('|'),
  'm',
);

/**
 * Text of others on one line of a terminal, which does what control characters say.
 *
 * @param atMost - In characters; longer text ends in an ellipsis.
 */
export function oneLine(text: string, atMost = Infinity): string {
  const flat = text
    .trim()
    .replace(/\s+/g, ' ')
    .replace(/[\p{Cc}\p{Cf}]/gu, mark => `\\u{${(mark.codePointAt(0) ?? 0).toString(16)}}`);
  return flat.length <= atMost ? flat : `${flat.slice(0, atMost - 1)}…`;
}

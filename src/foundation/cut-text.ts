/** The first `maxLength` characters and `…`, or the text itself when it is no longer. Never splits a pair of surrogates. */
export function cutText(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  return `${text.slice(0, maxLength).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

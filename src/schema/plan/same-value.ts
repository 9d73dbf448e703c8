/** A text that is equal for two JSON values exactly when JSON Schema calls them equal. */
export function stableText(value: unknown): string {
  return JSON.stringify(value, (_key, member: unknown) =>
    typeof member === 'object' && member !== null && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1)))
      : member,
  );
}

export function areDifferent(items: readonly unknown[]): boolean {
  const seen = new Set<string>();
  for (const item of items) {
    const text = item === undefined ? '' : stableText(item);
    if (seen.has(text)) return false;
    seen.add(text);
  }
  return true;
}

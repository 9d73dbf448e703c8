import type { Usage } from '../../index.js';

const MAX_TEXT = 160;

/** One bounded line of what anybody may have written: nothing of it moves the terminal's cursor. */
export function toLine(text: string, maxLength = MAX_TEXT): string {
  // More than enough is looked at: texts may be long.
  const flat = text
    .slice(0, 20 * maxLength)
    .replace(/[\s\p{Cc}\p{Cf}]+/gu, ' ')
    .trim();
  return flat.length <= maxLength ? flat : `${flat.slice(0, maxLength).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

/** `12 ms`, `1.25 s`, `3 min 20 s`. */
export function renderDuration(durationMs: number): string {
  if (durationMs < 1_000) return `${Math.round(durationMs)} ms`;
  const seconds = Math.round(durationMs / 1_000);
  if (seconds < 60) return `${(durationMs / 1_000).toFixed(2)} s`;
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

/** `120 in, 30 out, $0.0012`. */
export function renderUsage({ inputTokens, outputTokens, ...rest }: Usage): string {
  const cached = rest.cachedInputTokens > 0 ? ` (${rest.cachedInputTokens} cached)` : '';
  const reasoning = rest.reasoningTokens > 0 ? ` (${rest.reasoningTokens} reasoning)` : '';
  const cost = rest.costUsd > 0 ? `, $${rest.costUsd.toFixed(4)}` : '';
  return `${inputTokens} in${cached}, ${outputTokens} out${reasoning}${cost}`;
}

/** Rows with their columns one below the other. */
export function alignColumns(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map(row => row[column]?.length ?? 0)));
  return rows
    .map(row =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

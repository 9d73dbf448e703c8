/**
 * How long a provider asks to wait: `retry-after-ms`, or `retry-after` in seconds or as an HTTP date.
 *
 * @param nowMs - Milliseconds since the epoch, to which a date is compared.
 * @returns undefined when it does not say, or says nothing that can be read.
 */
export function readRetryAfterMs(
  headers: Readonly<Record<string, unknown>>,
  nowMs: number,
): number | undefined {
  const byName = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  const inMs = readNumber(byName.get('retry-after-ms'));
  if (inMs !== undefined) return inMs;
  const value = byName.get('retry-after');
  const seconds = readNumber(value);
  if (seconds !== undefined) return seconds * 1000;
  // `Date.parse` takes `-5` for a month.
  const date = typeof value === 'string' && /^\s*[a-z]/i.test(value) ? Date.parse(value) : NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, date - nowMs);
}

function readNumber(value: unknown): number | undefined {
  const isDecimal = typeof value === 'string' && /^\s*\d+(\.\d+)?\s*$/.test(value);
  return isDecimal ? Number(value) : undefined;
}

import { readRetryAfterMs } from '../../../src/model/retry-after.js';

describe('how long a provider asks to wait', () => {
  const now = Date.parse('2026-01-01T00:00:00Z');

  it.each([
    ['2', 2_000],
    [' 1.5 ', 1_500],
    ['Thu, 01 Jan 2026 00:00:07 GMT', 7_000],
    ['Wed, 31 Dec 2025 00:00:00 GMT', 0],
    ['-5', undefined],
    ['2026-13', undefined],
    ['soon', undefined],
    [undefined, undefined],
  ])('%j', (value, ms) => {
    expect(readRetryAfterMs({ 'Retry-After': value }, now)).toBe(ms);
  });
});

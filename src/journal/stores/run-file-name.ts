import { contentHash } from '../../foundation/content-hash.js';

/** What every file system takes, with room for the ends that are put to it. */
const MAX_LENGTH = 120;

/**
 * A name that no other run id has, also where case does not count: what is no small letter, digit, `_` or `-` is written
 * as `%` and its code; of long ids only the start is kept, with a hash.
 */
export function buildRunFileName(runId: string): string {
  const safe = runId.replace(/[^a-z0-9_-]/g, unit => `%${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
  if (safe !== '' && safe.length <= MAX_LENGTH) return `${safe}.jsonl`;
  // `h` is no digit of a code. JSON tells lone surrogates apart, which UTF-8 does not.
  return `${safe.slice(0, 40)}%h${contentHash(JSON.stringify(runId))}.jsonl`;
}

/** The run id of a file as far as its name tells. */
export const guessRunId = (fileName: string): string =>
  fileName
    .replace(/\.jsonl$/, '')
    .replace(/%([0-9a-f]{4})/g, (_, code: string) => String.fromCharCode(parseInt(code, 16)));

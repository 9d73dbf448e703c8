import { createHash } from 'node:crypto';

/** SHA-256, in hexadecimal. */
export const contentHash = (content: string | Uint8Array): string =>
  createHash('sha256').update(content).digest('hex');

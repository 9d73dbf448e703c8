import { constants } from 'node:buffer';
import { type CallLimits, DEFAULT_LIMITS } from '../../execution/call-settings.js';

/** JSON may write one byte of text as six: `\u0001`. */
const MAX_ESCAPING = 6;
/** What stands around the arguments. */
const ENVELOPE_BYTES = 1_048_576;

/** How long a message has to be allowed to be so that every call within the limits arrives, however it is written. */
export function maxMessageBytes(limits: Partial<CallLimits> | undefined): number {
  const argumentBytes = limits?.argumentBytes ?? DEFAULT_LIMITS.argumentBytes;
  return Math.min(MAX_ESCAPING * argumentBytes + ENVELOPE_BYTES, constants.MAX_STRING_LENGTH);
}

import { ToolwrightError } from '../foundation/toolwright-error.js';
import type { AttemptPolicy } from '../tool/execution-policy.js';
import type { ToolDefinition } from '../tool/tool-definition.js';
import type { AttemptEnd } from './attempt.js';
import { MAX_RETRY_DELAY_MS } from './call-settings.js';

type Defaults = Required<AttemptPolicy>;

/** The time limit of a tool, with the runtime's default beneath. */
export const timeoutOf = ({ policy }: ToolDefinition, defaults: Defaults): number =>
  policy.timeoutMs ?? defaults.timeoutMs;

/** Repeating a side effect is the author's decision alone, so a runtime-wide default never reaches it. */
export const maxRetriesOf = ({ policy, replayClass }: ToolDefinition, defaults: Defaults): number =>
  policy.maxRetries ?? (replayClass === 'side_effecting' ? 0 : defaults.maxRetries);

export const retryDelayOf = ({ policy }: ToolDefinition, defaults: Defaults): number =>
  policy.retryDelayMs ?? defaults.retryDelayMs;

/** Whether another attempt may follow one that ended like this, attempts left aside. */
export function isRetryable(end: AttemptEnd, definition: ToolDefinition): boolean {
  switch (end.kind) {
    case 'timed-out':
      return definition.replayClass !== 'side_effecting';
    case 'threw':
      // RetryCall, FailCall and set-up mistakes end the same way however often they are tried.
      return !ToolwrightError.is(end.error) || (end.error.retryable && end.error.fault === 'environment');
    default:
      return false;
  }
}

/** Milliseconds to wait before retry number `retry` (from 1): doubled each time, capped, with up to half taken off at random. */
export function backoffMs(retry: number, retryDelayMs: number, random: number): number {
  const full = Math.min(retryDelayMs * 2 ** (retry - 1), MAX_RETRY_DELAY_MS);
  return full * (1 - random / 2);
}

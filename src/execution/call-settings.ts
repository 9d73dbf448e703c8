import type { Clock } from '../foundation/clock.js';
import type { Entropy } from '../foundation/entropy.js';
import type { CallPolicy } from '../tool/call-policy.js';
import type { AttemptPolicy } from '../tool/execution-policy.js';
import type { Guardrail } from '../tool/guardrail.js';
import type { ToolDefinition } from '../tool/tool-definition.js';
import type { ToolMiddleware } from '../tool/tool-middleware.js';
import type { CallJournal, Recall } from './ports.js';

/** How much may come in and go out with one call. */
export interface CallLimits {
  /** Levels of nesting in arguments. @defaultValue 64 */
  readonly argumentDepth: number;
  /**
   * UTF-8 bytes of arguments. A server takes messages of six times as much and 1 MiB for what stands around them, since
   * JSON may write one byte as six characters.
   * @defaultValue 1 MiB
   */
  readonly argumentBytes: number;
  /** UTF-8 bytes of text in a result; more is cut in the middle. @defaultValue 100 KiB */
  readonly resultBytes: number;
  /**
   * Bytes of structured content as JSON and base64 characters of all images, audio and blobs of a result together;
   * media that no longer fit are left out, too much structured content is an error.
   * @defaultValue 5 MiB
   */
  readonly dataBytes: number;
}

export const DEFAULT_LIMITS: CallLimits = {
  argumentDepth: 64,
  argumentBytes: 1_048_576,
  resultBytes: 102_400,
  dataBytes: 5_242_880,
};

export const DEFAULT_POLICY: Required<AttemptPolicy> = {
  timeoutMs: 60_000,
  maxRetries: 0,
  retryDelayMs: 500,
};

export const MAX_RETRY_DELAY_MS = 30_000;

/** What every call of one runtime shares. */
export interface CallSettings {
  readonly tools: ReadonlyMap<string, ToolDefinition>;
  readonly guardrails: readonly Guardrail[];
  readonly policies: readonly CallPolicy[];
  /** Those that stand around tools. */
  readonly middleware: readonly ToolMiddleware[];
  /** True when a policy or middleware wants calls of a turn one after the other. */
  readonly isSequential: boolean;
  readonly journal: CallJournal | undefined;
  readonly recall: Recall | undefined;
  readonly defaults: Required<AttemptPolicy>;
  readonly limits: CallLimits;
  readonly clock: Clock;
  readonly entropy: Entropy;
}

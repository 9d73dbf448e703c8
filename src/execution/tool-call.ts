import type { ProgressUpdate } from '../context/current-call.js';
import type { CallClaims } from '../tool/call-policy.js';

/** One call as a model or client wrote it. */
export interface ToolCall {
  /** Identifies the call in answers and events. @defaultValue a new UUID */
  readonly id?: string;
  readonly name: string;
  /** JSON text as models send it, or the parsed object; missing means no arguments. */
  readonly arguments?: unknown;
}

/** What a single call may add to its run. */
export interface CallOptions {
  /** Cancels the call: the caller is released at once, and the tool's signal aborts. */
  readonly signal?: AbortSignal;
  /** The model turn that asks, from 1. @defaultValue 1 */
  readonly turn?: number;
  readonly onProgress?: (update: ProgressUpdate) => void;
  /** What the model says of the call, for policies. */
  readonly claims?: CallClaims;
}

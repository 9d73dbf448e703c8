import type { JsonValue } from '../foundation/json.js';
import type { Repair } from '../schema/issue.js';
import type { CheckedCall } from '../tool/call-policy.js';
import type { Observation } from '../tool/observation.js';
import type { ReplayClass } from '../tool/replay-class.js';

/** A tool is about to run. Written before it does, so that a crash in between leaves a trace. */
export interface ToolCallStarted {
  readonly type: 'tool-call-started';
  readonly runId: string;
  readonly callId: string;
  readonly turn: number;
  readonly toolName: string;
  readonly replayClass: ReplayClass;
  /** As accepted, after repairs, secrets masked. */
  readonly arguments: JsonValue;
  readonly repairs: readonly Repair[];
  readonly idempotencyKey: string;
}

/** A started tool call is answered. */
export interface ToolCallEnded {
  readonly type: 'tool-call-ended';
  readonly runId: string;
  readonly callId: string;
  /** As the model will read it: masked and bounded. */
  readonly observation: Observation;
  readonly attempts: number;
  readonly durationMs: number;
}

/**
 * Where calls are recorded. The runtime waits for each write; when the start cannot be written the tool does not
 * run.
 */
export interface CallJournal {
  write(event: ToolCallStarted | ToolCallEnded): void | Promise<void>;
}

/** Gives the recorded result of a call instead of running it; undefined means: run it. */
export interface Recall {
  find(call: CheckedCall): Observation | undefined | Promise<Observation | undefined>;
}

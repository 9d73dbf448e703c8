import type { ToolwrightError } from '../foundation/toolwright-error.js';
import type { Repair } from '../schema/issue.js';
import { Observation, type ObservationFields } from '../tool/observation.js';

/** How one call went. */
export interface CallFacts {
  readonly callId: string;
  readonly toolName: string;
  readonly repairs: readonly Repair[];
  readonly attempts: number;
  readonly durationMs: number;
  readonly error?: ToolwrightError | undefined;
  /** Shows the result to people, when the tool has a view of its own. */
  readonly visualize?: (() => string) | undefined;
}

/** The answer to one call: what the tool gave back, or why it did not, and how the call went. */
export class CallObservation extends Observation {
  readonly callId: string;
  readonly toolName: string;
  /** Changes made to the arguments so that they fit. */
  readonly repairs: readonly Repair[];
  /** How often the tool ran; 0 when the call was refused before. */
  readonly attempts: number;
  /** Monotonic milliseconds from the request to the answer. */
  readonly durationMs: number;
  /** Why the call failed, for programs; missing when it did not. */
  readonly error: ToolwrightError | undefined;
  private readonly view: (() => string) | undefined;

  constructor(fields: ObservationFields, facts: CallFacts) {
    super(fields);
    this.callId = facts.callId;
    this.toolName = facts.toolName;
    this.repairs = facts.repairs;
    this.attempts = facts.attempts;
    this.durationMs = facts.durationMs;
    this.error = facts.error;
    this.view = facts.visualize;
  }

  /** The tool's own view where it has one that works, else the content. */
  override visualize(): string {
    try {
      return this.view?.() ?? super.visualize();
    } catch {
      return super.visualize();
    }
  }
}

import type {
  ApprovalRequested,
  GuardrailChecked,
  PolicyDecided,
  ToolCallEnded,
  ToolCallPaused,
  ToolCallStarted,
} from '../journal/events.js';
import type { CheckedCall } from '../tool/call-policy.js';
import type { Observation } from '../tool/observation.js';

/** What happens to one call, on its way to the answer. */
export type CallEvent =
  GuardrailChecked | PolicyDecided | ApprovalRequested | ToolCallStarted | ToolCallPaused | ToolCallEnded;

/**
 * Where calls are recorded. The runtime waits for each write; when the start cannot be written the tool does not
 * run.
 */
export interface CallJournal {
  write(event: CallEvent): void | Promise<void>;
}

/** Gives the recorded result of a call instead of running it; undefined means: run it. */
export interface Recall {
  find(call: CheckedCall): Observation | undefined | Promise<Observation | undefined>;
}

/** A call for which a policy wants an approval. */
export interface ApprovalRequest {
  readonly call: CheckedCall;
  /** SHA-256 of tool name and accepted arguments, hexadecimal: what is approved is this call and no other. */
  readonly argumentsHash: string;
  /** The policy that asks. */
  readonly policy: string;
  readonly reason: string | undefined;
}

/** `wait`: nobody has decided yet; the call is answered by `APPROVAL_PENDING`, and may be made again with a decision. */
export type ApprovalAnswer =
  'wait' | { readonly approved: true } | { readonly approved: false; readonly reason?: string };

/** Decides in place of a policy that says `ask`. One that throws denies. */
export interface Approver {
  decide(request: ApprovalRequest): ApprovalAnswer | Promise<ApprovalAnswer>;
  /**
   * What was asked about this call before and is not settled. The approver then decides, whatever the policies allow by
   * now; undefined means: nothing.
   */
  findAsked?(call: CheckedCall): { readonly policy: string; readonly reason?: string } | undefined;
}

import type { CallObservation } from '../execution/call-observation.js';
import type { ToolwrightError } from '../foundation/toolwright-error.js';
import type { ApprovalRequested, RunStatus } from '../journal/events.js';
import type { ModelMessage } from '../model/message.js';
import type { FinishReason } from '../model/model.js';
import type { Usage } from '../model/usage.js';
import type { CallClaims } from '../tool/call-policy.js';

/** A call that the model asked for. */
export interface AgentCall {
  readonly callId: string;
  /** Its own name, not the exported one. */
  readonly toolName: string;
  /** As the model wrote them: JSON text, or what it took for that. */
  readonly arguments: string;
  readonly turn: number;
  readonly claims: CallClaims;
  /** Missing while the call waits. */
  readonly observation?: CallObservation;
}

/** A call that waits for a person. Its arguments are accepted and complete, secrets masked. */
export interface PendingApproval extends Omit<ApprovalRequested, 'type'> {
  /** What the model says the call is for. */
  readonly claims: CallClaims;
  /** The run that the call belongs to, when that is one of an agent that works for this run. */
  readonly runId?: string;
  /** Of `runId`. */
  readonly agent?: string;
}

/** What a person decided about a call that waits. */
export interface ApprovalDecision {
  readonly callId: string;
  /** As in `pending`. @defaultValue the one run that has such a call open: this one, or one that works for it */
  readonly runId?: string | undefined;
  readonly approved: boolean;
  /** Told to the model when the call is denied. */
  readonly reason?: string;
  /** Who decided, for the journal. */
  readonly by?: string;
}

/** How a run went. */
export interface AgentRun<TOutput = unknown> {
  readonly id: string;
  /**
   * `completed`; `paused`: it waits for the approvals in `pending`; `failed`: see `error`; `cancelled` by its signal or by
   * `close()`; `limited`: it came to a limit, or got nowhere, see `reason`.
   */
  readonly status: RunStatus;
  /** The answer as `outputType`; the text without one; undefined unless completed. */
  readonly output: TOutput | undefined;
  /** The last text of the model. */
  readonly text: string;
  /** Of all rounds, sub-agents included. */
  readonly usage: Usage;
  /** How often the model answered. */
  readonly steps: number;
  readonly calls: readonly AgentCall[];
  readonly pending: readonly PendingApproval[];
  /** Why it did not complete, for people. */
  readonly reason?: string;
  readonly error?: ToolwrightError;
  /** Of the last answer: `length` says that it was cut. */
  readonly finishReason?: FinishReason;
  /** What this run added to the conversation. */
  readonly messages: readonly ModelMessage[];
}

/** What happens in a run, as it happens. */
export type AgentEvent<TOutput = unknown> =
  | { readonly type: 'text-delta'; readonly delta: string }
  | { readonly type: 'reasoning-delta'; readonly delta: string }
  | { readonly type: 'tool-call-start'; readonly callId: string; readonly toolName: string }
  /** A part of the arguments, while the model writes them. */
  | { readonly type: 'tool-call-args'; readonly callId: string; readonly delta: string }
  | { readonly type: 'tool-call-end'; readonly callId: string; readonly observation: CallObservation }
  | { readonly type: 'approval-needed'; readonly approval: PendingApproval }
  /** Of all rounds so far. */
  | { readonly type: 'usage'; readonly usage: Usage }
  | { readonly type: 'final'; readonly run: AgentRun<TOutput> };

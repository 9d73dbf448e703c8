import type { JsonObject, JsonValue } from '../foundation/json.js';
import type { InputPart, ModelMessage, ToolCallPart } from '../model/message.js';
import type { FinishReason, ModelResponse } from '../model/model.js';
import type { Usage } from '../model/usage.js';
import type { Repair } from '../schema/issue.js';
import type { PolicyDecision } from '../tool/call-policy.js';
import type { ContentBlock } from '../tool/content.js';
import type { ReplayClass } from '../tool/replay-class.js';

/** The form of what is written. A reader that meets a higher one says so instead of guessing. */
export const JOURNAL_VERSION = 1;

/** How a run came to rest. */
export type RunStatus = 'completed' | 'paused' | 'failed' | 'cancelled' | 'limited';

/** A run begins. */
export interface RunStarted {
  readonly type: 'run-started';
  readonly agent: string;
  readonly model: string;
  readonly conversationId?: string;
  /** Of an agent that works as a tool of another. */
  readonly parent?: { readonly runId: string; readonly callId: string };
  /** What was said before this run, in the same conversation. */
  readonly history: readonly ModelMessage[];
  readonly instructions: string;
  /** The run was given a state, which is not kept. */
  readonly hasState?: true;
  /** Given to this run, and so to what is resumed of it. */
  readonly limits?: RecordedLimits;
  /** As `limits`. */
  readonly toolChoice?: 'auto' | 'required' | 'none' | { readonly tool: string };
  readonly input: readonly InputPart[];
  readonly toolNames: readonly string[];
}

/** A model is about to be asked. */
export interface ModelCallStarted {
  readonly type: 'model-call-started';
  /** From 1; one for each answer of the model. */
  readonly turn: number;
  /** SHA-256 of the request, hexadecimal. */
  readonly requestHash: string;
}

/** A model answered, or gave no answer. */
export interface ModelCallEnded {
  readonly type: 'model-call-ended';
  readonly turn: number;
  readonly response?: ModelResponse;
  readonly error?: RecordedError;
  /** Of an answer that came, and was not accepted. */
  readonly usage?: Usage;
  readonly durationMs: number;
}

/** A message joined the conversation that neither the user nor the model nor a tool wrote: a re-ask. */
export interface MessageAdded {
  readonly type: 'message-added';
  readonly message: ModelMessage;
  /** What was wrong with the answer before. */
  readonly because?: 'output' | 'tool-choice' | 'blocked';
}

/** A model asked for a tool call. */
export interface ToolCallRequested {
  readonly type: 'tool-call-requested';
  readonly turn: number;
  /** From 0, among the calls of the turn. */
  readonly index: number;
  readonly call: Omit<ToolCallPart, 'type'>;
}

/** A guardrail looked at something. */
export interface GuardrailChecked {
  readonly type: 'guardrail-checked';
  readonly position: 'input' | 'tool_call' | 'tool_result' | 'output';
  readonly guardrail: string;
  readonly callId?: string;
  readonly passed: boolean;
  /** False when the guardrail only records. */
  readonly blocks: boolean;
  /** True when it could not be asked. */
  readonly errored: boolean;
  readonly reason?: string;
}

/** The policies decided about a call. */
export interface PolicyDecided {
  readonly type: 'policy-decided';
  readonly callId: string;
  readonly toolName: string;
  /** The one whose decision held. */
  readonly policy: string;
  readonly decision: PolicyDecision;
  readonly reason?: string;
}

/** A call waits for a person. */
export interface ApprovalRequested {
  readonly type: 'approval-requested';
  readonly callId: string;
  readonly toolName: string;
  readonly arguments: JsonValue;
  /** SHA-256 of tool name and accepted arguments, hexadecimal: what is approved is this call and no other. */
  readonly argumentsHash: string;
  readonly policy: string;
  readonly reason?: string;
  /** ISO 8601; missing when the approval does not expire. */
  readonly expiresAt?: string;
}

/** A person decided. */
export interface ApprovalDecided {
  readonly type: 'approval-decided';
  readonly callId: string;
  readonly argumentsHash: string;
  readonly approved: boolean;
  readonly reason?: string;
  readonly by?: string;
}

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

/** A tool that has begun waits for something; its call goes on when it is made again. */
export interface ToolCallPaused {
  readonly type: 'tool-call-paused';
  readonly runId: string;
  readonly callId: string;
  readonly toolName: string;
}

/** A tool call is answered, whether the tool ran or not. */
export interface ToolCallEnded {
  readonly type: 'tool-call-ended';
  readonly runId: string;
  readonly callId: string;
  readonly toolName: string;
  /** As the model reads it: masked and bounded. */
  readonly observation: RecordedObservation;
  /** What was cut from it, masked; missing when nothing was. */
  readonly uncut?: readonly ContentBlock[];
  readonly error?: RecordedError;
  /** How often the tool ran; 0 when the call was refused before. */
  readonly attempts: number;
  readonly durationMs: number;
  /** Of an agent behind the tool, and those behind its tools. */
  readonly spent?: SpentBelow;
}

/** What runs have used that worked for a call. */
export interface SpentBelow {
  readonly usage: Usage;
  readonly toolCalls: number;
}

/** A run waits for decisions; its services are gone, its journal stays open for more. */
export interface RunPaused {
  readonly type: 'run-paused';
  readonly callIds: readonly string[];
  /** Calls of runs that work for it, of which its own calls wait. */
  readonly below?: readonly { readonly runId: string; readonly callId: string }[];
  /** Of models behind guardrails, since the run began or went on. */
  readonly usage?: Usage;
}

/** A paused run goes on. */
export interface RunResumed {
  readonly type: 'run-resumed';
}

/** A run came to rest. */
export interface RunEnded {
  readonly type: 'run-ended';
  readonly status: Exclude<RunStatus, 'paused'>;
  readonly text: string;
  readonly output?: JsonValue;
  /** Why, when it did not complete. */
  readonly reason?: string;
  readonly error?: RecordedError;
  readonly finishReason?: FinishReason;
  readonly usage: Usage;
  readonly steps: number;
}

export interface RecordedObservation {
  readonly content: readonly ContentBlock[];
  readonly isError: boolean;
  readonly structuredContent?: JsonObject;
}

/** What of an error is kept: no stack, no secrets. */
export interface RecordedError {
  readonly code: string;
  readonly message: string;
  /** Of a guardrail that ends the whole run, and not just the call. */
  readonly endsRun?: true;
}

/** Limits of one run; what is left out is the agent's. */
export interface RecordedLimits {
  readonly maxSteps?: number;
  readonly maxToolCalls?: number;
  readonly maxDurationMs?: number;
  readonly maxCostUsd?: number;
  readonly maxTokens?: number;
}

/** What happens in a run. */
export type RunEvent =
  | RunStarted
  | ModelCallStarted
  | ModelCallEnded
  | MessageAdded
  | ToolCallRequested
  | GuardrailChecked
  | PolicyDecided
  | ApprovalRequested
  | ApprovalDecided
  | ToolCallStarted
  | ToolCallPaused
  | ToolCallEnded
  | RunPaused
  | RunResumed
  | RunEnded;

/** An event as it is kept: plain JSON. */
export type JournalEvent = RunEvent & {
  /** {@link JOURNAL_VERSION} when it was written. */
  readonly v: number;
  readonly runId: string;
  /** From 0, without gaps. */
  readonly seq: number;
  /** ISO 8601, UTC. */
  readonly at: string;
};

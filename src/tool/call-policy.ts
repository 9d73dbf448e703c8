import type { RunContext } from '../context/run-context.js';
import type { ToolDefinition } from './tool-definition.js';

export const SECURITY_RISKS = ['low', 'medium', 'high'] as const;

/** How much harm a call may do. */
export type SecurityRisk = (typeof SECURITY_RISKS)[number];

/** What a model says of a call that it asks for. Its own word: nothing that a policy could rely on alone. */
export interface CallClaims {
  readonly securityRisk?: SecurityRisk;
  /** What the call is for, in a few words. */
  readonly summary?: string;
}

/** A call after its arguments were accepted, as guardrails and policies see it. */
export interface CheckedCall<TState = unknown> {
  readonly callId: string;
  readonly tool: ToolDefinition;
  /** The accepted, hydrated arguments. Treat as read-only. */
  readonly action: unknown;
  readonly run: RunContext<TState>;
  /** Missing where no model was asked for any. */
  readonly claims?: CallClaims | undefined;
}

/** From mild to strict: let it run, ask a person first, refuse it. */
export type PolicyDecision = 'allow' | 'ask' | 'deny';

/**
 * Decides whether a call may run. Of several policies the strictest decision holds; one that throws denies.
 * `ask` is refused where nobody can be asked.
 */
export interface CallPolicy<TState = unknown> {
  readonly name: string;
  decide(call: CheckedCall<TState>): PolicyVerdict | PolicyDecision | Promise<PolicyVerdict | PolicyDecision>;
  /** False for a tool that an agent should not even offer to its model. @defaultValue true */
  isVisible?(tool: ToolDefinition, run: RunContext<TState>): boolean;
  /** True when its decision about a call needs the calls before it to be over: calls of a turn never overlap then. @defaultValue false */
  readonly isSequential?: boolean;
}

/** A decision with its reason. */
export interface PolicyVerdict {
  readonly decision: PolicyDecision;
  /** Told to the model. */
  readonly reason?: string;
}

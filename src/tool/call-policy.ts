import type { RunContext } from '../context/run-context.js';
import type { ToolDefinition } from './tool-definition.js';

/** A call after its arguments were accepted, as guardrails and policies see it. */
export interface CheckedCall {
  readonly callId: string;
  readonly tool: ToolDefinition;
  /** The accepted, hydrated arguments. Treat as read-only. */
  readonly action: unknown;
  readonly run: RunContext;
}

/** From mild to strict: let it run, ask a person first, refuse it. */
export type PolicyDecision = 'allow' | 'ask' | 'deny';

/**
 * Decides whether a call may run. Of several policies the strictest decision holds; one that throws denies.
 * `ask` is refused where nobody can be asked.
 */
export interface CallPolicy {
  readonly name: string;
  decide(call: CheckedCall): PolicyVerdict | PolicyDecision | Promise<PolicyVerdict | PolicyDecision>;
}

/** A decision with its reason. */
export interface PolicyVerdict {
  readonly decision: PolicyDecision;
  /** Told to the model. */
  readonly reason?: string;
}

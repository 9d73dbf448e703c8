import type { CheckedCall } from './call-policy.js';
import type { Observation } from './observation.js';

/**
 * Stands around every tool that runs. The first of a list is the outermost: it sees a call first and its result last.
 * Around it stand guardrails and policies, inside it journal, attempts and retries.
 */
export interface ToolMiddleware<TState = unknown> {
  readonly name: string;
  /**
   * Runs the tool with `next()`, or answers without it. Failures come back from `next()` as observations with `isError`,
   * not as rejections. What is returned is what guardrails and the model get.
   */
  aroundTool?(
    call: CheckedCall<TState>,
    next: () => Promise<Observation>,
  ): Observation | Promise<Observation>;
  /** True when it counts on calls following one another: calls of a turn never overlap then. @defaultValue false */
  readonly isSequential?: boolean;
}

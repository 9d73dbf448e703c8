import type { RunContext } from '../context/run-context.js';
import type { ModelRequest, ModelResponse } from '../model/model.js';
import type { ToolMiddleware } from '../tool/tool-middleware.js';

/**
 * Stands around the model and the tools of an agent. Of several, `beforeModel` is asked in their order, `afterModel` and
 * `onModelError` in the reverse one; around tools the first is the outermost. What one throws around the
 * model ends the run as failed; around a tool it is the answer to the call.
 */
export interface AgentMiddleware<TState = unknown> extends ToolMiddleware<TState> {
  /** Sees what the model is asked; what it gives is asked instead. */
  beforeModel?(
    request: ModelRequest,
    run: RunContext<TState>,
  ): ModelRequest | undefined | Promise<ModelRequest | undefined>;
  /** Sees what the model answered; what it gives counts instead. */
  afterModel?(
    response: ModelResponse,
    request: ModelRequest,
    run: RunContext<TState>,
  ): ModelResponse | undefined | Promise<ModelResponse | undefined>;
  /**
   * Sees why the model gave no answer, after its own retries; what it gives is the answer instead, and goes on to `afterModel`
   * of those before it. Not asked when the run is stopped.
   */
  onModelError?(
    error: unknown,
    request: ModelRequest,
    run: RunContext<TState>,
  ): ModelResponse | undefined | Promise<ModelResponse | undefined>;
  /** True when `afterModel` may change the text: streams then tell it once it is final. @defaultValue false */
  readonly changesText?: boolean;
}

import type { Secrets } from '../context/secrets.js';
import { ToolwrightError } from '../foundation/toolwright-error.js';
import type { Issue } from '../schema/issue.js';
import { maskIssuePath, renderIssues } from '../schema/plan/render-issues.js';

/** An error about one call. Its text begins by naming the tool, and is for the model whoever is at fault. */
export abstract class CallError extends ToolwrightError {
  override toModelText(): string {
    return this.message;
  }
}

/** The arguments of a call do not fit the tool's schema; lists every issue. */
export class InvalidArgumentsError extends CallError {
  /** @param secrets - Masked in what the issues quote. */
  constructor(toolName: string, issues: readonly Issue[], secrets: Secrets) {
    super({
      code: 'INVALID_ARGUMENTS',
      fault: 'model',
      message: `Invalid arguments for tool '${toolName}': correct them and call again.\n${renderIssues(issues, maskWith(secrets))}`,
      retryable: true,
      details: { toolName, paths: pathsOf(issues, secrets) },
    });
  }
}

/** A tool threw. `cause` is what it threw. */
export class ToolFailedError extends CallError {
  constructor(toolName: string, text: string, cause?: unknown) {
    super({
      code: 'TOOL_FAILED',
      fault: 'environment',
      message: `Tool '${toolName}' failed: ${text}`,
      details: { toolName },
      cause,
    });
  }
}

/** An attempt took longer than its limit; its late result is dropped. */
export class ToolTimeoutError extends CallError {
  constructor(facts: {
    readonly toolName: string;
    readonly timeoutMs: number;
    readonly outcomeUnknown: boolean;
  }) {
    const { toolName, timeoutMs, outcomeUnknown } = facts;
    super({
      code: 'TOOL_TIMEOUT',
      fault: 'environment',
      message: `Tool '${toolName}' timed out after ${timeoutMs} ms.${outcomeUnknown ? OUTCOME_UNKNOWN : ''}`,
      retryable: !outcomeUnknown,
      details: { toolName, timeoutMs, outcomeUnknown },
    });
  }
}

/** The caller cancelled, or the runtime closed, before the tool answered. */
export class CallCancelledError extends CallError {
  constructor(toolName: string, outcomeUnknown: boolean) {
    super({
      code: 'CALL_CANCELLED',
      fault: 'caller',
      message: `Tool '${toolName}' was cancelled.${outcomeUnknown ? OUTCOME_UNKNOWN : ''}`,
      details: { toolName, outcomeUnknown },
    });
  }
}

const OUTCOME_UNKNOWN = ' The outcome is unknown: it may have taken effect. Check before calling it again.';

/** A tool returned something its declared output does not admit. */
export class InvalidOutputError extends CallError {
  /** @param secrets - Masked in what the issues quote. */
  constructor(toolName: string, issues: readonly Issue[], secrets: Secrets) {
    super({
      code: 'INVALID_OUTPUT',
      fault: 'author',
      message: `Tool '${toolName}' output failed schema validation: the tool ran, but its result is not usable.\n${renderIssues(issues, maskWith(secrets))}`,
      details: { toolName, paths: pathsOf(issues, secrets) },
    });
  }
}

/**
 * A tool ran and gave something that cannot be passed on: no JSON, no content, or far too much of it. Or a middleware did
 * in its place.
 */
export class UnusableResultError extends CallError {
  constructor(toolName: string, reason: string, cause?: unknown, hasRun = true) {
    super({
      cause,
      code: 'UNUSABLE_RESULT',
      fault: 'author',
      message: `Tool '${toolName}' failed: ${hasRun ? 'it ran, but its result is not usable' : 'it did not run, and what was given in its place is not usable'}: ${reason}`,
      details: { toolName },
    });
  }
}

/** A guardrail blocked a call or its result. */
export class GuardrailTrippedError extends CallError {
  constructor(facts: {
    readonly toolName: string;
    readonly guardrail: string;
    readonly reason: string | undefined;
    /** In an agent: the run ends. */
    readonly endsRun?: boolean;
    readonly cause?: unknown;
  }) {
    const { toolName, guardrail, reason, endsRun = false, cause } = facts;
    super({
      code: 'GUARDRAIL_TRIPPED',
      fault: 'policy',
      message: `Tool '${toolName}' failed: blocked by the guardrail '${guardrail}'${reason === undefined ? '' : `: ${reason}`}.`,
      details: { toolName, guardrail, ...(endsRun ? { endsRun } : {}) },
      cause,
    });
  }
}

/** A policy denied a call, or wanted an approval that nobody can give here. */
export class CallDeniedError extends CallError {
  constructor(facts: {
    readonly toolName: string;
    readonly policy: string;
    readonly reason: string | undefined;
    readonly cause?: unknown;
  }) {
    const { toolName, policy, reason, cause } = facts;
    super({
      code: 'CALL_DENIED',
      fault: 'policy',
      message: `Tool '${toolName}' failed: the policy '${policy}' does not allow this call${reason === undefined ? '' : `: ${reason}`}. Do not repeat it.`,
      details: { toolName, policy },
      cause,
    });
  }
}

/** A call waits for the approval of a person; it has not run. */
export class ApprovalPendingError extends CallError {
  readonly argumentsHash: string;

  constructor(facts: {
    readonly toolName: string;
    readonly policy: string;
    readonly reason: string | undefined;
    readonly argumentsHash: string;
  }) {
    const { toolName, policy, reason, argumentsHash } = facts;
    super({
      code: 'APPROVAL_PENDING',
      fault: 'policy',
      message: `Tool '${toolName}' failed: it waits for an approval${reason === undefined ? '' : ` (${reason})`}. It has not run.`,
      details: { toolName, policy, argumentsHash },
    });
    this.argumentsHash = argumentsHash;
  }
}

/**
 * A tool stopped on its way, since it waits for something; the call is still open. Thrown by tools that can go on later, when
 * the same call is made again.
 */
export class CallPausedError extends CallError {
  constructor(toolName: string, reason: string) {
    super({
      code: 'CALL_PAUSED',
      fault: 'policy',
      message: `Tool '${toolName}' failed: it waits (${reason}). It has not ended.`,
      details: { toolName },
    });
  }
}

/** A call that is not answered yet: somebody has to decide first. */
export const isWaiting = ({ code }: { readonly code: string }): boolean =>
  code === 'APPROVAL_PENDING' || code === 'CALL_PAUSED';

/** A definition without an executor was called. */
export class NoExecutorError extends CallError {
  constructor(toolName: string) {
    super({
      code: 'NO_EXECUTOR',
      fault: 'author',
      message: `Tool '${toolName}' failed: it is declared without an executor. Give it one: defineTool({ execute }) or withExecutor().`,
      details: { toolName },
    });
  }
}

/** A call reached a run or runtime after `close()`. */
export class RunClosedError extends CallError {
  constructor(toolName: string) {
    super({
      code: 'RUN_CLOSED',
      fault: 'caller',
      message: `Tool '${toolName}' failed: its run or runtime is closed. Open a new one.`,
      details: { toolName },
    });
  }
}

const maskWith = (secrets: Secrets) => (text: string) => secrets.mask(text);

const MAX_PATHS = 20;

const pathsOf = (issues: readonly Issue[], secrets: Secrets): string[] =>
  issues.slice(0, MAX_PATHS).map(({ path }) => maskIssuePath(path, maskWith(secrets)));

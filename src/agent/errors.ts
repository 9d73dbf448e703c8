import { readThrown } from '../foundation/thrown-text.js';
import { ToolwrightError } from '../foundation/toolwright-error.js';
import { describeKind } from '../foundation/value-kind.js';
import type { Issue } from '../schema/issue.js';
import { renderIssues } from '../schema/plan/render-issues.js';

/** A guardrail stopped what goes into an agent or comes out of it. */
export class RunBlockedError extends ToolwrightError {
  /** The model may be told why, and answer again. */
  readonly isTold: boolean;

  constructor(facts: {
    readonly position: 'input' | 'output';
    readonly guardrail: string;
    readonly reason: string | undefined;
    readonly isTold?: boolean;
    readonly cause?: unknown;
  }) {
    const { position, guardrail, reason, cause } = facts;
    super({
      code: 'RUN_BLOCKED',
      fault: 'policy',
      message: `The ${position} was blocked by the guardrail '${guardrail}'${reason === undefined ? '' : `: ${reason}`}.`,
      details: { position, guardrail },
      cause,
    });
    this.isTold = facts.isTold ?? false;
  }
}

/** A model's last answer does not fit the output type, however often it was asked. */
export class OutputInvalidError extends ToolwrightError {
  constructor(attempts: number, issues: readonly Issue[]) {
    super({
      code: 'OUTPUT_INVALID',
      fault: 'model',
      message: `The answer does not fit the output type after ${attempts} ${attempts === 1 ? 'attempt' : 'attempts'}:\n${renderIssues(issues)}`,
      details: { attempts },
    });
  }
}

/** A turn of a conversation waits for approvals, and the next one cannot begin. */
export class TurnPausedError extends ToolwrightError {
  constructor(runId: string) {
    super({
      code: 'TURN_PAUSED',
      fault: 'caller',
      message: `The conversation cannot go on: its run '${runId}' waits for approvals. Decide with conversation.resume('${runId}', decisions), also to deny them.`,
      details: { runId },
    });
  }
}

/** A model had to call a tool and did not, however often it was asked. */
export class ToolChoiceIgnoredError extends ToolwrightError {
  constructor(model: string, wanted: string) {
    super({
      code: 'TOOL_CHOICE_IGNORED',
      fault: 'model',
      message: `The model '${model}' did not call ${wanted}, though toolChoice asks for it. Use 'auto', or a model that supports it.`,
      details: { model },
    });
  }
}

/** A provider stopped the answer for what it says. */
export class AnswerFilteredError extends ToolwrightError {
  constructor(model: string) {
    super({
      code: 'ANSWER_FILTERED',
      fault: 'policy',
      message: `The provider of the model '${model}' stopped the answer: its content filter tripped.`,
      details: { model },
    });
  }
}

/** A model, a function of the author or a middleware threw something in the middle of a run. `cause` is what was thrown. */
export class RunFailedError extends ToolwrightError {
  constructor(agent: string, thrown: unknown) {
    super({
      code: 'RUN_FAILED',
      fault: 'environment',
      message: `The agent '${agent}' failed: ${
        readThrown(
          () => messageOf(thrown),
          text => text,
        ) ?? 'something was thrown that cannot be read'
      }`,
      details: { agent },
      cause: thrown,
    });
  }
}

const messageOf = (thrown: unknown): string =>
  thrown instanceof Error ? thrown.message : `it threw ${describeKind(thrown)}`;

/** A run id is in use, or another one went on with the run meanwhile. */
export class RunTakenError extends ToolwrightError {
  constructor(runId: string, isNew: boolean) {
    super({
      code: 'RUN_TAKEN',
      fault: 'caller',
      message: isNew
        ? `There is a run '${runId}' already. Use another runId, or resume() it.`
        : `Another one went on with the run '${runId}' meanwhile. Read it again.`,
      details: { runId },
    });
  }
}

/** A run that cannot be resumed. */
export class RunNotResumableError extends ToolwrightError {
  /** @param isOver - Nothing waits any more. */
  constructor(runId: string, reason: string, isOver = false) {
    super({
      code: 'RUN_NOT_RESUMABLE',
      fault: 'caller',
      message: `The run '${runId}' cannot be resumed: ${reason}`,
      details: { runId, isOver },
    });
  }
}

/** An agent was used after `close()`. */
export class AgentClosedError extends ToolwrightError {
  constructor(agent: string) {
    super({
      code: 'AGENT_CLOSED',
      fault: 'caller',
      message: `The agent '${agent}' is closed. Make a new one.`,
      details: { agent },
    });
  }
}

/** The events of a run were read twice. */
export class StreamTakenError extends ToolwrightError {
  constructor() {
    super({
      code: 'STREAM_TAKEN',
      fault: 'caller',
      message:
        'Somebody reads the events of this run already. Hand them on from there, or wait for `result`.',
    });
  }
}

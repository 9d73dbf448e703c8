import { CallCancellation } from '../context/call-cancellation.js';
import { idempotencyKeyOf } from '../context/current-call.js';
import type { RunContext } from '../context/run-context.js';
import type { RunScope } from '../context/run-scope.js';
import type { ToolwrightError } from '../foundation/toolwright-error.js';
import { maskRecord } from '../journal/mask-record.js';
import type { Repair } from '../schema/issue.js';
import type { CheckedCall } from '../tool/call-policy.js';
import type { ContentBlock } from '../tool/content.js';
import { UnknownToolError } from '../tool/errors.js';
import { CallObservation } from './call-observation.js';
import type { CallSettings } from './call-settings.js';
import { CallError } from './errors.js';
import type { Approver } from './ports.js';
import type { RenderedResult } from './rendered-result.js';
import { sealResult } from './seal-result.js';
import { describeThrown, maskedError } from './thrown.js';
import type { CallOptions, ToolCall } from './tool-call.js';

/** The run that a call belongs to. */
export interface CallEnvironment {
  readonly run: RunContext;
  readonly scope: RunScope;
  readonly settings: CallSettings;
  /** Of the whole run. */
  readonly cancellation: CallCancellation;
  readonly approver: Approver | undefined;
  /** Told about every call that is answered. */
  readonly onAnswered: () => void;
  /** Told about a tool that is still at work although its call is answered; resolves when it has ended. */
  readonly onLate: (work: Promise<unknown>) => void;
}

/** What is known of a call while it passes the stages, and how it is answered from there. */
export class PendingCall {
  readonly callId: string;
  readonly toolName: string;
  repairs: readonly Repair[] = [];
  attempts = 0;
  /** The answer is in the journal already, or the call is still open. */
  isRecordedElsewhere = false;
  /** All of a result of which a part was cut, secrets masked. */
  uncut: readonly ContentBlock[] | undefined;
  /** The call once its arguments fit. */
  checked: CheckedCall | undefined;
  /** Its arguments as they came, parsed. */
  sent: unknown;
  /** The arguments as sent, for a further attempt: their sender may change them meanwhile. Only where one is allowed. */
  spareArguments: unknown;
  readonly #startedAtMs: number;

  constructor(
    readonly call: ToolCall,
    readonly options: CallOptions,
    readonly environment: CallEnvironment,
  ) {
    const { clock, entropy } = environment.settings;
    const { id, name } = readCall(call);
    this.callId = id ?? entropy.uuid();
    this.toolName = name;
    this.#startedAtMs = clock.monotonicMs();
  }

  /** Follows the run and the caller's signal. Release it. */
  newCancellation(): CallCancellation {
    return new CallCancellation(this.options.signal, this.environment.cancellation);
  }

  get turn(): number {
    return this.options.turn ?? 1;
  }

  get idempotencyKey(): string {
    return idempotencyKeyOf(this.environment.run.runId, this.turn, this.callId);
  }

  /** The answer as everybody may see it: secrets masked, size bounded. */
  answer(rendered: RenderedResult, error?: ToolwrightError): CallObservation {
    const { run, settings } = this.environment;
    const sealed = sealResult(rendered, run.secrets, settings.limits);
    if (settings.journal !== undefined) this.uncut = sealed.uncut;
    return this.observe(sealed, error);
  }

  answerError(error: ToolwrightError): CallObservation {
    const { toolName } = this;
    const text = describeThrown(error, this.environment.run.secrets);
    const isHeaded = error instanceof CallError || error instanceof UnknownToolError;
    const headed = isHeaded ? text : `Tool '${toolName}' failed: ${text}`;
    const masked = maskedError(error, this.environment.run.secrets);
    return this.answer({ content: [{ type: 'text', text: headed }], isError: true }, masked);
  }

  /** The answer when none can be prepared. */
  answerNothing(): CallObservation {
    const { callId, toolName, attempts } = this;
    const text = 'The call failed: its answer could not be prepared. Do not call it again; tell the user.';
    return new CallObservation(
      { content: text, isError: true },
      { callId, toolName, repairs: [], attempts, durationMs: 0 },
    );
  }

  /** The result as it is, for guardrails. */
  observe(rendered: RenderedResult, error?: ToolwrightError): CallObservation {
    const { run, settings } = this.environment;
    return new CallObservation(rendered, {
      callId: this.callId,
      toolName: this.toolName,
      // They quote arguments, which a model may have copied from anywhere.
      repairs: maskRecord(this.repairs, run.secrets),
      attempts: this.attempts,
      durationMs: settings.clock.monotonicMs() - this.#startedAtMs,
      error,
      visualize: rendered.visualize,
    });
  }
}

/** Callers in JavaScript may send anything, also what throws when it is read. */
function readCall(call: { readonly id?: unknown; readonly name: unknown }): {
  id: string | undefined;
  name: string;
} {
  try {
    const { id, name } = call;
    return {
      id: typeof id === 'string' ? id : undefined,
      name: typeof name === 'object' && name !== null ? '(object)' : String(name),
    };
  } catch {
    return { id: undefined, name: '(unreadable)' };
  }
}

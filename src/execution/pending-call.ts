import { type CallCancellation } from '../context/call-cancellation.js';
import { type RunContext } from '../context/run-context.js';
import { type RunScope } from '../context/run-scope.js';
import { type Secrets } from '../context/secrets.js';
import { type JsonValue } from '../foundation/json.js';
import { type ToolwrightError } from '../foundation/toolwright-error.js';
import { type Repair } from '../schema/issue.js';
import { CallObservation } from './call-observation.js';
import { type CallSettings } from './call-settings.js';
import { type RenderedResult } from './render-result.js';
import { sealResult } from './seal-result.js';
import { describeThrown } from './thrown.js';
import { type CallOptions, type ToolCall } from './tool-call.js';

/** The run that a call belongs to. */
export interface CallEnvironment {
  readonly run: RunContext;
  readonly scope: RunScope;
  readonly settings: CallSettings;
  /** Of the whole run. */
  readonly cancellation: CallCancellation;
  /** Told about every call that is answered. */
  readonly onAnswered: () => void;
}

/** What is known of a call while it passes the stages, and how it is answered from there. */
export class PendingCall {
  readonly callId: string;
  readonly toolName: string;
  repairs: readonly Repair[] = [];
  attempts = 0;
  isJournalled = false;
  readonly #startedAtMs: number;

  constructor(
    readonly call: ToolCall,
    readonly options: CallOptions,
    readonly environment: CallEnvironment,
  ) {
    const { clock, entropy } = environment.settings;
    // Callers in JavaScript may send anything.
    const { name }: { name: unknown } = call;
    this.callId = call.id ?? entropy.uuid();
    this.toolName = String(name);
    this.#startedAtMs = clock.monotonicMs();
  }

  get turn(): number {
    return this.options.turn ?? 1;
  }

  /** The same for every attempt of the call, and for its repetition when a run is resumed. */
  get idempotencyKey(): string {
    return `${this.environment.run.runId}/${this.callId}`;
  }

  /** The answer as everybody may see it: secrets masked, size bounded. */
  answer(rendered: RenderedResult, error?: ToolwrightError): CallObservation {
    const { run, settings } = this.environment;
    return this.observe(sealResult(rendered, run.secrets, settings.limits.resultBytes), error);
  }

  answerError(error: ToolwrightError): CallObservation {
    const { toolName } = this;
    const text = describeThrown(error, this.environment.run.secrets);
    const isHeaded =
      error.code === 'UNKNOWN_TOOL' ||
      text.startsWith(`Invalid arguments for tool '${toolName}': `) ||
      text.startsWith(`Tool '${toolName}' `);
    const headed = isHeaded ? text : `Tool '${toolName}' failed: ${text}`;
    return this.answer({ content: [{ type: 'text', text: headed }], isError: true }, error);
  }

  /** The result as it is, for guardrails. */
  observe(rendered: RenderedResult, error?: ToolwrightError): CallObservation {
    const { run, settings } = this.environment;
    return new CallObservation(rendered, {
      callId: this.callId,
      toolName: this.toolName,
      repairs: maskRepairs(this.repairs, run.secrets),
      attempts: this.attempts,
      durationMs: settings.clock.monotonicMs() - this.#startedAtMs,
      error,
      visualize: rendered.visualize,
    });
  }
}

/** Repairs quote arguments, which a model may have copied from anywhere. */
export function maskRepairs(repairs: readonly Repair[], secrets: Secrets): readonly Repair[] {
  return repairs.length === 0
    ? repairs
    : (secrets.maskJson(repairs as unknown as JsonValue) as unknown as readonly Repair[]);
}

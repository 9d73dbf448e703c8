import { AsyncLocalStorage } from 'node:async_hooks';
import { type Clock, systemClock } from '../foundation/clock.js';
import { ToolwrightError } from '../foundation/toolwright-error.js';
import { CallCancellation } from './call-cancellation.js';
import type { Secrets } from './secrets.js';

/** How far a call has come; `total` when it is known. */
export interface ProgressUpdate {
  readonly progress: number;
  readonly total?: number;
  readonly message?: string;
}

/** The tool call that the asking code is part of. */
export interface CurrentCall {
  readonly id: string;
  readonly toolName: string;
  /** The model turn that asked for the call, from 1. */
  readonly turn: number;
  /** From 1; grows with each retry. */
  readonly attempt: number;
  /** The same for every attempt and replay of this call: hand it to services that remember it. */
  readonly idempotencyKey: string;
  /** Aborts on timeout and cancellation. Made when first read. */
  readonly signal: AbortSignal;
  /** Reports progress to whoever watches the run; ignored once the call has ended. */
  progress(update: ProgressUpdate): void;
}

/** The run a call belongs to, as far as a call needs it. */
export interface CallOwner {
  readonly runId: string;
  readonly secrets: Secrets;
}

export interface ActiveCallFacts {
  readonly id: string;
  readonly toolName: string;
  readonly turn: number;
  readonly attempt: number;
  /** @defaultValue one without an outer signal */
  readonly cancellation?: CallCancellation;
  /** That its time is measured by. @defaultValue the system's */
  readonly clock?: Clock;
  /** Receives progress, its message masked. */
  readonly onProgress?: ((update: ProgressUpdate) => void) | undefined;
}

/** `run.call` was read outside a tool call of that run. */
export class OutsideCallError extends ToolwrightError {
  constructor(runId: string) {
    super({
      code: 'OUTSIDE_CALL',
      fault: 'author',
      message:
        `\`run.call\` of run '${runId}' was read outside a tool call. Read it inside the tool's method, ` +
        'not in a constructor that runs before the call, a timer or another run.',
      details: { runId },
    });
  }
}

/** The same for every attempt of a call, and for its repetition when a run is resumed. Some models number calls anew each turn. */
export const idempotencyKeyOf = (runId: string, turn: number, callId: string): string =>
  `${runId}/${turn}/${callId}`;

/** One attempt of one call, as the runtime drives it; tools see it as {@link CurrentCall}. */
export class ActiveCall implements CurrentCall {
  readonly id: string;
  readonly toolName: string;
  readonly turn: number;
  readonly attempt: number;
  readonly #run: CallOwner;
  readonly #cancellation: CallCancellation;
  readonly #onProgress: ((update: ProgressUpdate) => void) | undefined;
  readonly #clock: Clock;
  #ended = false;
  /** How many answers of people are waited for. */
  #waiting = 0;
  #waitedUntilMs = -Infinity;

  constructor(run: CallOwner, facts: ActiveCallFacts) {
    this.id = facts.id;
    this.toolName = facts.toolName;
    this.turn = facts.turn;
    this.attempt = facts.attempt;
    this.#run = run;
    this.#cancellation = facts.cancellation ?? new CallCancellation();
    this.#onProgress = facts.onProgress;
    this.#clock = facts.clock ?? systemClock;
  }

  get idempotencyKey(): string {
    return idempotencyKeyOf(this.#run.runId, this.turn, this.id);
  }

  get signal(): AbortSignal {
    return this.#cancellation.signal;
  }

  progress(update: ProgressUpdate): void {
    if (this.#ended || this.#onProgress === undefined) return;
    // Only what is known: anything else would pass unmasked.
    const { progress, total, message } = Object(update) as Partial<Record<keyof ProgressUpdate, unknown>>;
    // What is said about a call must not fail it.
    if (typeof progress !== 'number') return;
    this.#onProgress({
      progress,
      ...(typeof total === 'number' ? { total } : {}),
      ...(typeof message === 'string' ? { message: this.#run.secrets.mask(message) } : {}),
    });
  }

  /**
   * How long it may still take though its time is up: what a person takes does not count, and once there is an answer the whole
   * time is there again.
   */
  extraMs(timeoutMs: number): number {
    return this.#waiting > 0 ? timeoutMs : this.#waitedUntilMs + timeoutMs - this.#clock.monotonicMs();
  }

  /** @internal */
  static async wait<T>(call: ActiveCall, answer: Promise<T>): Promise<T> {
    call.#waiting++;
    try {
      return await answer;
    } finally {
      call.#waiting--;
      call.#waitedUntilMs = call.#clock.monotonicMs();
    }
  }

  /** Ends progress and releases the cancellation. */
  end(): void {
    this.#ended = true;
    this.#cancellation.release();
  }

  /** @internal */
  static isOpen(call: ActiveCall): boolean {
    return !call.#ended;
  }

  /** @internal */
  static cancellationOf(call: ActiveCall): CallCancellation {
    return call.#cancellation;
  }

  /** @internal */
  static belongsTo(call: ActiveCall, run: CallOwner): boolean {
    return call.#run === run;
  }
}

/** What cancels a call: costs less than its signal. */
export const cancellationOf = (call: CurrentCall): CallCancellation =>
  call instanceof ActiveCall ? ActiveCall.cancellationOf(call) : new CallCancellation(call.signal);

interface Frame {
  readonly call: ActiveCall;
  readonly outer: Frame | undefined;
}

const frames = new AsyncLocalStorage<Frame>();

/** Runs `body`, and whatever it starts, with `call` as the current call of its run. */
export function enterCall<T>(call: ActiveCall, body: () => T): T {
  let outer = frames.getStore();
  // A loop that starts each call from within the previous one would otherwise keep them all.
  while (outer !== undefined && !ActiveCall.isOpen(outer.call)) outer = outer.outer;
  return frames.run({ call, outer }, body);
}

/** Waits for a person, on behalf of all calls that the asking code is part of: their time stands still. */
export function waitForPerson<T>(answer: Promise<T>): Promise<T> {
  let waiting = answer;
  for (let frame = frames.getStore(); frame !== undefined; frame = frame.outer)
    waiting = ActiveCall.wait(frame.call, waiting);
  return waiting;
}

/** True for code that is part of a tool call of any run, and while that call has not ended. */
export function isInCall(): boolean {
  const frame = frames.getStore();
  return frame !== undefined && ActiveCall.isOpen(frame.call);
}

/** The innermost current call of `run`: a call of another run (a parent agent's, a stranger's) is not visible. */
export function findCurrentCall(run: CallOwner): CurrentCall | undefined {
  for (let frame = frames.getStore(); frame !== undefined; frame = frame.outer) {
    if (ActiveCall.belongsTo(frame.call, run)) return frame.call;
  }
  return undefined;
}

import { hasBrand } from '../foundation/brand.js';
import { type Clock, systemClock } from '../foundation/clock.js';
import { type Entropy, systemEntropy } from '../foundation/entropy.js';
import type { JsonObject } from '../foundation/json.js';
import { type Logger, silentLogger } from '../foundation/logger.js';
import { unlessAborted } from '../foundation/unless-aborted.js';
import { type CurrentCall, findCurrentCall, OutsideCallError, waitForPerson } from './current-call.js';
import { type Answerer, NobodyToAskError, type Question, QuestionUnansweredError } from './question.js';
import { Secrets, type SecretSource } from './secrets.js';

const BRAND = Symbol.for('toolwright.run-context');
const INSPECT = Symbol.for('nodejs.util.inspect.custom');

export interface RunContextOptions<TState = unknown> {
  /** What the caller shares with the tools of this run: a tenant, a principal. */
  readonly state?: TState | undefined;
  /** @defaultValue a new UUID */
  readonly runId?: string | undefined;
  readonly conversationId?: string | undefined;
  /** @defaultValue none */
  readonly secrets?: SecretSource | Secrets;
  /** @defaultValue a logger that drops everything */
  readonly logger?: Logger;
  /** @defaultValue the system's */
  readonly clock?: Clock;
  /** @defaultValue the system's */
  readonly entropy?: Entropy;
  /** The folder that file and process tools stay inside. */
  readonly workspaceRoot?: string | undefined;
  /** Puts what tools ask to a person. @defaultValue none: nobody can be asked */
  readonly answerer?: Answerer | undefined;
}

/**
 * What a tool may reach of the run it works for. One per run; injected into tool methods and into constructors of
 * run-scoped classes. Printing or serialising it shows the run id only.
 */
export class RunContext<TState = unknown> {
  static readonly [BRAND]: boolean = true;
  readonly #options: RunContextOptions<TState>;
  readonly #secrets: Secrets;
  readonly #clock: Clock;
  readonly #entropy: Entropy;
  readonly #runId: string;

  /**
   * The parameter is required so that no container can build a context of its own.
   *
   * @internal
   */
  constructor(options: RunContextOptions<TState>) {
    this.#options = options;
    this.#secrets = Secrets.from(options.secrets);
    this.#clock = options.clock ?? systemClock;
    this.#entropy = options.entropy ?? systemEntropy;
    this.#runId = options.runId ?? this.#entropy.uuid();
  }

  get [BRAND](): boolean {
    return true;
  }

  get runId(): string {
    return this.#runId;
  }

  /** What the caller gave as `state`. */
  get state(): TState {
    // A caller who names a state type and gives no state gets undefined, as with any option left out.
    return this.#options.state as TState;
  }

  get conversationId(): string | undefined {
    return this.#options.conversationId;
  }

  get secrets(): Secrets {
    return this.#secrets;
  }

  get logger(): Logger {
    return this.#options.logger ?? silentLogger;
  }

  get workspaceRoot(): string | undefined {
    return this.#options.workspaceRoot;
  }

  /**
   * The tool call that the asking code is part of.
   *
   * @throws {@link OutsideCallError} (`OUTSIDE_CALL`) outside a call of this run.
   */
  get call(): CurrentCall {
    const call = findCurrentCall(this);
    if (call === undefined) throw new OutsideCallError(this.runId);
    return call;
  }

  /**
   * Asks a person, and waits. The time limit of the call stands still meanwhile.
   *
   * @param question - A text, or a form.
   * @returns what was written, or the form as it was filled in.
   * @throws {@link NobodyToAskError} (`NOBODY_TO_ASK`), {@link QuestionUnansweredError} (`QUESTION_UNANSWERED`),
   * {@link OutsideCallError} (`OUTSIDE_CALL`) outside a call of this run.
   */
  ask(question: Question & { readonly schema: JsonObject }): Promise<JsonObject>;
  ask(question: string | Question): Promise<string>;
  async ask(question: string | Question): Promise<string | JsonObject> {
    const { id: callId, toolName, signal } = this.call;
    const { answerer } = this;
    if (answerer === undefined) throw new NobodyToAskError(toolName);
    const { message, schema } = typeof question === 'string' ? { message: question } : question;
    const asked = {
      ...{ callId, toolName, signal, message: this.secrets.mask(message) },
      ...(schema === undefined ? {} : { schema: this.secrets.maskJson(schema) as JsonObject }),
    };
    const asking = Promise.resolve().then(() => answerer.answer(asked));
    const answer = await waitForPerson(unlessAborted(asking, signal));
    if (!answer.answered) throw new QuestionUnansweredError(toolName, answer.reason ?? 'nobody did');
    return answer.value;
  }

  /** @internal */
  get answerer(): Answerer | undefined {
    return this.#options.answerer;
  }

  /** The time, from the run's clock: use it instead of `new Date()`, so that the run can be replayed. */
  now(): Date {
    return new Date(this.#clock.now());
  }

  /** A number in [0, 1), from the run's source of randomness. */
  random(): number {
    return this.#entropy.random();
  }

  uuid(): string {
    return this.#entropy.uuid();
  }

  toJSON(): { readonly runId: string } {
    return { runId: this.runId };
  }

  toString(): string {
    return `RunContext(${this.runId})`;
  }

  [INSPECT](): string {
    return this.toString();
  }
}

export function createRunContext<TState = unknown>(
  options: RunContextOptions<TState> = {},
): RunContext<TState> {
  return new RunContext(options);
}

/** True for the class {@link RunContext} and its subclasses, also of another copy of this package. */
export function isRunContextType(type: unknown): boolean {
  return typeof type === 'function' && hasBrand(type, BRAND);
}

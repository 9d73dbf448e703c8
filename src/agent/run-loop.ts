import { CallObservation } from '../execution/call-observation.js';
import { maskedError } from '../execution/thrown.js';
import { ToolwrightError } from '../foundation/toolwright-error.js';
import type { MessageAdded } from '../journal/events.js';
import {
  type AssistantPart,
  type ModelMessage,
  textOf,
  type ToolCallPart,
  toolCallsOf,
} from '../model/message.js';
import type { FinishReason, ModelResponse } from '../model/model.js';
import type { Issue } from '../schema/issue.js';
import type { AgentRun } from './agent-run.js';
import { askModel } from './ask-model.js';
import { checkText } from './check-text.js';
import {
  AnswerFilteredError,
  OutputInvalidError,
  RunBlockedError,
  RunFailedError,
  ToolChoiceIgnoredError,
} from './errors.js';
import type { LiveRun } from './live-run.js';
import { recordAnswers, resultOf, runCalls, type TurnOutcome } from './run-calls.js';

/** How a run came to rest, but for what is counted along the way. */
export type RunEnd = Pick<AgentRun, 'status'> &
  Partial<Pick<AgentRun, 'output' | 'reason' | 'error' | 'finishReason'>>;

/** How often a model that had to call a tool, and did not, is asked again. */
const MAX_CHOICE_RETRIES = 2;
const DEFAULT_OUTPUT_RETRIES = 2;

/** Lets the model answer and call until the run comes to rest. */
export class RunLoop {
  #outputAttempts: number;
  #choiceAttempts: number;

  /** @param asked - Why the model was asked again so far. */
  constructor(
    private readonly live: LiveRun,
    asked: readonly MessageAdded['because'][] = [],
  ) {
    this.#outputAttempts = asked.filter(because => because === 'output' || because === 'blocked').length;
    this.#choiceAttempts = asked.filter(because => because === 'tool-choice').length;
  }

  async run({ open, answer }: Unfinished = {}): Promise<RunEnd> {
    let end: RunEnd | undefined;
    if (open !== undefined) end = await this.#answerCalls(open);
    else if (answer !== undefined) end = await this.#conclude(answer.content, answer.finishReason);
    while (end === undefined) end = await this.#step();
    return end;
  }

  async #step(): Promise<RunEnd | undefined> {
    const { live } = this;
    const { stop, model, transcript } = live.parts;
    stop.signal.throwIfAborted();
    // Ids of calls may come again in a later turn.
    live.begun = new Set();
    const limit = live.findReachedLimit();
    if (limit !== undefined) return { status: 'limited', reason: limit };
    live.parts.runTools.refresh();
    const { response } = await askModel(live);
    const { content, finishReason } = response;
    if (!live.holdsText) live.text = textOf(content);
    transcript.add({ role: 'assistant', content });
    const calls = toolCallsOf(content);
    const names = calls.map(({ toolName }) => live.offered.definitionOf(toolName)?.name ?? toolName);
    live.parts.parent?.onStep(live.steps, names.length === 0 ? 'answers' : `calls ${names.join(', ')}`);
    if (calls.length === 0) return this.#conclude(content, finishReason);
    if (finishReason === 'content-filter') throw new AnswerFilteredError(model.modelId);
    const turn = live.steps;
    await Promise.all(
      calls.map(({ type, ...call }, index) =>
        live.record({ type: 'tool-call-requested', turn, index, call }),
      ),
    );
    return this.#answerCalls({ calls, turn, answered: [] });
  }

  async #answerCalls({ calls, turn, answered }: OpenTurn): Promise<RunEnd | undefined> {
    const { live } = this;
    const isAnswered = new Set(answered.map(({ callId }) => callId));
    const open = calls.filter(({ callId }) => !isAnswered.has(callId));
    const ended = answered.find(({ callId, isError }) => {
      const name = calls.find(call => call.callId === callId)?.toolName ?? '';
      return !isError && live.offered.definitionOf(name)?.policy.endsRun === true;
    });
    const outcome = await runCalls(live, open, { turn, answered, ended });
    const byId = new Map(open.map(({ callId }, index) => [callId, outcome.observations[index]]));
    const all = calls.map(
      call => answered.find(({ callId }) => callId === call.callId) ?? byId.get(call.callId),
    );
    const isOpen = outcome.blocked === undefined && all.some(observation => observation === undefined);
    if (isOpen && !live.parts.stop.signal.aborted) return { status: 'paused' };
    const final = outcome.final && (await this.#checkFinal(outcome.final));
    const results = calls.map((call, index) => {
      const observation = final?.callId === call.callId ? final : all[index];
      return resultOf(call, observation ?? withdrawn(call));
    });
    const unanswered = calls.filter((_call, index) => all[index] === undefined).map(withdrawn);
    await recordAnswers(live, unanswered);
    for (const observation of unanswered) live.answer(observation);
    live.parts.transcript.add({ role: 'tool', results });
    return this.#endOfTurn({ ...outcome, final });
  }

  /** What ends the run as its answer; what was blocked is told as blocked, to everybody. */
  async #checkFinal(final: CallObservation): Promise<CallObservation> {
    const { live } = this;
    try {
      await checkText(live, 'output', final.text);
    } catch (error) {
      if (!(error instanceof RunBlockedError)) throw error;
      const { callId, toolName, repairs, attempts, durationMs } = final;
      const blocked = new CallObservation(
        { content: `Tool '${toolName}' failed: ${error.message}`, isError: true },
        { callId, toolName, repairs, attempts, durationMs, error },
      );
      live.answer(blocked);
      return blocked;
    }
    if (live.isGuarded) live.answer(final);
    return final;
  }

  async #endOfTurn({ final, blocked, stuckIn }: TurnOutcome): Promise<RunEnd | undefined> {
    if (blocked?.error !== undefined)
      return { status: 'failed', error: blocked.error, reason: blocked.error.message };
    if (final !== undefined) {
      if (final.error !== undefined) throw final.error;
      const { isStreaming, emit } = this.live.parts;
      this.live.text = final.text;
      if (isStreaming) emit({ type: 'text-delta', delta: final.text });
      return { status: 'completed', output: await this.#outputOf(final), finishReason: 'tool-calls' };
    }
    this.live.parts.stop.signal.throwIfAborted();
    return stuckIn === undefined ? undefined : { status: 'limited', reason: `it got nowhere: ${stuckIn}` };
  }

  /** What a tool gave that ends the run, as the type that the answer has to have. */
  async #outputOf({ structuredContent, text }: CallObservation): Promise<unknown> {
    const { outputType } = this.live.parts;
    if (outputType === undefined) return structuredContent ?? text;
    const parsed = await outputType.parse(
      structuredContent === undefined ? text : JSON.stringify(structuredContent),
    );
    if (!parsed.ok) throw new OutputInvalidError(1, parsed.issues);
    return parsed.value;
  }

  /** An answer without calls: checked, and asked for again while that may help. */
  async #conclude(
    content: readonly AssistantPart[],
    finishReason: FinishReason,
  ): Promise<RunEnd | undefined> {
    const { live } = this;
    const { model, outputType, isStreaming, emit } = live.parts;
    const missing = this.#missingCall();
    if (missing !== undefined) {
      if (this.#choiceAttempts++ >= MAX_CHOICE_RETRIES)
        throw new ToolChoiceIgnoredError(model.modelId, missing);
      return this.#askAgain(`Call ${missing} before you answer.`, 'tool-choice');
    }
    if (finishReason === 'content-filter') throw new AnswerFilteredError(model.modelId);
    const text = textOf(content);
    let output: unknown = text;
    if (outputType !== undefined) {
      const parsed = await outputType.parse(text);
      if (!parsed.ok) {
        const issues = live.isGuarded ? parsed.issues.map(withoutValue) : parsed.issues;
        const error = new OutputInvalidError(++this.#outputAttempts, issues);
        const { maxOutputRetries = DEFAULT_OUTPUT_RETRIES } = live.parts.options;
        if (this.#outputAttempts > maxOutputRetries) throw error;
        return this.#askAgain(`${error.message}\n${outputType.instructions}`, 'output');
      }
      output = parsed.value;
    }
    const blocked = await this.#findBlock(text);
    if (blocked !== undefined) return this.#askAgain(`${blocked}\nAnswer otherwise.`, 'blocked');
    live.text = text;
    if (isStreaming && live.holdsText) emit({ type: 'text-delta', delta: text });
    return { status: 'completed', output, finishReason };
  }

  /** Why the answer may not go out, when the model may try again. */
  async #findBlock(text: string): Promise<string | undefined> {
    const { maxOutputRetries = DEFAULT_OUTPUT_RETRIES } = this.live.parts.options;
    try {
      await checkText(this.live, 'output', text);
      return undefined;
    } catch (error) {
      if (!(error instanceof RunBlockedError) || !error.isTold) throw error;
      if (++this.#outputAttempts > maxOutputRetries) throw error;
      return error.message;
    }
  }

  #missingCall(): string | undefined {
    const { offered } = this.live;
    const { toolChoice } = this.live.parts;
    if (this.live.isChoiceMet || toolChoice === 'auto' || toolChoice === 'none') return undefined;
    return toolChoice === 'required'
      ? 'a tool'
      : `'${offered.exportedName(toolChoice.tool) ?? toolChoice.tool}'`;
  }

  async #askAgain(text: string, because: NonNullable<MessageAdded['because']>): Promise<undefined> {
    const message: ModelMessage = { role: 'user', content: [{ type: 'text', text }] };
    await this.live.record({ type: 'message-added', message, because });
    this.live.parts.transcript.add(message);
  }
}

/** The answer to a call that still waited for a person when its run was stopped. */
const withdrawn = ({ callId, toolName }: ToolCallPart): CallObservation =>
  new CallObservation(
    { content: `Tool '${toolName}' failed: the run was stopped before it could begin.`, isError: true },
    { callId, toolName, repairs: [], attempts: 0, durationMs: 0 },
  );

/** Where a run that goes on left off. */
export interface Unfinished {
  /** The last turn, when the model has not been asked since. */
  readonly open?: OpenTurn;
  /** The last answer, without calls, of which nothing came yet. */
  readonly answer?: ModelResponse;
}

/** The calls of a turn, of which some are answered. */
export interface OpenTurn {
  readonly calls: readonly ToolCallPart[];
  readonly turn: number;
  readonly answered: readonly CallObservation[];
}

/** What a failure makes of a run: an error of ours as it is, anything else by its words, secrets masked. */
export function endOfFailure(live: LiveRun, thrown: unknown): RunEnd {
  const { stop, agentName } = live.parts;
  const { secrets } = live.context;
  if (stop.signal.aborted) return endOfStop(stop.signal.reason, text => secrets.mask(text));
  // What was blocked goes nowhere.
  if (thrown instanceof RunBlockedError) live.text = '';
  const error = maskedError(
    ToolwrightError.is(thrown) ? thrown : new RunFailedError(agentName, thrown),
    secrets,
  );
  return { status: 'failed', error, reason: error.message };
}

/** Aborts a run at its wall clock. */
export class DurationReached extends Error {
  constructor(readonly maxDurationMs: number) {
    super(`it took longer than ${maxDurationMs} ms (maxDurationMs)`);
  }
}

function endOfStop(reason: unknown, mask: (text: string) => string): RunEnd {
  if (reason instanceof DurationReached) return { status: 'limited', reason: reason.message };
  return { status: 'cancelled', reason: mask(reason instanceof Error ? reason.message : String(reason)) };
}

/** What an output guardrail has not passed is quoted nowhere. */
const withoutValue = ({ path, expected }: Issue): Issue => ({ path, expected, received: 'something else' });

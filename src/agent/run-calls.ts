import { CallObservation } from '../execution/call-observation.js';
import { isWaiting as isOpen } from '../execution/errors.js';
import { DEFAULT_CONCURRENCY } from '../execution/run-turn.js';
import type { CallOptions, ToolCall } from '../execution/tool-call.js';
import { toInputParts } from '../journal/input-parts.js';
import type { ToolCallPart, ToolResultPart } from '../model/message.js';
import type { AgentCall } from './agent-run.js';
import type { LiveRun } from './live-run.js';
import type { ReadCall } from './offered-tools.js';
import type { AnsweredCall } from './stuck.js';

/** How the calls of a turn went. */
export interface TurnOutcome {
  /** In the order of the calls; undefined for a call that still waits, or waits for one that does. */
  readonly observations: readonly (CallObservation | undefined)[];
  /** The run ends with it: a tool that ends runs has succeeded. */
  readonly final: CallObservation | undefined;
  /** A guardrail wants the run to end. */
  readonly blocked: CallObservation | undefined;
  /** What the run is stuck in. */
  readonly stuckIn: string | undefined;
}

/** A call as the model wrote it, and as the runtime takes it. */
interface PreparedCall {
  readonly part: ToolCallPart;
  readonly read: ReadCall;
}

/** What came of a turn before, in a run that goes on. */
interface TurnSoFar {
  readonly turn: number;
  readonly answered: readonly CallObservation[];
  /** The one that has ended the run. */
  readonly ended: CallObservation | undefined;
}

/** Answers the calls of one turn. Every call gets its answer, but for those that wait for a person. */
export async function runCalls(
  live: LiveRun,
  parts: readonly ToolCallPart[],
  { turn, ended, answered: before }: TurnSoFar,
): Promise<TurnOutcome> {
  const prepared = parts.map(part => ({
    part,
    read: live.offered.read(part.toolName, part.arguments),
  }));
  const refusal = new Refusals(live, prepared);
  refusal.final = ended;
  refusal.blocked = before.find(endsRun);
  const observations = await live.parts.tools.callAll(
    prepared.map(({ part, read }): ToolCall => ({
      id: part.callId,
      name: read.toolName,
      arguments: read.arguments,
    })),
    {
      turn,
      concurrency: concurrencyOf(live),
      optionsOf: (_call, index): CallOptions => ({ claims: prepared[index]?.read.claims ?? {} }),
      preempt: (_call, index) => refusal.find(index),
      onAnswer: (observation, index) => {
        if (isWaiting(observation)) return;
        refusal.note(observation, index);
        // It is the answer of the run, which a guardrail may take back.
        if (live.isGuarded && observation === refusal.final) return;
        live.parts.emit({ type: 'tool-call-end', callId: observation.callId, observation });
      },
    },
  );
  await refusal.record();
  const answered = observations.map(observation =>
    observation === undefined || isWaiting(observation) ? undefined : observation,
  );
  return {
    observations: answered,
    final: refusal.final,
    blocked: refusal.blocked,
    stuckIn: note(live, prepared, { turn, answered }),
  };
}

const concurrencyOf = ({ parts }: LiveRun): number => {
  const { parallelTools = false } = parts.options;
  if (typeof parallelTools === 'object') return parallelTools.maxConcurrency;
  return parallelTools ? DEFAULT_CONCURRENCY : 1;
};

const isWaiting = ({ error }: CallObservation): boolean => error !== undefined && isOpen(error);

const endsRun = ({ error }: CallObservation): boolean =>
  error?.code === 'GUARDRAIL_TRIPPED' && error.details['endsRun'] === true;

/** Calls that do not reach the runtime, and why. */
class Refusals {
  final: CallObservation | undefined;
  /** A guardrail has ended the run. */
  blocked: CallObservation | undefined;
  readonly #given: CallObservation[] = [];

  constructor(
    private readonly live: LiveRun,
    private readonly prepared: readonly PreparedCall[],
  ) {}

  /** The answer to a call that must not run; undefined when it may. */
  find(index: number): CallObservation | undefined {
    const { part, read } = this.prepared[index] as PreparedCall;
    const reason = this.#reasonFor(read);
    this.live.spend({ toolCalls: 1 });
    if (reason === undefined) return undefined;
    const observation = new CallObservation(
      { content: reason, isError: true },
      { callId: part.callId, toolName: read.toolName, repairs: [], attempts: 0, durationMs: 0 },
    );
    this.#given.push(observation);
    return observation;
  }

  note(observation: CallObservation, index: number): void {
    const { part } = this.prepared[index] as PreparedCall;
    const definition = this.live.offered.definitionOf(part.toolName);
    if (definition?.policy.endsRun === true && !observation.isError) this.final ??= observation;
    if (endsRun(observation)) this.blocked ??= observation;
  }

  /** The runtime records what reaches it, and nothing of these. */
  record(): Promise<void> {
    return recordAnswers(this.live, this.#given);
  }

  #reasonFor({ toolName, mistake }: ReadCall): string | undefined {
    const { toolChoice } = this.live.parts;
    const callLimit = this.live.findCallLimit();
    const failed = `Tool '${toolName}' failed: `;
    if (this.final !== undefined)
      return `${failed}it did not run, since '${this.final.toolName}' ended the run.`;
    if (this.blocked !== undefined) return `${failed}it did not run, since a guardrail ended the run.`;
    if (toolChoice === 'none') return `${failed}tool calls are not allowed here. Answer without any.`;
    if (mistake !== undefined)
      return `Invalid arguments for tool '${toolName}': correct them and call again.\n- ${mistake}.`;
    if (typeof toolChoice === 'object' && !this.live.isChoiceMet && toolName !== toolChoice.tool)
      return `${failed}call '${toolChoice.tool}' first.`;
    if (callLimit !== undefined)
      return `${failed}it did not run, since the run came to its limit of ${callLimit} tool calls.`;
    return undefined;
  }
}

/** Writes answers that no runtime gave. In a run that is stopped nobody waits for it: the calls are answered all the same. */
export async function recordAnswers(live: LiveRun, observations: readonly CallObservation[]): Promise<void> {
  const written = observations.map(({ callId, toolName, content }) =>
    live.parts.journal.write({
      type: 'tool-call-ended',
      ...{ runId: live.runId, callId, toolName, attempts: 0, durationMs: 0 },
      observation: { content, isError: true },
    }),
  );
  try {
    await live.whileWanted(Promise.all(written));
  } catch (error) {
    if (!live.parts.stop.signal.aborted) throw error;
  }
}

/** Adds the calls to what the run has done, and tells whether they get anywhere. */
function note(
  live: LiveRun,
  prepared: readonly PreparedCall[],
  { turn, answered }: { turn: number; answered: readonly (CallObservation | undefined)[] },
): string | undefined {
  const noted: AnsweredCall[] = [];
  for (const [index, { part, read }] of prepared.entries()) {
    const observation = answered[index];
    const { callId, arguments: given } = part;
    const { toolName, claims } = read;
    const call: AgentCall = { callId, toolName, arguments: given, turn, claims };
    live.calls.push(observation === undefined ? call : { ...call, observation });
    if (observation === undefined) continue;
    const { text, isError } = observation;
    noted.push({ toolName, arguments: read.arguments, text, isError });
  }
  return live.stuck?.note(noted);
}

/** What the model reads of an answer, under the name that it called. */
export const resultOf = (
  { callId, toolName }: ToolCallPart,
  observation: CallObservation,
): ToolResultPart => ({
  callId,
  toolName,
  content: toInputParts(observation.content),
  isError: observation.isError,
});

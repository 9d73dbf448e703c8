import { CallObservation } from '../execution/call-observation.js';
import { textOf, type ToolCallPart, toolCallsOf } from '../model/message.js';
import type { ModelResponse } from '../model/model.js';
import type { AgentCall } from './agent-run.js';
import { isAgentTool } from './as-tool.js';
import { checkText } from './check-text.js';
import { AnswerFilteredError } from './errors.js';
import type { LiveRun } from './live-run.js';
import { lostCall } from './read-calls.js';
import type { ResumedRun } from './resumed-run.js';
import { recordAnswers } from './run-calls.js';
import type { OpenTurn, Unfinished } from './run-loop.js';
import type { AnsweredCall } from './stuck.js';

/** Brings a run to where its journal ends, and settles what cannot go on from there. */
export async function goOn(live: LiveRun, resumed: ResumedRun): Promise<Unfinished> {
  const { messages, open, answer, steps, started } = resumed;
  live.steps = steps;
  live.begun = resumed.begun;
  live.decisionsBelow = resumed.decisionsBelow;
  live.spend(resumed.spent);
  noteCalls(live, resumed.calls);
  await live.record({ type: 'run-resumed' });
  await recordDecisions(live, resumed);
  // It may have ended before the input was checked.
  if (resumed.isUnasked) await checkText(live, 'input', textOf(started.input));
  for (const message of messages) live.parts.transcript.add(message);
  if (answer === undefined) return {};
  if (!live.holdsText) live.text = textOf(answer.content);
  if (open === undefined) return { answer };
  refuseFiltered(live, answer);
  return { open: await settle(live, open, resumed) };
}

/** As if they had been made in this sitting. */
function noteCalls(live: LiveRun, calls: readonly AgentCall[]): void {
  const { offered } = live;
  const byTurn = new Map<number, AnsweredCall[]>();
  for (const call of calls) {
    const { toolName, arguments: given, observation, turn } = call;
    const { claims, arguments: meant } = offered.read(offered.exportedName(toolName) ?? toolName, given);
    live.calls.push({ ...call, claims });
    if (observation === undefined) continue;
    const { text, isError } = observation;
    byTurn.set(turn, [...(byTurn.get(turn) ?? []), { toolName, arguments: meant, text, isError }]);
  }
  for (const turn of byTurn.values()) live.stuck?.note(turn);
}

/** The calls of such an answer may be cut. */
function refuseFiltered({ parts }: LiveRun, { content, finishReason }: ModelResponse): void {
  if (finishReason === 'content-filter' && toolCallsOf(content).length > 0)
    throw new AnswerFilteredError(parts.model.modelId);
}

/** Answers the calls that must not run again. */
async function settle(
  live: LiveRun,
  { calls, turn, answered }: OpenTurn,
  { requested, inDoubt }: ResumedRun,
): Promise<OpenTurn> {
  const isAnswered = new Set(answered.map(({ callId }) => callId));
  const settled: CallObservation[] = [];
  for (const [index, call] of calls.entries()) {
    const { type: _type, ...asked } = call;
    const { callId, arguments: given } = call;
    if (!requested.has(callId)) await live.record({ type: 'tool-call-requested', turn, index, call: asked });
    if (isAnswered.has(callId)) continue;
    const definition = live.offered.definitionOf(call.toolName);
    const toolName = definition?.name ?? call.toolName;
    // An agent knows from its own journal how far it came.
    const isInDoubt = !isAgentTool(definition) && inDoubt.some(each => each.callId === callId);
    const observation = answerFor({ ...call, toolName }, isInDoubt);
    if (observation === undefined) continue;
    await recordAnswer(live, { callId, toolName, arguments: given, turn, claims: {} }, observation);
    settled.push(observation);
  }
  return { calls, turn, answered: [...answered, ...settled] };
}

/** What the journal shows in place of a secret. */
const SECRET_MARK = /\[secret [^\]]*\]/;

function answerFor(call: ToolCallPart, isInDoubt: boolean): CallObservation | undefined {
  const { callId, toolName } = call;
  if (isInDoubt) return lostCall(call);
  if (!SECRET_MARK.test(call.arguments)) return undefined;
  const content = `Tool '${toolName}' failed: it did not run. Its arguments held a secret, which is not kept while a run is interrupted or waits for an approval. Call it again; if it needs an approval, without the secret.`;
  const facts = { callId, toolName, repairs: [], attempts: 0, durationMs: 0 };
  return new CallObservation({ content, isError: true }, facts);
}

async function recordAnswer(live: LiveRun, call: AgentCall, observation: CallObservation): Promise<void> {
  await recordAnswers(live, [observation]);
  live.calls.push({ ...call, observation });
  live.parts.emit({ type: 'tool-call-end', callId: call.callId, observation });
}

async function recordDecisions(live: LiveRun, { decisions, approvals }: ResumedRun): Promise<void> {
  for (const { callId, approved, reason, by } of decisions) {
    const { argumentsHash = '' } = approvals.get(callId)?.requested ?? {};
    await live.record({
      type: 'approval-decided',
      callId,
      argumentsHash,
      approved,
      ...(reason === undefined ? {} : { reason }),
      ...(by === undefined ? {} : { by }),
    });
  }
}

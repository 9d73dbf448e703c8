import { CallObservation } from '../execution/call-observation.js';
import { ToolwrightError } from '../foundation/toolwright-error.js';
import { lostResult } from '../journal/build-messages.js';
import type { JournalEvent, RecordedError, ToolCallEnded } from '../journal/events.js';
import { toolCallsOf } from '../model/message.js';
import type { AgentCall } from './agent-run.js';

/** The calls of a run that are answered, or never will be since the model was asked again; without those of an open turn. */
export function readCalls(events: readonly JournalEvent[]): AgentCall[] {
  const calls: AgentCall[] = [];
  let open = new Map<string, AgentCall>();
  for (const event of events) {
    if (event.type === 'model-call-ended' && event.response !== undefined) {
      const { turn, response } = event;
      for (const call of open.values()) calls.push({ ...call, observation: lostCall(call) });
      open = new Map(
        toolCallsOf(response.content).map(({ callId, toolName, arguments: given }) => [
          callId,
          { callId, toolName, arguments: given, turn, claims: {} },
        ]),
      );
    } else if (event.type === 'tool-call-ended') {
      const call = open.get(event.callId);
      open.delete(event.callId);
      if (call !== undefined)
        calls.push({ ...call, toolName: event.toolName, observation: observationOf(event) });
    }
  }
  return calls;
}

/** A recorded answer. */
export const observationOf = ({
  observation,
  callId,
  toolName,
  attempts,
  durationMs,
  error,
}: ToolCallEnded): CallObservation =>
  new CallObservation(observation, {
    ...{ callId, toolName, repairs: [], attempts, durationMs },
    ...(error?.endsRun === true ? { error: guardrailError(error) } : {}),
  });

/** The error of a guardrail that ended its run, as recorded. */
const guardrailError = ({ code, message }: RecordedError): ToolwrightError =>
  new ToolwrightError({ code, fault: 'policy', message, details: { endsRun: true } });

/** The answer to a call whose effect nobody can know. */
export const lostCall = ({ callId, toolName }: Pick<AgentCall, 'callId' | 'toolName'>): CallObservation =>
  new CallObservation(lostResult(toolName), { callId, toolName, repairs: [], attempts: 0, durationMs: 0 });

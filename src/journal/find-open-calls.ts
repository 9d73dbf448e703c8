import type { ReplayClass } from '../tool/replay-class.js';
import type { ApprovalDecided, ApprovalRequested, RunEvent, ToolCallRequested } from './events.js';

/**
 * How far a call came that has no answer: asked for by the model, waiting for a person, decided by one, paused by the tool itself, or begun.
 * Of one that began nobody can say whether its effect took place.
 */
export type OpenCallState = 'requested' | 'waiting' | 'approved' | 'denied' | 'paused' | 'in-doubt';

/** A call without an answer. */
export interface OpenCall {
  readonly callId: string;
  /** As the model wrote it, until a policy or the tool names it itself. */
  readonly toolName: string;
  readonly turn: number;
  readonly state: OpenCallState;
  /** As the model asked for it; missing for one that no model asked for. */
  readonly requested?: ToolCallRequested;
  readonly approval?: ApprovalRequested;
  readonly decision?: ApprovalDecided;
  /** Of one that began. */
  readonly replayClass?: ReplayClass;
  readonly idempotencyKey?: string;
}

/** The calls of a run that have no answer, in the order in which they came up. */
export function findOpenCalls(events: readonly RunEvent[]): OpenCall[] {
  const open = new Map<string, OpenCall>();
  for (const event of events) {
    if (event.type === 'tool-call-ended') open.delete(event.callId);
    else {
      const call = follow(event, open);
      if (call !== undefined) open.set(call.callId, call);
    }
  }
  return [...open.values()];
}

/** The call after the event; undefined when the event is about none. */
function follow(event: RunEvent, open: ReadonlyMap<string, OpenCall>): OpenCall | undefined {
  switch (event.type) {
    case 'tool-call-requested': {
      const { callId, toolName } = event.call;
      return { callId, toolName, turn: event.turn, state: 'requested', requested: event };
    }
    case 'approval-requested': {
      const { callId, toolName } = event;
      // A decision on arguments that are no longer the same decides nothing.
      const { decision: _old, ...before } = open.get(callId) ?? { turn: 0 };
      return { ...before, callId, toolName, state: 'waiting', approval: event };
    }
    case 'approval-decided':
      return decide(event, open.get(event.callId));
    case 'tool-call-started': {
      const { callId, toolName, turn, replayClass, idempotencyKey } = event;
      return { ...open.get(callId), callId, toolName, turn, state: 'in-doubt', replayClass, idempotencyKey };
    }
    case 'tool-call-paused': {
      const { callId, toolName } = event;
      return { turn: 0, ...open.get(callId), callId, toolName, state: 'paused' };
    }
    default:
      return undefined;
  }
}

function decide(event: ApprovalDecided, call: OpenCall | undefined): OpenCall | undefined {
  if (call?.state !== 'waiting' || call.approval?.argumentsHash !== event.argumentsHash) return undefined;
  return { ...call, state: event.approved ? 'approved' : 'denied', decision: event };
}

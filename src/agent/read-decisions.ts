import type { ApprovalDecision } from './agent-run.js';

/** A call that waits for a decision. */
export interface WaitingCall {
  readonly runId: string;
  readonly callId: string;
}

/** A decision about one of the calls that wait. */
export type RoutedDecision = ApprovalDecision & WaitingCall;

/** What decisions may be about, and the error for what is wrong with them. */
export interface DecisionRules {
  readonly waiting: readonly WaitingCall[];
  /** All calls of the run at the top that have no answer: who looks at that run alone sees only these. */
  readonly open: readonly WaitingCall[];
  readonly refuse: (reason: string) => Error;
}

/**
 * The decisions, one for each call and with the run that it belongs to. Callers in JavaScript may give anything, and what is no
 * clear yes must not become one.
 */
export function readDecisions(given: unknown, rules: DecisionRules): RoutedDecision[] {
  const { refuse } = rules;
  const wanted = "give a list of { callId: 'c1', approved: true }";
  if (!Array.isArray(given)) throw refuse(`its decisions are no list: ${wanted}.`);
  const byCall = new Map<string, RoutedDecision>();
  for (const [index, decision] of (given as unknown[]).entries()) {
    if (!isDecision(decision)) throw refuse(`decision ${index + 1} is none: ${wanted}.`);
    const routed = route(decision, rules);
    const key = keyOf(routed);
    const before = byCall.get(key);
    if (before !== undefined && before.approved !== routed.approved)
      throw refuse(`the decisions about call '${routed.callId}' contradict each other. Give one.`);
    if (before === undefined) byCall.set(key, routed);
  }
  return [...byCall.values()];
}

function route(decision: ApprovalDecision, { waiting, open, refuse }: DecisionRules): RoutedDecision {
  const { callId, runId } = decision;
  const isMeant = (each: WaitingCall): boolean =>
    each.callId === callId && (runId === undefined || each.runId === runId);
  const call = waiting.find(isMeant);
  const namesakes = new Map([...waiting, ...open].filter(isMeant).map(each => [keyOf(each), each]));
  if (call === undefined) {
    const of = runId === undefined ? '' : ` of run '${runId}'`;
    const all = waiting.map(each => each.callId).join(', ') || 'none';
    throw refuse(`no call '${callId}'${of} waits for an approval. Waiting: ${all}.`);
  }
  if (namesakes.size > 1) {
    const runs = [...namesakes.values()].map(each => `'${each.runId}'`).join(', ');
    throw refuse(
      `several runs have an open call '${callId}': say which with runId, as in pending, one of ${runs}.`,
    );
  }
  return { ...decision, runId: call.runId };
}

const keyOf = ({ runId, callId }: WaitingCall): string => JSON.stringify([runId, callId]);

function isDecision(value: unknown): value is ApprovalDecision {
  if (typeof value !== 'object' || value === null) return false;
  const { callId, approved, reason, by, runId } = value as Partial<Record<keyof ApprovalDecision, unknown>>;
  const texts = [reason, by, runId];
  return (
    typeof callId === 'string' &&
    typeof approved === 'boolean' &&
    texts.every(text => text === undefined || typeof text === 'string')
  );
}

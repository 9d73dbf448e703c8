import type { ApprovalDecision } from './approvals.js';

/**
 * The decisions, one for each call. Callers in JavaScript may give anything, and what is no clear yes must not become one.
 *
 * @param refuse - Makes the error for what is wrong.
 */
export function readDecisions(given: unknown, refuse: (reason: string) => Error): ApprovalDecision[] {
  const wanted = "give a list of { callId: 'c1', approved: true }";
  if (!Array.isArray(given)) throw refuse(`its decisions are no list: ${wanted}.`);
  const byId = new Map<string, ApprovalDecision>();
  for (const [index, decision] of (given as unknown[]).entries()) {
    if (!isDecision(decision)) throw refuse(`decision ${index + 1} is none: ${wanted}.`);
    const { callId, approved } = decision;
    const before = byId.get(callId);
    if (before !== undefined && before.approved !== approved)
      throw refuse(`the decisions about call '${callId}' contradict each other. Give one.`);
    if (before === undefined) byId.set(callId, decision);
  }
  return [...byId.values()];
}

function isDecision(value: unknown): value is ApprovalDecision {
  if (typeof value !== 'object' || value === null) return false;
  const { callId, approved, reason, by } = value as Partial<Record<keyof ApprovalDecision, unknown>>;
  return typeof callId === 'string' && typeof approved === 'boolean' && isText(reason) && isText(by);
}

const isText = (value: unknown): boolean => value === undefined || typeof value === 'string';

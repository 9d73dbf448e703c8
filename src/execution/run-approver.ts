import type { RunContext } from '../context/run-context.js';
import type { Approver } from './ports.js';

const approvers = new WeakMap<RunContext, Approver>();

/** Lets what works for a call of the run find who decides about its calls. */
export function keepApprover(run: RunContext, approver: Approver | undefined): void {
  if (approver !== undefined) approvers.set(run, approver);
}

/** Who decides about the calls of a run for which a policy wants an approval. */
export const findRunApprover = (run: RunContext): Approver | undefined => approvers.get(run);

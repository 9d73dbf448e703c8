import type { CallPolicy, CheckedCall, PolicyDecision, PolicyVerdict } from '../tool/call-policy.js';
import { ApprovalPendingError, CallDeniedError } from './errors.js';
import { hashCall } from './hash-call.js';
import type { PendingCall } from './pending-call.js';
import type { ApprovalAnswer, Approver } from './ports.js';
import { record } from './record-event.js';

const STRICTNESS: Readonly<Record<PolicyDecision, number>> = { allow: 0, ask: 1, deny: 2 };

/** What holds, and the policy that said so. */
interface Ruling extends PolicyVerdict {
  readonly policy: string;
  readonly cause?: unknown;
}

/**
 * Asks every policy; the strictest decision holds, and `ask` goes on to the run's approver. So does what was asked before
 * and is not settled: a person who said no, or nothing yet, is not overruled by a policy that has changed.
 *
 * @throws {@link CallDeniedError} unless the call may run; {@link ApprovalPendingError} while nobody has decided.
 */
export async function authorise(pending: PendingCall, call: CheckedCall): Promise<void> {
  const { approver, settings } = pending.environment;
  let ruling = await findStrictest(settings.policies, call);
  const asked = approver?.findAsked?.(call);
  if (asked !== undefined && (ruling === undefined || ruling.decision === 'allow'))
    ruling = { ...asked, decision: 'ask' };
  if (ruling === undefined) return;
  const { policy, decision, reason, cause } = ruling;
  await record(pending, {
    type: 'policy-decided',
    callId: call.callId,
    toolName: call.tool.name,
    policy,
    decision,
    ...(reason === undefined ? {} : { reason }),
  });
  if (decision === 'allow') return;
  const toolName = call.tool.name;
  if (decision === 'deny') throw new CallDeniedError({ toolName, policy, reason, cause });
  if (approver === undefined) {
    const nobody = reason ?? 'it needs an approval, and nobody can be asked here';
    throw new CallDeniedError({ toolName, policy, reason: nobody });
  }
  await askApprover(approver, ruling, { call, sent: pending.sent });
}

/** The first of the strictest ones. */
async function findStrictest(
  policies: readonly CallPolicy[],
  call: CheckedCall,
): Promise<Ruling | undefined> {
  let strictest: Ruling | undefined;
  for (const policy of policies) {
    const ruling = await decide(policy, call);
    if (strictest === undefined || STRICTNESS[ruling.decision] > STRICTNESS[strictest.decision])
      strictest = ruling;
  }
  return strictest;
}

async function decide(policy: CallPolicy, call: CheckedCall): Promise<Ruling> {
  const { name } = policy;
  try {
    const decided = await policy.decide(call);
    const verdict = typeof decided === 'string' ? { decision: decided } : decided;
    if (Object.hasOwn(STRICTNESS, verdict.decision)) return { ...verdict, policy: name };
    return { policy: name, decision: 'deny', reason: 'its decision is not allow, ask or deny' };
  } catch (cause) {
    return { policy: name, decision: 'deny', reason: 'it could not be decided', cause };
  }
}

async function askApprover(
  approver: Approver,
  { policy, reason }: Ruling,
  { call, sent }: { readonly call: CheckedCall; readonly sent: unknown },
): Promise<void> {
  const toolName = call.tool.name;
  const argumentsHash = hashCall(call, sent);
  let answer: ApprovalAnswer;
  try {
    answer = await approver.decide({ call, argumentsHash, policy, reason });
  } catch (cause) {
    throw new CallDeniedError({ toolName, policy, reason: 'nobody could be asked', cause });
  }
  if (answer === 'wait') throw new ApprovalPendingError({ toolName, policy, reason, argumentsHash });
  // Callers in JavaScript may answer anything.
  if ((answer as { approved?: unknown } | undefined)?.approved === true) return;
  const why = (answer as { reason?: unknown } | undefined)?.reason;
  const told = typeof why === 'string' && why !== '' ? `not approved: ${why}` : 'not approved';
  throw new CallDeniedError({ toolName, policy, reason: told });
}

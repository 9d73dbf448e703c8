import type { CallPolicy, CheckedCall, PolicyDecision, PolicyVerdict } from '../tool/call-policy.js';
import type { Guardrail, GuardrailVerdict } from '../tool/guardrail.js';
import type { Observation } from '../tool/observation.js';
import { CallDeniedError, GuardrailTrippedError } from './errors.js';

/** @throws {@link GuardrailTrippedError} for the first guardrail that does not pass. */
export async function checkCall(guardrails: readonly Guardrail[], call: CheckedCall): Promise<void> {
  for (const guardrail of guardrails) {
    if (guardrail.position === 'tool_call') {
      await passOrThrow(guardrail.name, call, () => guardrail.check(call));
    }
  }
}

/** @throws {@link GuardrailTrippedError} for the first guardrail that does not pass. */
export async function checkResult(
  guardrails: readonly Guardrail[],
  observation: Observation,
  call: CheckedCall,
): Promise<void> {
  for (const guardrail of guardrails) {
    if (guardrail.position === 'tool_result' && (!observation.isError || guardrail.checksErrors === true)) {
      await passOrThrow(guardrail.name, call, () => guardrail.check(observation, call));
    }
  }
}

async function passOrThrow(
  guardrail: string,
  call: CheckedCall,
  check: () => GuardrailVerdict | Promise<GuardrailVerdict>,
): Promise<void> {
  const toolName = call.tool.name;
  let verdict: { readonly pass: unknown; readonly reason?: string };
  try {
    const given = await check();
    // Null, from a guardrail without types, is an object without a pass.
    verdict = typeof given === 'object' ? { ...given } : { pass: given };
  } catch (cause) {
    throw new GuardrailTrippedError({ toolName, guardrail, reason: 'it could not be checked', cause });
  }
  if (verdict.pass !== true) throw new GuardrailTrippedError({ toolName, guardrail, reason: verdict.reason });
}

const STRICTNESS: Readonly<Record<PolicyDecision, number>> = { allow: 0, ask: 1, deny: 2 };

/** Asks every policy; the strictest decision holds. @throws {@link CallDeniedError} unless all allow. */
export async function authorise(policies: readonly CallPolicy[], call: CheckedCall): Promise<void> {
  let strictest: { policy: string; verdict: PolicyVerdict; cause?: unknown } | undefined;
  for (const policy of policies) {
    const { verdict, cause } = await decide(policy, call);
    if (strictest === undefined || STRICTNESS[verdict.decision] > STRICTNESS[strictest.verdict.decision]) {
      strictest = { policy: policy.name, verdict, cause };
    }
  }
  if (strictest === undefined || strictest.verdict.decision === 'allow') return;
  const { policy, verdict, cause } = strictest;
  const reason =
    verdict.reason ??
    (verdict.decision === 'ask' ? 'it needs an approval, and nobody can be asked here' : undefined);
  throw new CallDeniedError({ toolName: call.tool.name, policy, reason, cause });
}

async function decide(
  policy: CallPolicy,
  call: CheckedCall,
): Promise<{ verdict: PolicyVerdict; cause?: unknown }> {
  try {
    const decided = await policy.decide(call);
    const verdict = typeof decided === 'string' ? { decision: decided } : decided;
    if (Object.hasOwn(STRICTNESS, verdict.decision)) return { verdict };
    return { verdict: { decision: 'deny', reason: 'its decision is not allow, ask or deny' } };
  } catch (cause) {
    return { verdict: { decision: 'deny', reason: 'it could not be decided' }, cause };
  }
}

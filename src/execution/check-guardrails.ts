import type { CheckedCall } from '../tool/call-policy.js';
import type { GuardrailFacts, GuardrailVerdict } from '../tool/guardrail.js';
import type { Observation } from '../tool/observation.js';
import { GuardrailTrippedError } from './errors.js';
import type { PendingCall } from './pending-call.js';
import { record } from './record-event.js';

/** How one guardrail answered. */
export interface GuardrailOutcome {
  readonly passed: boolean;
  /** False when the guardrail only records, or passed. */
  readonly blocks: boolean;
  readonly errored: boolean;
  readonly reason: string | undefined;
  readonly cause?: unknown;
}

/** Asks one guardrail; never rejects. */
export async function askGuardrail(
  { blocks = true, onError = 'block' }: GuardrailFacts,
  check: () => GuardrailVerdict | Promise<GuardrailVerdict>,
): Promise<GuardrailOutcome> {
  let given: unknown;
  let reason: unknown;
  try {
    given = await check();
    // Null, from a guardrail without types, is an object without a pass.
    if (typeof given === 'object' && given !== null)
      ({ pass: given, reason } = given as { pass?: unknown; reason?: unknown });
  } catch (cause) {
    const passed = onError === 'allow';
    return { passed, blocks: blocks && !passed, errored: true, reason: 'it could not be checked', cause };
  }
  const passed = given === true;
  return {
    passed,
    blocks: blocks && !passed,
    errored: false,
    reason: typeof reason === 'string' ? reason : undefined,
  };
}

/**
 * Asks guardrails: those that block one after the other until one does, then those that only record, side by side.
 *
 * @returns the one that blocks.
 */
export async function askGuardrails<TGuardrail extends GuardrailFacts>(
  guardrails: readonly TGuardrail[],
  ask: (guardrail: TGuardrail) => GuardrailVerdict | Promise<GuardrailVerdict>,
  onOutcome: (guardrail: TGuardrail, outcome: GuardrailOutcome) => Promise<void>,
): Promise<{ readonly guardrail: TGuardrail; readonly outcome: GuardrailOutcome } | undefined> {
  for (const guardrail of guardrails) {
    if (guardrail.blocks === false) continue;
    const outcome = await askGuardrail(guardrail, () => ask(guardrail));
    await onOutcome(guardrail, outcome);
    if (outcome.blocks) return { guardrail, outcome };
  }
  await Promise.all(
    guardrails
      .filter(({ blocks }) => blocks === false)
      .map(async guardrail => onOutcome(guardrail, await askGuardrail(guardrail, () => ask(guardrail)))),
  );
  return undefined;
}

/** @throws {@link GuardrailTrippedError} for the first guardrail that does not pass. */
export async function checkCall(pending: PendingCall, call: CheckedCall): Promise<void> {
  const asked = pending.environment.settings.guardrails.filter(each => each.position === 'tool_call');
  const tripped = await askGuardrails(asked, each => each.check(call), tell(pending));
  if (tripped !== undefined) throw trip(pending, tripped);
}

/** @throws {@link GuardrailTrippedError} for the first guardrail that does not pass. */
export async function checkResult(
  pending: PendingCall,
  observation: Observation,
  call: CheckedCall,
): Promise<void> {
  const asked = pending.environment.settings.guardrails
    .filter(each => each.position === 'tool_result')
    .filter(each => !observation.isError || each.checksErrors === true);
  const tripped = await askGuardrails(asked, each => each.check(observation, call), tell(pending));
  if (tripped !== undefined) throw trip(pending, tripped);
}

const tell =
  (pending: PendingCall) =>
  (
    { name, position, blocks = true }: GuardrailFacts & { readonly position: 'tool_call' | 'tool_result' },
    { passed, errored, reason }: GuardrailOutcome,
  ): Promise<void> =>
    record(pending, {
      type: 'guardrail-checked',
      position,
      guardrail: name,
      callId: pending.callId,
      passed,
      blocks,
      errored,
      ...(reason === undefined ? {} : { reason }),
    });

function trip(
  { toolName }: PendingCall,
  { guardrail, outcome }: { readonly guardrail: GuardrailFacts; readonly outcome: GuardrailOutcome },
): GuardrailTrippedError {
  const { reason, cause } = outcome;
  return new GuardrailTrippedError({
    toolName,
    guardrail: guardrail.name,
    reason,
    endsRun: guardrail.onTrip === 'end',
    cause,
  });
}

import { askGuardrails, type GuardrailOutcome } from '../execution/check-guardrails.js';
import type { InputGuardrail, OutputGuardrail } from '../tool/guardrail.js';
import { RunBlockedError } from './errors.js';
import type { LiveRun } from './live-run.js';

/**
 * Asks the guardrails at the input or output of an agent.
 *
 * @throws {@link RunBlockedError} (`RUN_BLOCKED`) for the first that blocks.
 */
export async function checkText(live: LiveRun, position: 'input' | 'output', text: string): Promise<void> {
  const asked = guardrailsAt(live, position);
  if (asked.length === 0) return;
  const tripped = await askGuardrails(
    asked,
    guardrail => live.whileWanted(guardrail.check(text, live.context)),
    ({ name, blocks = true }, { passed, errored, reason }: GuardrailOutcome) =>
      live.record({
        type: 'guardrail-checked',
        position,
        guardrail: name,
        passed,
        blocks,
        errored,
        ...(reason === undefined ? {} : { reason }),
      }),
  );
  live.parts.stop.signal.throwIfAborted();
  if (tripped === undefined) return;
  const { reason, cause } = tripped.outcome;
  const { name: guardrail, onTrip } = tripped.guardrail;
  throw new RunBlockedError({ position, guardrail, reason, isTold: onTrip === 'tell', cause });
}

function guardrailsAt(
  live: LiveRun,
  position: 'input' | 'output',
): readonly (InputGuardrail | OutputGuardrail)[] {
  return (live.parts.options.guardrails ?? []).filter(
    (guardrail): guardrail is InputGuardrail | OutputGuardrail => guardrail.position === position,
  );
}

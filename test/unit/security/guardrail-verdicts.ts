import type { Guardrail, GuardrailVerdict } from 'toolwright';
import { createRunContext } from '../../../src/context/run-context.js';

const run = createRunContext({ secrets: { DB: 'pw-of-db-4711' } });

/** What a guardrail at `input` says of a text: undefined when it passes, else its reason. */
export async function reasonFor(guardrail: Guardrail, text: string): Promise<string | undefined> {
  if (guardrail.position !== 'input') throw new Error('place it at the input');
  const verdict: GuardrailVerdict = await guardrail.check(text, run);
  if (verdict === true) return undefined;
  if (verdict === false) return 'no reason';
  return verdict.pass ? undefined : (verdict.reason ?? 'no reason');
}

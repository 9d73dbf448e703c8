import type { Guardrail } from '../../tool/guardrail.js';
import { parseJson } from '../parse-json.js';
import { checkGuardrailOptions, fails, type GuardrailOptions, PASSED, placeCheck } from './place-check.js';

/** Blocks text that is not JSON. What has data as well, arguments and structured results, passes. */
export function jsonGuardrail(options: GuardrailOptions): Guardrail {
  checkGuardrailOptions('jsonGuardrail', options);
  return placeCheck(options, 'json', ({ text, data }) =>
    data !== undefined || parseJson(text) !== undefined ? PASSED : fails('it is not JSON'),
  );
}

import type { CheckedCall } from './call-policy.js';
import type { Observation } from './observation.js';

/** True or `{ pass: true }` lets the call go on; anything else blocks it. */
export type GuardrailVerdict = boolean | { readonly pass: boolean; readonly reason?: string };

export const GUARDRAIL_POSITIONS: readonly Guardrail['position'][] = ['tool_call', 'tool_result'];

/** Inspects accepted arguments before a tool runs, or its result before anybody sees it. One that throws blocks. */
export type Guardrail =
  | {
      readonly name: string;
      readonly position: 'tool_call';
      check(call: CheckedCall): GuardrailVerdict | Promise<GuardrailVerdict>;
    }
  | {
      readonly name: string;
      readonly position: 'tool_result';
      /** Also asked about results that are errors: what a tool says when it fails. @defaultValue false */
      readonly checksErrors?: boolean;
      check(observation: Observation, call: CheckedCall): GuardrailVerdict | Promise<GuardrailVerdict>;
    };

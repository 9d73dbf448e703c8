import {
  type Guardrail,
  GUARDRAIL_POSITIONS,
  type GuardrailFacts,
  type GuardrailPosition,
  type GuardrailVerdict,
} from '../../tool/guardrail.js';
import type { OptionRules } from '../../tool/option-rules.js';
import { checkOptions, FLAG, oneOf, TEXT } from '../option-check.js';
import { Inspected } from './inspected.js';

/** What every ready-made guardrail may state. */
export interface GuardrailOptions extends Partial<GuardrailFacts> {
  /** Where it stands. */
  readonly position: GuardrailPosition;
  /** At `tool_result`: also looks at what a tool says when it fails. @defaultValue false */
  readonly checksErrors?: boolean;
}

/** One that has no name of its own. */
export interface NamedGuardrailOptions extends GuardrailOptions {
  readonly name: string;
}

const RULES: OptionRules = {
  name: TEXT,
  position: oneOf(GUARDRAIL_POSITIONS),
  blocks: FLAG,
  onError: oneOf(['block', 'allow']),
  onTrip: oneOf(['tell', 'end']),
  checksErrors: FLAG,
};

/** @throws DEFINITION with every mistake in the options. */
export function checkGuardrailOptions(
  where: string,
  options: object,
  own: OptionRules = {},
  required: readonly string[] = [],
): void {
  checkOptions(where, options, { ...RULES, ...own }, ['position', ...required]);
}

/** A guardrail that looks at what there is at its position. */
export function placeCheck(
  { position, checksErrors, name, blocks, onError, onTrip }: GuardrailOptions,
  ownName: string,
  check: (inspected: Inspected) => GuardrailVerdict | Promise<GuardrailVerdict>,
): Guardrail {
  const facts: GuardrailFacts = {
    name: name ?? ownName,
    ...(blocks === undefined ? {} : { blocks }),
    ...(onError === undefined ? {} : { onError }),
    ...(onTrip === undefined ? {} : { onTrip }),
  };
  switch (position) {
    case 'tool_call':
      return { ...facts, position, check: call => check(Inspected.ofCall(call)) };
    case 'tool_result':
      return {
        ...facts,
        position,
        ...(checksErrors === undefined ? {} : { checksErrors }),
        check: (observation, { run }) => check(Inspected.ofResult(observation, run)),
      };
    default:
      return { ...facts, position, check: (text, run) => check(Inspected.ofText(text, run)) };
  }
}

export const PASSED: GuardrailVerdict = { pass: true };

/** @param reason - Told to the model, so it never quotes what was found. */
export const fails = (reason: string): GuardrailVerdict => ({ pass: false, reason });

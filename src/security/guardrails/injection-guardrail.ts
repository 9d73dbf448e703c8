import type { Guardrail } from '../../tool/guardrail.js';
import { plainText } from '../plain-text.js';
import { checkGuardrailOptions, fails, type GuardrailOptions, PASSED, placeCheck } from './place-check.js';

const EARLIER = String.raw`(?:previous|prior|above|earlier|preceding|foregoing|initial|original|system)`;
const ORDERS = String.raw`(?:instructions?|prompts?|rules?|guidelines?|directions?|directives?|commands?|constraints?|messages?)`;

/** White space is single and letters are small where these look. */
const PHRASES: readonly RegExp[] = [
  RegExp(
    String.raw`\b(?:ignore|disregard|forget|override|bypass|neglect) (?:\w+ ){0,4}${EARLIER} (?:\w+ ){0,3}${ORDERS}`,
  ),
  /\b(?:ignore|disregard|forget) (?:everything|all|anything) (?:\w+ ){0,4}(?:above|before|previously|prior)\b/,
  /\b(?:ignore|disregard|forget) (?:all )?(?:of )?your (?:\w+ ){0,2}(?:instructions?|rules?|guidelines?|training|programming)\b/,
  /\b(?:reveal|show|print|repeat|output|leak|display|tell me) (?:\w+ ){0,3}(?:system prompt|system message|hidden instructions|initial instructions)/,
  /\byou are (?:now |no longer )(?:\w+ ){0,3}(?:dan|jailbroken|unrestricted|unfiltered|bound by|restricted|an? ai without)\b/,
  /\b(?:enter|enable|activate|switch to) (?:\w+ ){0,2}(?:developer|dan|jailbreak|god|debug) mode\b/,
  /\bpretend (?:that )?(?:you have no|there are no) (?:\w+ ){0,2}(?:rules?|restrictions?|guidelines?|limits?|filters?)\b/,
  /\bdo not (?:tell|inform|mention (?:this|it) to|alert) the user\b/,
  /\bnew (?:system )?instructions?:/,
  // What only the templates of models write.
  /<\|(?:im_start|im_end|system|endoftext)\|>|\[\/?inst\]|<<\/?sys>>|<\/?system>/,
];

/**
 * Blocks phrases of well-known prompt injections, in English. These are heuristics: they catch what is copied, not what is
 * thought of, and may block text about injections. Policies have to hold without them.
 */
export function injectionGuardrail(options: GuardrailOptions): Guardrail {
  checkGuardrailOptions('injectionGuardrail', options);
  return placeCheck(options, 'injection', ({ pieces }) => {
    const texts = pieces.map(text => plainText(text).toLowerCase().replaceAll(/\s+/g, ' '));
    const isFound = PHRASES.some(phrase => texts.some(text => phrase.test(text)));
    return isFound ? fails('it reads like an attempt to change the instructions') : PASSED;
  });
}

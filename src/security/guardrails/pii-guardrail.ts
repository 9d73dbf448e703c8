import type { Guardrail } from '../../tool/guardrail.js';
import { someOf } from '../option-check.js';
import { plainText } from '../plain-text.js';
import { KIND_FACTS, PII_KINDS, type PiiKind } from './pii-kinds.js';
import { checkGuardrailOptions, fails, type GuardrailOptions, PASSED, placeCheck } from './place-check.js';

/** What {@link piiGuardrail} takes. */
export interface PiiGuardrailOptions extends GuardrailOptions {
  /** @defaultValue all of them */
  readonly kinds?: readonly PiiKind[];
}

/**
 * Blocks e-mail addresses, phone numbers (international ones, and those of North America), IBANs and credit card numbers with
 * right check digits, and US social security numbers. Names and postal addresses have no form and are not found.
 */
export function piiGuardrail(options: PiiGuardrailOptions): Guardrail {
  checkGuardrailOptions('piiGuardrail', options, { kinds: someOf(PII_KINDS) });
  const { kinds = PII_KINDS } = options;
  return placeCheck(options, 'pii', ({ pieces }) => {
    const texts = pieces.map(plainText);
    const found = kinds.filter(kind => texts.some(text => holds(text, kind)));
    return found.length === 0
      ? PASSED
      : fails(`it holds ${found.map(kind => KIND_FACTS[kind].what).join(', ')}`);
  });
}

function holds(text: string, kind: PiiKind): boolean {
  const { patterns, isReal = () => true } = KIND_FACTS[kind];
  return patterns.some(pattern => {
    for (const [, candidate = ''] of text.matchAll(pattern)) if (isReal(candidate)) return true;
    return false;
  });
}

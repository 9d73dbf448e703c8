import { types } from 'node:util';
import { guardPattern, resetPatternBudget } from '../../schema/plan/pattern-guard.js';
import type { Guardrail } from '../../tool/guardrail.js';
import { FLAG, TEXT } from '../option-check.js';
import {
  checkGuardrailOptions,
  fails,
  type NamedGuardrailOptions,
  PASSED,
  placeCheck,
} from './place-check.js';

/** What {@link regexGuardrail} takes. */
export interface RegexGuardrailOptions extends NamedGuardrailOptions {
  readonly pattern: RegExp;
  /** True: blocks what does not match, instead of what does. @defaultValue false */
  readonly mustMatch?: boolean;
  /** Told to the model. @defaultValue that it matches, or does not */
  readonly reason?: string;
}

/**
 * Blocks text that a regular expression matches. It sees arguments as JSON, and of results text and data. An expression
 * that takes too long is stopped and counts as an error.
 */
export function regexGuardrail(options: RegexGuardrailOptions): Guardrail {
  const own = {
    pattern: { wanted: 'a regular expression: /^ORD-/', admits: (value: unknown) => types.isRegExp(value) },
    mustMatch: FLAG,
    reason: TEXT,
  };
  checkGuardrailOptions('regexGuardrail', options, own, ['name', 'pattern']);
  const { pattern, mustMatch = false } = options;
  // With `g` or `y` an expression remembers where it was.
  const guarded = guardPattern(new RegExp(pattern.source, pattern.flags.replaceAll(/[gy]/g, '')));
  const reason =
    options.reason ??
    (mustMatch ? 'it does not have the form it must have' : 'it has a form it must not have');
  return placeCheck(options, options.name, ({ text }) => {
    resetPatternBudget();
    return guarded.test(text) === mustMatch ? PASSED : fails(reason);
  });
}

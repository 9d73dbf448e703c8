import { DefinitionError } from '../../foundation/definition-error.js';
import type { CallPolicy } from '../../tool/call-policy.js';
import { riskPolicy, type RiskPolicyOptions } from './risk-policy.js';

/**
 * When a person has to confirm a call: every one, none, or those that {@link riskPolicy} would ask about.
 *
 * @param options - For `risky`.
 */
export function confirmation(
  when: 'always' | 'never' | 'risky',
  options: Omit<RiskPolicyOptions, 'name' | 'onRisk'> = {},
): CallPolicy {
  const name = 'confirmation';
  switch (when) {
    case 'always':
      return { name, decide: () => ({ decision: 'ask', reason: 'every call has to be confirmed' }) };
    case 'never':
      return { name, decide: () => 'allow' };
    case 'risky':
      return riskPolicy({ ...options, name, onRisk: 'ask' });
    default: {
      const fix = "write 'always', 'never' or 'risky'.";
      throw new DefinitionError([{ where: 'confirmation', seen: `it got '${String(when)}'.`, fix }]);
    }
  }
}

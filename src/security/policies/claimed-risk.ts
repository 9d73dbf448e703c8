import { SECURITY_RISKS, type SecurityRisk } from '../../tool/call-policy.js';
import { checkOptions, oneOf } from '../option-check.js';
import type { RiskAssessor } from './risk-assessor.js';

/**
 * The model's own word. A model that was talked into something says what it was told to, so it is worth most together with
 * others.
 *
 * @param options - `unknown` is the risk of a call about which the model said nothing. @defaultValue `{ unknown: 'medium' }`
 */
export function claimedRisk(options: { readonly unknown?: SecurityRisk } = {}): RiskAssessor {
  checkOptions('claimedRisk', options, { unknown: oneOf(SECURITY_RISKS) });
  const { unknown = 'medium' } = options;
  return { name: 'claimed risk', assess: ({ claims }) => claims?.securityRisk ?? unknown };
}

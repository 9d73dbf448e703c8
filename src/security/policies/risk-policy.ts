import { type CallPolicy, SECURITY_RISKS, type SecurityRisk } from '../../tool/call-policy.js';
import { checkOptions, oneOf, TEXT } from '../option-check.js';
import { claimedRisk } from './claimed-risk.js';
import { destructiveCommands } from './destructive-commands.js';
import { isAtLeast, maxOf, type RiskAssessor } from './risk-assessor.js';

/** What {@link riskPolicy} takes. */
export interface RiskPolicyOptions {
  /** @defaultValue `risk` */
  readonly name?: string;
  /** From here on calls do not simply run. @defaultValue 'high' */
  readonly threshold?: SecurityRisk;
  /** @defaultValue 'ask' */
  readonly onRisk?: 'ask' | 'deny';
  /** The highest of what they say holds. @defaultValue `[claimedRisk(), destructiveCommands()]` */
  readonly assessors?: readonly RiskAssessor[];
}

/**
 * Asks about risky calls, or denies them. An assessor that fails counts as high, and tools declared `read_only` are low
 * whatever their arguments are.
 */
export function riskPolicy(options: RiskPolicyOptions = {}): CallPolicy {
  checkOptions('riskPolicy', options, {
    name: TEXT,
    threshold: oneOf(SECURITY_RISKS),
    onRisk: oneOf(['ask', 'deny']),
    assessors: { wanted: 'a list of { name, assess }', isList: true, admits: areAssessors },
  });
  const { name = 'risk', threshold = 'high', onRisk = 'ask' } = options;
  const assessor = maxOf(...(options.assessors ?? [claimedRisk(), destructiveCommands()]));
  return {
    name,
    async decide(call) {
      const risk = call.tool.replayClass === 'read_only' ? 'low' : ((await assessor.assess(call)) ?? 'low');
      return isAtLeast(risk, threshold) ? { decision: onRisk, reason: `its risk is ${risk}` } : 'allow';
    },
  };
}

const areAssessors = (value: unknown): boolean =>
  Array.isArray(value) &&
  value.length > 0 &&
  value.every(each => typeof (each as { assess?: unknown } | null)?.assess === 'function');

import { type CheckedCall, SECURITY_RISKS, type SecurityRisk } from '../../tool/call-policy.js';

/** Says how much harm a call may do. */
export interface RiskAssessor {
  readonly name: string;
  /** Undefined: it has nothing to say about this call. */
  assess(call: CheckedCall): SecurityRisk | undefined | Promise<SecurityRisk | undefined>;
}

/** True for a risk that is at least as high as another. */
export const isAtLeast = (risk: SecurityRisk, least: SecurityRisk): boolean =>
  SECURITY_RISKS.indexOf(risk) >= SECURITY_RISKS.indexOf(least);

/** The highest of what several say. One that fails, or says what is no risk, counts as high. */
export function maxOf(...assessors: readonly RiskAssessor[]): RiskAssessor {
  return {
    name: `max of ${assessors.map(({ name }) => name).join(', ')}`,
    async assess(call) {
      const risks = await Promise.all(assessors.map(assessor => ask(assessor, call)));
      return [...SECURITY_RISKS].reverse().find(risk => risks.includes(risk));
    },
  };
}

async function ask(assessor: RiskAssessor, call: CheckedCall): Promise<SecurityRisk | undefined> {
  try {
    const risk = await assessor.assess(call);
    return risk === undefined || SECURITY_RISKS.includes(risk) ? risk : 'high';
  } catch {
    return 'high';
  }
}

import { type ToolDefinition, ToolwrightError } from '../../index.js';
import { error, type Finding } from './finding.js';
import { type Claim, listClaims } from './schema-claims.js';

const MAX_REASONS = 3;

/** Examples and defaults that a tool advertises and would refuse, or would have to repair. */
export async function checkValues(definitions: readonly ToolDefinition[]): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const definition of definitions) findings.push(...(await checkDefinition(definition)));
  return findings;
}

async function checkDefinition(definition: ToolDefinition): Promise<Finding[]> {
  const findings: Finding[] = [];
  const refused = new Set<unknown>();
  for (const claim of listClaims(definition.inputSchema, refused)) {
    const reasons = await findReasons(definition, claim);
    if (reasons.length === 0) continue;
    refused.add(claim.value);
    findings.push(
      error(
        `${definition.name}, ${claim.what}`,
        `${reasons.slice(0, MAX_REASONS).join('; ')}.`,
        `correct the ${claim.kind} where it is written, or the rule that refuses it.`,
      ),
    );
  }
  return findings;
}

/** Other members may be missing in arguments that were made up for one value, so only what is said of that one counts. */
async function findReasons({ action }: ToolDefinition, { path, args }: Claim): Promise<string[]> {
  const isMeant = (each: { readonly path: string }): boolean =>
    each.path === path || each.path.startsWith(`${path}/`);
  const below = (found: string): string => (found === path ? '' : `at ${found}: `);
  try {
    const result = await action.plan.run(args);
    const issues = result.ok ? [] : result.issues.filter(isMeant);
    const repairs = result.repairs.filter(isMeant);
    return [
      ...issues.map(issue => `${below(issue.path)}expected ${issue.expected}, received ${issue.received}`),
      ...repairs.map(repair => `${below(repair.path)}it is accepted only after a repair (${repair.rule})`),
    ];
  } catch (cause) {
    if (!ToolwrightError.is(cause)) throw cause;
    return [cause.message];
  }
}

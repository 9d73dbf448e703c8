import type { RunContext } from '../context/run-context.js';
import type { CallPolicy } from '../tool/call-policy.js';
import type { ToolDefinition } from '../tool/tool-definition.js';

/** What every policy lets a model know of; one that fails hides. Calls are judged again, since a model may guess a name. */
export function visibleTools(
  definitions: readonly ToolDefinition[],
  policies: readonly CallPolicy[],
  run: RunContext,
): readonly ToolDefinition[] {
  const hiding = policies.filter(policy => policy.isVisible !== undefined);
  if (hiding.length === 0) return definitions;
  return definitions.filter(definition =>
    hiding.every(policy => {
      try {
        return policy.isVisible?.(definition, run) === true;
      } catch {
        return false;
      }
    }),
  );
}

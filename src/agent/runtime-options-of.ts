import type { RuntimeOptions } from '../execution/runtime-options.js';
import { definedMembers } from '../foundation/json.js';
import { TOOL_POSITIONS } from '../tool/guardrail.js';
import type { AgentOptions } from './agent-options.js';

/** What of an agent's options its runtime takes; its secrets are the agent's own. */
export function runtimeOptionsOf(options: AgentOptions): RuntimeOptions {
  const { container, manifest, logger, workspaceRoot, hostState, registry, toolSpecs, toolFilter } = options;
  const { policies, middleware, defaults, limits, clock, entropy } = options;
  return definedMembers({
    ...{ container, manifest, logger, workspaceRoot, hostState, registry, toolSpecs, toolFilter },
    ...{ policies, middleware, defaults, limits, clock, entropy },
    guardrails: options.guardrails?.filter(({ position }) => TOOL_POSITIONS.includes(position)),
  }) as RuntimeOptions;
}

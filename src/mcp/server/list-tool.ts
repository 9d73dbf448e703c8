import type { ToolDefinition } from '../../tool/tool-definition.js';
import type { ListedTool } from '../protocol/tool-catalogue.js';

/** A tool as clients see it: what counts for runs only is left out. */
export function listTool(definition: ToolDefinition): ListedTool {
  const { replayClass, origin, ...listed } = definition.describe();
  const { written } = definition.action;
  return written === undefined ? listed : { ...listed, inputSchema: written };
}

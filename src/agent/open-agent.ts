import type { ToolRuntime } from '../execution/tool-runtime.js';
import type { McpTools } from '../mcp/client/mcp-tools.js';
import type { Model } from '../model/model.js';
import type { AgentOptions } from './agent-options.js';
import type { OutputType } from './output-type.js';

/** An agent that is open. */
export interface OpenAgent {
  readonly name: string;
  readonly options: AgentOptions;
  readonly model: Model;
  readonly outputType: OutputType | undefined;
  readonly runtime: ToolRuntime;
  readonly mcp: McpTools | undefined;
}

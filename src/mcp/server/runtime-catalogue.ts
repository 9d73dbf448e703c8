import type { CallObservation } from '../../execution/call-observation.js';
import type { RunOptions } from '../../execution/runtime-options.js';
import type { ToolRuntime } from '../../execution/tool-runtime.js';
import { toJson } from '../../foundation/codecs.js';
import type { JsonObject } from '../../foundation/json.js';
import type { ToolDefinition } from '../../tool/tool-definition.js';
import type {
  CatalogueResult,
  ListedTool,
  McpCaller,
  ServerInfo,
  ToolCatalogue,
} from '../protocol/tool-catalogue.js';

/** What a call's run is given, from who called. */
export type ContextOfCaller = (caller: McpCaller) => McpRunContext | Promise<McpRunContext>;

export type McpRunContext = Pick<RunOptions, 'state' | 'conversationId' | 'container'>;

/** Serves the tools of a runtime; one `tools/call` is one run. */
export function catalogueOf(
  runtime: ToolRuntime,
  serverInfo: ServerInfo,
  contextOf: ContextOfCaller | undefined,
): ToolCatalogue {
  const listed = Object.freeze(runtime.definitions().map(listTool));
  return {
    serverInfo,
    list: () => listed,
    async call({ name, arguments: given, caller, signal, onProgress }) {
      const context = await contextOf?.(caller);
      const observation = await runtime.call(
        { name, arguments: given },
        { ...context, signal, ...(onProgress === undefined ? {} : { onProgress }) },
      );
      if (observation.error?.code === 'UNKNOWN_TOOL') throw observation.error;
      return toResult(observation);
    },
  };
}

function listTool(definition: ToolDefinition): ListedTool {
  const { name, title, description, inputSchema, outputSchema, annotations } = definition.describe();
  return {
    name,
    ...(title === undefined ? {} : { title }),
    description,
    inputSchema,
    ...(outputSchema === undefined ? {} : { outputSchema }),
    annotations,
  };
}

function toResult(observation: CallObservation): CatalogueResult {
  const { repairs, durationMs } = observation;
  return {
    content: observation.content,
    ...(observation.structuredContent === undefined
      ? {}
      : { structuredContent: observation.structuredContent }),
    isError: observation.isError,
    _meta: {
      'toolwright/durationMs': Math.round(durationMs * 100) / 100,
      ...(repairs.length === 0 ? {} : { 'toolwright/repairs': toJson(repairs) }),
    } satisfies JsonObject,
  };
}

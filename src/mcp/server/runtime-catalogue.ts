import type { CallObservation } from '../../execution/call-observation.js';
import type { RunOptions } from '../../execution/runtime-options.js';
import type { ToolRuntime } from '../../execution/tool-runtime.js';
import { toJson } from '../../foundation/codecs.js';
import type { JsonObject } from '../../foundation/json.js';
import type { Logger } from '../../foundation/logger.js';
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

/** What the run of one call is given. */
export type McpRunContext = Pick<RunOptions, 'state' | 'conversationId' | 'container'>;

/** Who is asked about callers, and where a failure to answer is reported. */
export interface CallerContext {
  readonly contextOf: ContextOfCaller | undefined;
  readonly logger: Logger;
}

/** Serves the tools of a runtime; one `tools/call` is one run. */
export function catalogueOf(
  runtime: ToolRuntime,
  serverInfo: ServerInfo,
  context: CallerContext,
): ToolCatalogue {
  const listed = Object.freeze(runtime.definitions().map(listTool));
  return {
    serverInfo,
    list: () => listed,
    async call({ name, arguments: given, caller, signal, onProgress }) {
      const known = await findContext(caller, context);
      if (known === undefined) return refuse(name);
      const observation = await runtime.call(
        { name, arguments: given },
        { ...known, signal, ...(onProgress === undefined ? {} : { onProgress }) },
      );
      if (observation.error?.code === 'UNKNOWN_TOOL') throw observation.error;
      return toResult(observation);
    },
  };
}

/** Undefined when the author's function failed, which is reported to people. */
async function findContext(
  caller: McpCaller,
  { contextOf, logger }: CallerContext,
): Promise<McpRunContext | undefined> {
  try {
    return (await contextOf?.(caller)) ?? {};
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    logger.error('The context function failed, so a call was refused.', {
      transport: caller.transport,
      reason,
    });
    return undefined;
  }
}

function refuse(toolName: string): CatalogueResult {
  const text = `Tool '${toolName}' failed: the server could not tell who is calling. Do not call it again; tell the user.`;
  return { content: [{ type: 'text', text }], isError: true };
}

function listTool(definition: ToolDefinition): ListedTool {
  const { replayClass, origin, ...listed } = definition.describe();
  return listed;
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

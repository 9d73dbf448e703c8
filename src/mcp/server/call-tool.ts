import type { CallObservation } from '../../execution/call-observation.js';
import type { ToolRuntime } from '../../execution/tool-runtime.js';
import { toJson } from '../../foundation/codecs.js';
import type { JsonObject } from '../../foundation/json.js';
import type { CatalogueCall, CatalogueResult } from '../protocol/tool-catalogue.js';
import { type CallerContext, findRunOf } from './caller-run.js';
import { workFor } from './client-at-work.js';

/** Answers one `tools/call` with one run. */
export async function callTool(
  runtime: ToolRuntime,
  { name, arguments: given, caller, signal, onProgress }: CatalogueCall,
  context: CallerContext,
): Promise<CatalogueResult> {
  const known = await findRunOf(caller, name, context);
  if (known === undefined) return refuse(name);
  const observation = await workFor(caller.client, () =>
    runtime.call(
      { name, arguments: given },
      { ...known, signal, ...(onProgress === undefined ? {} : { onProgress }) },
    ),
  );
  if (observation.error?.code === 'UNKNOWN_TOOL') throw observation.error;
  return toResult(observation);
}

function refuse(toolName: string): CatalogueResult {
  const text = `Tool '${toolName}' failed: the server could not tell who is calling. Do not call it again; tell the user.`;
  return { content: [{ type: 'text', text }], isError: true };
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

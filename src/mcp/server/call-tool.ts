import type { CallObservation } from '../../execution/call-observation.js';
import type { ToolRuntime } from '../../execution/tool-runtime.js';
import { toJson } from '../../foundation/codecs.js';
import type { JsonValue } from '../../foundation/json.js';
import type { CatalogueCall, CatalogueResult } from '../protocol/tool-catalogue.js';
import { type CallerContext, findRunOf } from './caller-run.js';
import { workFor } from './client-at-work.js';

/** Answers one `tools/call` with one run. */
export async function callTool(
  runtime: ToolRuntime,
  { name, arguments: given, caller, cancellation, onProgress }: CatalogueCall,
  context: CallerContext,
): Promise<CatalogueResult> {
  const found = findRunOf(caller, name, context);
  const known = found instanceof Promise ? await found : found;
  if (known === undefined) return refuse(name);
  const options = onProgress === undefined ? known : { ...known, onProgress };
  const call = { name, arguments: given };
  const observation = await workFor(caller.client, () => runtime.callUntil(cancellation, call, options));
  if (observation.error?.code === 'UNKNOWN_TOOL') throw observation.error;
  return toResult(observation);
}

function refuse(toolName: string): CatalogueResult {
  const text = `Tool '${toolName}' failed: the server could not tell who is calling. Do not call it again; tell the user.`;
  return { content: [{ type: 'text', text }], isError: true };
}

function toResult({
  content,
  structuredContent,
  isError,
  repairs,
  durationMs,
}: CallObservation): CatalogueResult {
  const _meta: Record<string, JsonValue> = { 'toolwright/durationMs': Math.round(durationMs * 100) / 100 };
  if (repairs.length > 0) _meta['toolwright/repairs'] = toJson(repairs);
  return structuredContent === undefined
    ? { content, isError, _meta }
    : { content, structuredContent, isError, _meta };
}

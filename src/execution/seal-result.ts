import type { Secrets } from '../context/secrets.js';
import type { JsonObject } from '../foundation/json.js';
import type { ContentBlock } from '../tool/content.js';
import { boundContent, boundText } from './bound-content.js';
import type { CallLimits } from './call-settings.js';
import type { RenderedResult } from './rendered-result.js';

/** Masks secrets, then bounds the size: in this order, so that no part of a secret survives at a cut. */
export function sealResult(result: RenderedResult, secrets: Secrets, limits: CallLimits): RenderedResult {
  const masked = secrets.isEmpty ? result.content : result.content.map(block => maskBlock(block, secrets));
  const { isError, visualize } = result;
  const structuredContent =
    result.structuredContent && (secrets.maskJson(result.structuredContent) as JsonObject);
  const content = boundContent(masked, limits, structuredContent);
  // Most results are text alone, and spreading costs as much as masking them.
  if (structuredContent === undefined && visualize === undefined) return { content, isError };
  return {
    content,
    isError,
    ...(structuredContent === undefined ? {} : { structuredContent }),
    ...(visualize === undefined
      ? {}
      : { visualize: () => boundText(secrets.mask(visualize()), limits.resultBytes) }),
  };
}

/** Everything but the bytes of media, in which no text could be found. */
function maskBlock(block: ContentBlock, secrets: Secrets): ContentBlock {
  if (block.type !== 'image' && block.type !== 'audio') {
    return secrets.maskJson(block as unknown as JsonObject) as unknown as ContentBlock;
  }
  const { data, ...rest } = block;
  return { ...(secrets.maskJson(rest) as unknown as typeof rest), data };
}

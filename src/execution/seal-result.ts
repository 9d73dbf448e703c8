import type { Secrets } from '../context/secrets.js';
import type { JsonObject } from '../foundation/json.js';
import type { ContentBlock } from '../tool/content.js';
import { boundContent, boundText } from './bound-content.js';
import type { CallLimits } from './call-settings.js';
import type { RenderedResult } from './render-result.js';

/** Masks secrets, then bounds the size: in this order, so that no part of a secret survives at a cut. */
export function sealResult(result: RenderedResult, secrets: Secrets, limits: CallLimits): RenderedResult {
  // Frozen, because the journal and the caller get the same.
  const content = Object.freeze(
    boundContent(
      result.content.map(block => maskBlock(block, secrets)),
      limits,
    ),
  );
  const { structuredContent, visualize } = result;
  return {
    ...result,
    content,
    ...(structuredContent === undefined
      ? {}
      : { structuredContent: secrets.maskJson(structuredContent) as JsonObject }),
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

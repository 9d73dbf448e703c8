import type { Secrets } from '../context/secrets.js';
import type { JsonObject } from '../foundation/json.js';
import { maskRecord } from '../journal/mask-record.js';
import type { ContentBlock } from '../tool/content.js';
import { boundContent, boundText } from './bound-content.js';
import type { CallLimits } from './call-settings.js';
import type { RenderedResult } from './rendered-result.js';

/** A result as everybody may see it. */
export interface SealedResult extends RenderedResult {
  /** All of the content, masked; missing when nothing was cut. */
  readonly uncut?: readonly ContentBlock[];
}

/** Masks secrets, then bounds the size: in this order, so that no part of a secret survives at a cut. */
export function sealResult(result: RenderedResult, secrets: Secrets, limits: CallLimits): SealedResult {
  const masked = secrets.isEmpty ? result.content : result.content.map(block => maskRecord(block, secrets));
  const { isError, visualize } = result;
  const structuredContent =
    result.structuredContent && (secrets.maskJson(result.structuredContent) as JsonObject);
  const content = boundContent(masked, limits, structuredContent);
  // Most results are text alone, and spreading costs as much as masking them.
  if (structuredContent === undefined && visualize === undefined && content === masked)
    return { content, isError };
  return {
    content,
    isError,
    ...(isSame(content, masked) ? {} : { uncut: masked }),
    ...(structuredContent === undefined ? {} : { structuredContent }),
    ...(visualize === undefined
      ? {}
      : { visualize: () => boundText(secrets.mask(visualize()), limits.resultBytes) }),
  };
}

const isSame = (bounded: readonly ContentBlock[], whole: readonly ContentBlock[]): boolean =>
  bounded === whole ||
  (bounded.length === whole.length && bounded.every((block, index) => block === whole[index]));

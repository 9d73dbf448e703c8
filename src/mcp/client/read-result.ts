import { isPlainObject, type JsonObject } from '../../foundation/json.js';
import type { ContentBlock } from '../../tool/content.js';
import { findContentMistake } from '../../tool/content-check.js';
import { Observation } from '../../tool/observation.js';

/** What a server answered, as an observation. What is no content we know is kept as text. */
export function readResult(result: JsonObject): Observation {
  const { content, structuredContent, isError } = result;
  const data = isPlainObject(structuredContent) ? structuredContent : undefined;
  const blocks = (Array.isArray(content) ? (content as readonly unknown[]) : []).map(readBlock);
  return new Observation({
    // The model reads the content alone, so data that servers repeat as text is read once.
    content: blocks,
    isError: isError === true,
    ...(data === undefined ? {} : { structuredContent: data }),
  });
}

function readBlock(block: unknown): ContentBlock {
  const known = isPlainObject(block) ? stripped(block) : block;
  if (findContentMistake(known) === undefined) return known as ContentBlock;
  return { type: 'text', text: typeof block === 'string' ? block : JSON.stringify(block ?? null) };
}

/** What is said beside a block is for other readers than the model. */
function stripped({ _meta, icons, ...block }: Record<string, unknown>): Record<string, unknown> {
  return block;
}

import type { JsonObject } from '../foundation/json.js';
import type { ContentBlock } from '../tool/content.js';

/** What the media of a result may still take, beside its structured content: clients read both as one message. */
export class MediaRoom {
  readonly #limit: number;
  readonly #data: JsonObject | undefined;
  #left: number | undefined;

  constructor(limit: number, data: JsonObject | undefined) {
    this.#limit = limit;
    this.#data = data;
  }

  /** Why the media of a block is left out; undefined when it fits, and then it takes its room. */
  refuse(block: ContentBlock): string | undefined {
    const size = mediaOf(block)?.length ?? 0;
    if (size === 0) return undefined;
    // Few results have both, so that structured content is measured for them only.
    this.#left ??=
      this.#limit - (this.#data === undefined ? 0 : Buffer.byteLength(JSON.stringify(this.#data)));
    if (size <= this.#left) {
      this.#left -= size;
      return undefined;
    }
    const beside = size > this.#limit ? '' : ' for all of a result together';
    return `${block.type} of ${size} base64 characters left out; the limit is ${this.#limit}${beside}`;
  }
}

function mediaOf(block: ContentBlock): string | undefined {
  if (block.type === 'image' || block.type === 'audio') return block.data;
  return block.type === 'resource' ? block.resource.blob : undefined;
}

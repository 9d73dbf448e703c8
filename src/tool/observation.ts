import { hasBrand } from '../foundation/brand.js';
import type { JsonObject } from '../foundation/json.js';
import { type ContentBlock, describeContent, textOf } from './content.js';

const OBSERVATION = Symbol.for('toolwright.observation');

/** What an {@link Observation} is made of. */
export interface ObservationFields {
  /** Text is short for one text block. */
  readonly content?: string | readonly ContentBlock[];
  /** @defaultValue false */
  readonly isError?: boolean;
  /** The result as data; must fit the declared output schema, when there is one. */
  readonly structuredContent?: JsonObject;
}

/** What comes back from a tool call. Return one to choose the content yourself, or extend it for a type of your own. */
export class Observation {
  readonly content: readonly ContentBlock[];
  readonly isError: boolean;
  declare readonly structuredContent?: JsonObject;

  constructor(fields: ObservationFields = {}) {
    const content = fields.content ?? [];
    this.content = typeof content === 'string' ? [{ type: 'text', text: content }] : content;
    this.isError = fields.isError ?? false;
    if (fields.structuredContent !== undefined) this.structuredContent = fields.structuredContent;
  }

  get [OBSERVATION](): true {
    return true;
  }

  /** The text of all text blocks. */
  get text(): string {
    return textOf(this.content);
  }

  /** What a model reads. */
  toLlmContent(): readonly ContentBlock[] {
    return this.content;
  }

  /** What a person reads, as plain text. */
  visualize(): string {
    return describeContent(this.toLlmContent());
  }

  static error(text: string): Observation {
    return new Observation({ content: text, isError: true });
  }

  /** @param data - Bytes, or base64 text. */
  static image(data: Uint8Array | string, mimeType: string): Observation {
    return new Observation({ content: [{ type: 'image', data: toBase64(data), mimeType }] });
  }

  /** @param data - Bytes, or base64 text. */
  static audio(data: Uint8Array | string, mimeType: string): Observation {
    return new Observation({ content: [{ type: 'audio', data: toBase64(data), mimeType }] });
  }

  /** True for observations of any copy of this package. */
  static is(value: unknown): value is Observation {
    return hasBrand(value, OBSERVATION);
  }
}

function toBase64(data: Uint8Array | string): string {
  return typeof data === 'string' ? data : Buffer.from(data).toString('base64');
}

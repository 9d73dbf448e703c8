import type { ContentBlock } from '../tool/content.js';
import type { ObservationFields } from '../tool/observation.js';

/** A result as it will be told, before secrets are masked and its size is bounded. */
export interface RenderedResult extends ObservationFields {
  readonly content: readonly ContentBlock[];
  readonly isError: boolean;
  /** How many bytes the text stands for, when the result is nothing but bytes. */
  readonly byteCount?: number;
  /** Shows the result to people, when its observation class has a view of its own. */
  readonly visualize?: () => string;
}

export const succeed = (text: string): RenderedResult => ({
  content: [{ type: 'text', text }],
  isError: false,
});

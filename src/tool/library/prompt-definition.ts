import type { Icon } from '../icon.js';
import type { ToolDefinition } from '../tool-definition.js';
import type { Completers } from './resource-definition.js';

/** What a {@link PromptDefinition} is made of. */
export interface PromptFields {
  readonly name: string;
  readonly title?: string | undefined;
  readonly description: string;
  readonly icons?: readonly Icon[] | undefined;
  readonly maker: ToolDefinition;
  readonly completers: Completers;
}

/** A text that people choose in a client: what it takes, and how it is made. Immutable. */
export class PromptDefinition {
  readonly fields: PromptFields;

  constructor(fields: PromptFields) {
    this.fields = Object.freeze({ ...fields });
    Object.freeze(this);
  }
}

import type { Icon } from '../icon.js';
import type { ToolDefinition } from '../tool-definition.js';
import type { UriTemplate } from './uri-template.js';

/** Methods that complete values, by the argument or variable they complete. */
export type Completers = ReadonlyMap<string, ToolDefinition>;

/** What a {@link ResourceDefinition} is made of. */
export interface ResourceFields {
  /** With variables, or without. */
  readonly uri: UriTemplate;
  readonly name: string;
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly mimeType?: string | undefined;
  readonly size?: number | undefined;
  readonly icons?: readonly Icon[] | undefined;
  readonly reader: ToolDefinition;
  readonly completers: Completers;
}

/** Something that clients of a server may read, or many of a kind: what it is, and how it is read. Immutable. */
export class ResourceDefinition {
  readonly fields: ResourceFields;

  constructor(fields: ResourceFields) {
    this.fields = Object.freeze({ ...fields });
    Object.freeze(this);
  }
}

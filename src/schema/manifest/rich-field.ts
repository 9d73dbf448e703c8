import type { ClassKnowledge } from './class-knowledge.js';
import type { ManifestField } from './manifest.js';

/** What a manifest knows of one parameter, property or result, and of the class it stands in. */
export interface RichField {
  readonly field: ManifestField;
  readonly knowledge: ClassKnowledge;
}

import type { JsonObject } from '../../foundation/json.js';
import type { JsonSchemaType } from '../json-schema.js';
import type { DialectName } from './dialect-name.js';
import type { RenderableTool } from './rendered-tool.js';

/** What one provider's API takes, as it was documented on a day. The passes read it; none of them knows a provider. */
export interface Profile {
  readonly name: DialectName;
  /** The day on which the facts were looked up. */
  readonly asOf: string;
  readonly sources: readonly string[];
  readonly names: NameRule;
  /** What the names that go out as they are should be like; the others are warned of. */
  readonly advisedNames?: NameRule & { readonly inWords: string };
  /** Missing when the canonical schema goes out as it is. */
  readonly schema?: SchemaRules;
  readonly list?: ListLimits;
  /** The dialect's less exact sibling, for schemas that cannot be expressed in this one. */
  readonly fallback?: Profile;
  readonly isStrict: boolean;
  wrap(parts: WrapParts): JsonObject;
}

export interface WrapParts {
  readonly name: string;
  readonly parameters: JsonObject;
  readonly tool: RenderableTool;
}

export interface NameRule {
  /** What a name may consist of, and how it may begin. */
  readonly allowed: RegExp;
  readonly maxLength: number;
}

export interface SchemaRules {
  /** Everything else is put into words. `all` for providers that pass over what they do not know. */
  readonly keywords: ReadonlySet<string> | 'all';
  /** Only these formats; everything when missing. */
  readonly formats?: ReadonlySet<string>;
  /** Whether patterns may look around or back. */
  readonly plainPatternsOnly?: boolean;
  readonly largestMinItems?: number;
  /** The types that allowed values may have, and whether those of one list may differ. */
  readonly enums?: { readonly types: readonly JsonSchemaType[]; readonly mixed: boolean };
  /** Where `allOf`, unions beside other keywords and references beside other keywords are taken apart. */
  readonly combine: 'root' | 'everywhere';
  /** A node says its type. */
  readonly needsTypes: boolean;
  readonly needsItems: boolean;
  readonly closedObjects: boolean;
  readonly allRequired: boolean;
  readonly tuples: 'kept' | 'without false items' | 'objects';
  readonly recursion: 'free' | 'through optional properties' | 'none';
  readonly properties?: NameRule & { readonly where: 'top' | 'everywhere' };
  readonly limits?: SchemaLimits;
}

export interface SchemaLimits {
  readonly properties?: number;
  readonly depth?: number;
  readonly enumValues?: number;
  /** Of all names and allowed values together. */
  readonly characters?: number;
  readonly largeEnum?: { readonly values: number; readonly characters: number };
}

/** Limits over all strict tools of one request. */
export interface ListLimits {
  readonly tools: number;
  readonly optionals: number;
  readonly unions: number;
}

import type { JsonObject } from '../../foundation/json.js';
import type { JsonSchema } from '../json-schema.js';
import type { DialectName } from './dialect-name.js';

/** What of a tool is rendered; a `ToolDefinition` is one. Taken as immutable: its renderings are kept. */
export interface RenderableTool {
  readonly name: string;
  readonly title?: string | undefined;
  readonly description: string;
  /** JSON Schema 2020-12 of the arguments; admits an object. */
  readonly inputSchema: JsonSchema;
  readonly outputSchema?: JsonSchema | undefined;
  readonly annotations?: object | undefined;
}

/** A keyword of the canonical schema that the provider is not told, or only in words; it stays enforced locally. */
export interface Loss {
  /** JSON Pointer of the node in the canonical schema. */
  readonly path: string;
  readonly keyword: string;
  readonly reason: string;
  /** Where the model can still read it. */
  readonly kept: 'description' | 'nothing';
}

/** One tool in the shape of one provider's API. */
export interface RenderedTool {
  readonly dialect: DialectName;
  /** The tool as the provider's API takes it; frozen. */
  readonly tool: JsonObject;
  /** The name as exported, which the model calls; differs from the tool's own where the provider does not take that. */
  readonly name: string;
  /** True when the provider enforces the schema; false for a strict dialect that cannot express it. */
  readonly strict: boolean;
  /** What the provider is not told; it stays enforced locally. */
  readonly losses: readonly Loss[];
  /** What differs from what was asked for, naming the tool. */
  readonly warnings: readonly string[];
  /** SHA-256 of the rendered text, hexadecimal. */
  readonly hash: string;
  /**
   * Arguments in the dialect's shape, as a value or as JSON text, in the shape of the canonical schema. For use before
   * validation: what is not recognised is left alone, for validation to refuse. Never throws.
   */
  restoreArguments(args: unknown): unknown;
}

/** A tool that a dialect has no way to express. */
export interface RefusedTool {
  readonly name: string;
  readonly reason: string;
}

/** A list of tools in the shape of one provider's API. */
export interface RenderedToolList {
  readonly dialect: DialectName;
  readonly tools: readonly RenderedTool[];
  /** Tools that are left out, each with the reason; the others are not affected. */
  readonly refused: readonly RefusedTool[];
  readonly warnings: readonly string[];
  /** SHA-256 of the rendered texts, hexadecimal. */
  readonly hash: string;
  /** The tool that a model means by an exported name, and its own name; undefined when there is none. */
  find(exportedName: string): { readonly originalName: string; readonly rendered: RenderedTool } | undefined;
}

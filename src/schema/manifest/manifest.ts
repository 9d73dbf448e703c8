import type { JsonSchema } from '../json-schema.js';

/**
 * What a compiler pass over the sources knows about tools and the classes they take: plain JSON. Schemas in it refer to
 * its own types as `#/types/Name`. `x-revive` on a node (`date`, `bigint`, `bytes`) tells what its text becomes.
 */
export interface ToolManifest {
  readonly version: 1;
  /** The packages that made it, with their versions. */
  readonly generator: string;
  /** SHA-256 of every source it depends on, by path from the manifest's folder with `/`. */
  readonly sources: Readonly<Record<string, string>>;
  /** In the order of their ids. */
  readonly tools: readonly ManifestTool[];
  readonly types: Readonly<Record<string, ManifestType>>;
}

/** One tool: a method, or a class with `execute()`. */
export interface ManifestTool {
  /** `src/orders.ts#Orders.lookupOrder`, or `src/ticket.ts#OpenTicket`. */
  readonly id: string;
  readonly className: string;
  /** Missing for a class that is a tool. */
  readonly member?: string;
  readonly isStatic?: true;
  readonly description?: string;
  /** Why not to use it any more; empty when that is not said. */
  readonly deprecated?: string;
  /** Whole arguments, each an object; they fit the parameters. */
  readonly examples?: readonly unknown[];
  /** Of a method: in the order of its signature. */
  readonly parameters?: readonly ManifestField[];
  /** Missing when nothing is known of the result that could be advertised. */
  readonly returns?: ManifestResult;
}

export interface ManifestResult {
  readonly schema: JsonSchema;
  readonly description?: string;
}

/** One parameter or property. */
export interface ManifestField {
  /** In source. Empty for a destructured parameter that its decorator names. */
  readonly name: string;
  /** The parameter is the run: it is no argument. */
  readonly isRun?: true;
  /** Missing for the run, and where a decorator states the type. */
  readonly schema?: JsonSchema;
  /** May be left out: `?`, `| undefined`, or an initialiser. */
  readonly optional?: true;
  /** A decorator states the type, and the one in source admits null besides. */
  readonly nullable?: true;
  /** Where the initialiser is a literal, an enum member or a constant. */
  readonly default?: unknown;
  readonly description?: string;
  readonly deprecated?: true;
  readonly examples?: readonly unknown[];
}

/** A named type that schemas refer to. */
export type ManifestType = ManifestClass | ManifestSchema;

/** A class, so that arguments can become instances of it. Inherited properties are among its own. */
export interface ManifestClass {
  readonly kind: 'class';
  /** `src/orders.ts#Item`. */
  readonly id: string;
  readonly className: string;
  readonly description?: string;
  /** Nothing but data: without decorators, methods and accessors, so a plain object can stand for an instance. */
  readonly isPlain?: true;
  readonly properties: readonly ManifestField[];
}

/** An interface or an alias. */
export interface ManifestSchema {
  readonly kind: 'schema';
  readonly schema: JsonSchema;
}

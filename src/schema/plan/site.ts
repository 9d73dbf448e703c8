import type { JsonSchema } from '../json-schema.js';
import type { NodeFacts } from '../typed-schema.js';
import type { Preparation } from './formats.js';
import type { Libraries } from './libraries.js';
import type { PlanNode } from './node.js';
import type { Pass } from './pass.js';

/** One schema node and all that compiling it needs. */
export interface Site {
  readonly schema: JsonSchema;
  readonly facts: NodeFacts;
  /** Of the node inside its root, to follow `#`. */
  readonly pointer: string;
  /** Ajv judges the value as a whole: what is compiled of it may be less exact. */
  readonly isJudged: boolean;
  readonly pass: Pass;
  readonly preparations: Preparation[];
  readonly libraries: Libraries;
  /** Compiles a sub-schema; `steps` lead from this node to it. */
  compile(schema: JsonSchema | boolean, ...steps: readonly (string | number)[]): PlanNode;
  /** The same node with sub-schemas that are compiled without typed values, for what class-transformer makes instances of. */
  asJson(): Site;
  /** True when `schema`, or what it leads to, says more about a value than its keywords. */
  means(schema: JsonSchema | boolean): boolean;
  /** The schema a local reference leads to; the schema itself when there is none. */
  follow(schema: JsonSchema): JsonSchema;
}

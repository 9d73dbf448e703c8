import type { Constructor } from '../../foundation/constructor.js';
import type { DefinitionProblem } from '../../foundation/definition-error.js';
import type { JsonSchema, JsonSchemaType } from '../json-schema.js';
import type { NodeFacts } from '../typed-schema.js';

/** A schema node while it is being built; facts are keyed by its identity, so it is changed in place. */
export type Draft = { -readonly [K in keyof JsonSchema]: JsonSchema[K] };

/** One alternative of a discriminated union: the class, told apart by `property` having the value `name`. */
export interface Variant {
  readonly property: string;
  readonly name: string;
  readonly keepProperty: boolean;
}

/** What building one node needs from the whole schema around it. */
export interface Workshop {
  problem(problem: DefinitionProblem): void;
  /** True for classes that declare properties. */
  declares(target: Constructor): boolean;
  /** Makes `node` refer to the definition of a class. */
  link(node: Draft, target: Constructor, variant?: Variant): void;
  /** Makes `node` refer to a definition that `build` makes; `key` tells definitions apart, `name` is what it is called. */
  refer(node: Draft, key: object, name: string, build: () => JsonSchema): void;
  addFacts(node: JsonSchema, facts: NodeFacts): void;
  /** Takes `$defs` out of a schema written by the author, to the root. */
  hoist(definitions: Readonly<Record<string, JsonSchema>>, where: string): void;
}

/** Stands in a reference to something else than an object until definitions have names. */
export const TO_ANY_TYPE = '#';

/** The types a node admits; undefined when it does not say. */
export function typesOfNode(node: JsonSchema): readonly JsonSchemaType[] | undefined {
  if (node.$ref !== undefined) return node.$ref === TO_ANY_TYPE ? undefined : ['object'];
  if (node.type === undefined) return undefined;
  return typeof node.type === 'string' ? [node.type] : node.type;
}

/** A copy that shares no object or array with the original; everything that is not plain data is kept. */
export function copyOf<T>(value: T): T {
  if (Array.isArray(value)) return value.map(item => copyOf(item as unknown)) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [key, copyOf(member as unknown)]),
  ) as T;
}

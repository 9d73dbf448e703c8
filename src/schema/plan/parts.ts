import type { JsonSchema } from '../json-schema.js';
import type { NodeFacts } from '../typed-schema.js';
import { schemasInside } from './sub-schemas.js';
import { hasKindKeywords } from './understanding.js';

/** Groups of keywords of one node, each of which the plan compiles alone. */
export type Part = '$ref' | 'values' | 'type' | 'anyOf' | 'oneOf' | 'allOf';

/** The parts a node has, those that say most about a value first. */
export function listParts(schema: JsonSchema, { revive }: NodeFacts): readonly Part[] {
  const isTyped = hasKindKeywords(schema) || schema.type !== undefined;
  const present: Readonly<Record<Part, boolean>> = {
    $ref: schema.$ref !== undefined,
    values: schema.const !== undefined || schema.enum !== undefined,
    type: isTyped || (revive !== undefined && schema.$ref === undefined),
    anyOf: schema.anyOf !== undefined,
    oneOf: schema.oneOf !== undefined,
    allOf: Array.isArray(schema.allOf),
  };
  const parts = (Object.keys(present) as Part[]).filter(part => present[part]);
  // What `allOf` says is compiled besides the rest only: alone it leaves the node without a type.
  return parts[0] === 'allOf' ? ['type', ...parts] : parts;
}

/** The schemas that a part applies. */
export function schemasOfPart(part: Part, schema: JsonSchema): readonly JsonSchema[] {
  if (part === '$ref') return [{ $ref: schema.$ref ?? '' }];
  if (part === 'type') return schemasInside(schema);
  return part === 'values' ? [] : (schema[part] ?? []);
}

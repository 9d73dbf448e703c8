import type { JsonSchema } from '../json-schema.js';
import type { Node } from './node.js';
import { partsOf } from './node.js';
import type { SchemaLimits } from './profile.js';

/** What providers count in a schema. */
export interface Measure {
  readonly properties: number;
  readonly enumValues: number;
  readonly characters: number;
  readonly depth: number;
  readonly largeEnums: readonly { readonly values: number; readonly characters: number }[];
  /** Members that may be left out. */
  readonly optionals: number;
  /** Nodes that admit more than one type. */
  readonly unions: number;
}

export function measureSchema(schema: JsonSchema): Measure {
  const measure = {
    properties: 0,
    enumValues: 0,
    characters: 0,
    optionals: 0,
    unions: 0,
    largeEnums: [] as Measure['largeEnums'][number][],
  };
  const count = (node: JsonSchema): void => {
    const names = Object.keys(node.properties ?? {});
    const values = node.enum ?? ('const' in node ? [node.const] : []);
    const written = values.reduce<number>((sum, value) => sum + String(value).length, 0);
    measure.properties += names.length;
    measure.enumValues += node.enum?.length ?? 0;
    measure.characters += names.join('').length + written;
    measure.optionals += names.length - (node.required?.length ?? 0);
    if (node.anyOf !== undefined || Array.isArray(node.type)) measure.unions++;
    if (node.enum !== undefined) measure.largeEnums.push({ values: node.enum.length, characters: written });
    partsOf(node as Node).forEach(part => count(part));
  };
  const definitions = Object.entries(schema.$defs ?? {});
  for (const [name, node] of definitions) {
    measure.characters += name.length;
    count(node);
  }
  count(schema);
  return { ...measure, depth: depthOf(schema) };
}

/** Levels of objects in objects; a recursive reference adds none. */
function depthOf(root: JsonSchema): number {
  const depths = new Map<string, number>();
  const below = (node: JsonSchema): number => {
    const name = node.$ref?.replace('#/$defs/', '');
    if (name !== undefined) return ofDefinition(name);
    const parts = partsOf(node as Node);
    return (
      Math.max(0, ...parts.map(part => below(part as JsonSchema))) + (node.properties === undefined ? 0 : 1)
    );
  };
  const ofDefinition = (name: string): number => {
    const known = depths.get(name);
    if (known !== undefined) return known;
    depths.set(name, 0);
    const target = root.$defs?.[name];
    const depth = target === undefined ? 0 : below(target);
    depths.set(name, depth);
    return depth;
  };
  return below(root);
}

/** The limits that a schema exceeds, in words. */
export function findExcesses(measure: Measure, limits: SchemaLimits): readonly string[] {
  const excess = (value: number, limit: number | undefined, what: string): string[] =>
    limit !== undefined && value > limit
      ? [`it has ${String(value)} ${what}, and the limit is ${String(limit)}`]
      : [];
  const { largeEnum } = limits;
  const tooLarge = measure.largeEnums.find(
    ({ values, characters }) =>
      largeEnum !== undefined && values > largeEnum.values && characters > largeEnum.characters,
  );
  return [
    ...excess(measure.properties, limits.properties, 'properties'),
    ...excess(measure.depth, limits.depth, 'levels of objects'),
    ...excess(measure.enumValues, limits.enumValues, 'allowed values'),
    ...excess(measure.characters, limits.characters, 'characters in names and values'),
    ...excess(tooLarge?.characters ?? 0, largeEnum?.characters, 'characters in one list of values'),
  ];
}

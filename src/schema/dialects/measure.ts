import type { JsonSchema } from '../json-schema.js';
import type { Node } from './node.js';
import { visitParts } from './node.js';
import type { SchemaLimits } from './profile.js';

/** What providers count in a schema. */
export interface Measure {
  readonly properties: number;
  readonly enumValues: number;
  readonly characters: number;
  /** Nodes that describe members. */
  readonly objects: number;
  /** Levels of objects in objects. */
  depth(): number;
  readonly largeEnums: readonly { readonly values: number; readonly characters: number }[];
  /** Members that may be left out. */
  readonly optionals: number;
  /** Nodes that admit more than one type. */
  readonly unions: number;
}

/** Counts node by node, as the schema is put together: another walk through it would cost as much. */
export class Measurer {
  private properties = 0;
  private objects = 0;
  private enumValues = 0;
  private characters = 0;
  private optionals = 0;
  private unions = 0;
  private readonly largeEnums: Measure['largeEnums'][number][] = [];

  count(node: JsonSchema): void {
    if (node.properties !== undefined) {
      const names = Object.keys(node.properties);
      this.objects++;
      this.properties += names.length;
      this.characters += lengthOf(names);
      this.optionals += names.length - (node.required?.length ?? 0);
    }
    if (node.enum !== undefined) {
      const characters = lengthOf(node.enum);
      this.enumValues += node.enum.length;
      this.characters += characters;
      this.largeEnums.push({ values: node.enum.length, characters });
    } else if ('const' in node) this.characters += lengthOf([node.const]);
    if (node.anyOf !== undefined || Array.isArray(node.type)) this.unions++;
  }

  /** @param schema - Whose nodes have all been counted. */
  measure(schema: JsonSchema): Measure {
    const { properties, objects, enumValues, optionals, unions, largeEnums } = this;
    const characters = this.characters + lengthOf(Object.keys(schema.$defs ?? {}));
    const depth = (): number => depthOf(schema);
    return { properties, objects, enumValues, characters, optionals, unions, largeEnums, depth };
  }
}

const lengthOf = (values: readonly unknown[]): number => {
  let length = 0;
  for (const value of values) length += String(value).length;
  return length;
};

/** A recursive reference adds none. */
function depthOf(root: JsonSchema): number {
  const depths = new Map<string, number>();
  const below = (node: JsonSchema): number => {
    const name = node.$ref?.replace('#/$defs/', '');
    if (name !== undefined) return ofDefinition(name);
    let deepest = 0;
    visitParts(node as Node, part => (deepest = Math.max(deepest, below(part))));
    return deepest + (node.properties === undefined ? 0 : 1);
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
  // There are no more levels than objects, and few schemas have so many.
  const depth = measure.objects > (limits.depth ?? Infinity) ? measure.depth() : 0;
  const tooLarge = measure.largeEnums.find(
    ({ values, characters }) =>
      largeEnum !== undefined && values > largeEnum.values && characters > largeEnum.characters,
  );
  return [
    ...excess(measure.properties, limits.properties, 'properties'),
    ...excess(depth, limits.depth, 'levels of objects'),
    ...excess(measure.enumValues, limits.enumValues, 'allowed values'),
    ...excess(measure.characters, limits.characters, 'characters in names and values'),
    ...excess(tooLarge?.characters ?? 0, largeEnum?.characters, 'characters in one list of values'),
  ];
}

import type { JsonSchema } from '../json-schema.js';
import type { PlanNode } from './node.js';
import { type Discriminator, UnionNode } from './nodes/union.js';
import type { Site } from './site.js';

/** `anyOf` or `oneOf`. */
export function buildUnion(keyword: 'anyOf' | 'oneOf', site: Site): PlanNode {
  const schemas = site.schema[keyword] ?? [];
  const branches = schemas.map((schema, index) => site.compile(schema, keyword, index));
  const discriminator = findDiscriminator(
    schemas.map((schema, index) => ({ schema: site.follow(schema), node: branches[index] as PlanNode })),
  );
  const isExclusive = keyword === 'oneOf' && !site.isJudged;
  return new UnionNode({ branches, isExclusive, discriminator }, site.pass);
}

/** True when an object or an array may have to be tried on several branches, and each of its parts again in each. */
export function isFork(schemas: readonly JsonSchema[], site: Site): boolean {
  const open = schemas
    .map(schema => site.follow(schema))
    .filter(({ type }) => type === undefined || holdsOthers([type].flat()));
  return open.length > 1;
}

const holdsOthers = (types: readonly string[]): boolean =>
  types.includes('object') || types.includes('array');

interface Branch {
  readonly schema: JsonSchema;
  readonly node: PlanNode;
}

/** A member that has one constant in every object branch, another in each; branches of other types do not matter. */
function findDiscriminator(branches: readonly Branch[]): Discriminator | undefined {
  const objects = branches.filter(branch => !isScalar(branch.schema));
  const first = objects[0]?.schema.properties;
  if (objects.length < 2 || first === undefined) return undefined;
  for (const name of Object.keys(first)) {
    const tagged = new Map(objects.map(({ schema, node }) => [findConstant(schema, name), node]));
    if (tagged.size === objects.length && !tagged.has(undefined)) return { name, branches: tagged };
  }
  return undefined;
}

function isScalar({ type }: JsonSchema): boolean {
  return type !== undefined && ![type].flat().includes('object');
}

function findConstant(schema: JsonSchema, name: string): unknown {
  if (schema.type !== 'object' || schema.properties === undefined) return undefined;
  if (!Object.hasOwn(schema.properties, name)) return undefined;
  const property = schema.properties[name];
  const constant = property?.enum?.length === 1 ? property.enum[0] : property?.const;
  return typeof constant === 'object' ? undefined : constant;
}

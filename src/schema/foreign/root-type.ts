import type { JsonSchema } from '../json-schema.js';
import { isObject } from '../plan/members.js';
import { hasKindKeywords, hasObjectKeywords } from '../plan/understanding.js';
import { CONTAINERS, type RawNode } from './places.js';
import type { References } from './references.js';
import { type Report, show } from './report.js';

/** What a reference may stand beside without saying more than it. */
const WORDS = new Set(['$ref', '$schema', '$id', 'id', '$comment', 'title', 'description', ...CONTAINERS]);

/** The node that the root is: generators often put it under `definitions` and refer to it. */
export function findRoot(raw: RawNode, references: References): RawNode {
  const passed = new Set<RawNode>();
  let root = raw;
  while (
    root['$ref'] !== undefined &&
    !passed.has(root) &&
    Object.keys(root).every(keyword => WORDS.has(keyword))
  ) {
    passed.add(root);
    const target = references.follow(root);
    if (typeof target !== 'object') return root;
    root = target;
  }
  return passed.has(root) ? raw : root;
}

/** Arguments are an object: the root says so, or is refused when it says otherwise. */
export function typeRoot(schema: JsonSchema, report: Report): JsonSchema {
  const types = schema.type === undefined ? [] : [schema.type].flat();
  const isObject = types.length === 0 ? canBeObject(schema, schema, 0) : types.includes('object');
  if (!isObject) {
    const seen =
      types.length > 0
        ? `Its root has the type ${show(schema.type)}.`
        : 'Its root describes something else than an object.';
    report.refuse('', seen, 'Describe the arguments as an object with the value as a property.');
    return schema;
  }
  if (schema.type === 'object') return schema;
  report.note(
    '',
    types.length > 0 ? 'arguments are an object: other types were removed.' : "the type 'object' was added.",
  );
  return { ...schema, type: 'object' };
}

const MAX_HOPS = 16;

/** False only where no object could fit, as far as the types and what stands in their place say. */
function canBeObject(schema: JsonSchema, root: JsonSchema, hops: number): boolean {
  if (schema.type !== undefined) return [schema.type].flat().includes('object');
  if (hops > MAX_HOPS) return true;
  if (hops === 0 && hasKindKeywords(schema) && !hasObjectKeywords(schema)) return false;
  const follow = (part: JsonSchema): boolean => canBeObject(part, root, hops + 1);
  return (
    [schema.anyOf, schema.oneOf].every(branches => branches === undefined || branches.some(follow)) &&
    [...(schema.allOf ?? []), ...targetsOf(schema, root)].every(follow) &&
    (valuesOf(schema)?.some(isObject) ?? true)
  );
}

const valuesOf = ({ enum: values, const: constant }: JsonSchema): readonly unknown[] | undefined =>
  values ?? (constant === undefined ? undefined : [constant]);

function targetsOf({ $ref = '#' }: JsonSchema, root: JsonSchema): readonly JsonSchema[] {
  const target = root.$defs?.[$ref.slice('#/$defs/'.length)];
  return target === undefined ? [] : [target];
}

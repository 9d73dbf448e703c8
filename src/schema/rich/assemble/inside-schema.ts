import type { JsonSchema } from '../../json-schema.js';
import type { ManifestType } from '../../manifest/manifest.js';

export type Types = ReadonlyMap<string, ManifestType>;
/** The changed schema, or why there is none: no such member, or the member of a class, whose entry others share. */
export type Outcome = JsonSchema | 'nothing' | 'class';

/** What becomes of a member; the same node where nothing does. */
export interface Change {
  readonly types: Types;
  member(schema: JsonSchema): JsonSchema;
  /** The member may be left out from then on. */
  readonly mayLack?: true;
}

/**
 * Changes what is inside a schema, through references, lists and alternatives. A shared interface is copied for it; a
 * class is not, since it would no longer be the class.
 */
export function changeInside(schema: JsonSchema, path: readonly string[], change: Change): Outcome {
  const [name, ...rest] = path;
  if (name === undefined) return change.member(schema);
  if (schema.$ref !== undefined) return changeReferred(schema, path, change);
  const key = name.replace(/\[\]$/, '');
  const member = Object.hasOwn(schema.properties ?? {}, key) ? schema.properties?.[key] : undefined;
  if (member === undefined) return changeThrough(schema, path, change);
  const inside = changeInside(member, rest, change);
  if (typeof inside === 'string') return inside;
  if (inside === member) return schema;
  const changed = { ...schema, properties: { ...schema.properties, [key]: inside } };
  return change.mayLack === true && rest.length === 0 ? withoutRequired(changed, key) : changed;
}

function withoutRequired({ required = [], ...schema }: JsonSchema, key: string): JsonSchema {
  const left = required.filter(each => each !== key);
  return left.length === 0 ? schema : { ...schema, required: left };
}

function changeReferred(schema: JsonSchema, path: readonly string[], change: Change): Outcome {
  const { $ref = '', ...beside } = schema;
  const type = change.types.get($ref.slice('#/types/'.length));
  if (type?.kind !== 'schema')
    return type?.properties.some(({ name }) => name === path[0]) === true ? 'class' : 'nothing';
  const copied = changeInside(type.schema, path, change);
  return copied === type.schema ? schema : typeof copied === 'string' ? copied : { ...copied, ...beside };
}

/** Through what holds the object: null beside it, or a list of it. */
function changeThrough(schema: JsonSchema, path: readonly string[], change: Change): Outcome {
  if (typeof schema.items === 'object') {
    const items = changeInside(schema.items, path, change);
    return typeof items === 'string' ? items : items === schema.items ? schema : { ...schema, items };
  }
  const outcomes = (schema.anyOf ?? []).map(part => changeInside(part, path, change));
  if (outcomes.every(each => each === 'nothing')) return 'nothing';
  if (outcomes.some(each => each === 'class')) return 'class';
  const anyOf = outcomes.map((each, index) =>
    typeof each === 'string' ? (schema.anyOf?.[index] ?? {}) : each,
  );
  return { ...schema, anyOf };
}

import type { JsonSchema } from '../../json-schema.js';
import type { ManifestType } from '../../manifest/manifest.js';
import type { Study } from '../source/study.js';
import type { InsideText } from './method-doc.js';

type Types = ReadonlyMap<string, ManifestType>;
/** The schema with the text, or why it cannot have it. */
type Outcome = JsonSchema | 'nothing' | 'class';

/**
 * Puts texts on what is inside a parameter, where no other description stands. A shared interface is copied for it; a
 * class is not, since it would no longer be the class.
 */
export function describeInside(
  study: Study,
  types: Types,
  texts: readonly InsideText[],
  schema: JsonSchema,
): JsonSchema {
  let described = schema;
  for (const { path, text, where } of texts) {
    const outcome = describeAt(described, path, text, types);
    if (outcome === 'nothing') {
      study.problem({
        where,
        seen: 'its comment describes a member that the type does not have.',
        fix: 'correct the name, or remove it.',
      });
    } else if (outcome === 'class') {
      study.warn(
        `${where}: the text is left out, since it is about the member of a class. Write it into a comment of the class.`,
      );
    } else described = outcome;
  }
  return described;
}

function describeAt(schema: JsonSchema, path: readonly string[], text: string, types: Types): Outcome {
  const [name, ...rest] = path;
  if (name === undefined) return schema.description === undefined ? { ...schema, description: text } : schema;
  if (schema.$ref !== undefined) return describeReferred(schema, path, text, types);
  const key = name.replace(/\[\]$/, '');
  const member = schema.properties?.[key];
  if (member === undefined) return describeThrough(schema, path, text, types);
  const inside = describeAt(member, rest, text, types);
  if (inside === member) return schema;
  return typeof inside === 'string'
    ? inside
    : { ...schema, properties: { ...schema.properties, [key]: inside } };
}

function describeReferred(schema: JsonSchema, path: readonly string[], text: string, types: Types): Outcome {
  const { $ref = '', ...beside } = schema;
  const type = types.get($ref.slice('#/types/'.length));
  if (type?.kind !== 'schema')
    return type?.properties.some(({ name }) => name === path[0]) === true ? 'class' : 'nothing';
  const copied = describeAt(type.schema, path, text, types);
  return copied === type.schema ? schema : typeof copied === 'string' ? copied : { ...copied, ...beside };
}

/** Through what holds the object: null beside it, or a list of it. */
function describeThrough(schema: JsonSchema, path: readonly string[], text: string, types: Types): Outcome {
  if (typeof schema.items === 'object') {
    const items = describeAt(schema.items, path, text, types);
    return typeof items === 'string' ? items : items === schema.items ? schema : { ...schema, items };
  }
  const outcomes = (schema.anyOf ?? []).map(part => describeAt(part, path, text, types));
  if (outcomes.every(each => each === 'nothing')) return 'nothing';
  if (outcomes.some(each => each === 'class')) return 'class';
  const anyOf = outcomes.map((each, index) =>
    typeof each === 'string' ? (schema.anyOf?.[index] ?? {}) : each,
  );
  return { ...schema, anyOf };
}

import type { JsonSchema } from '../../json-schema.js';
import type { Study } from '../source/study.js';
import { changeInside, type Types } from './inside-schema.js';
import type { InsideText } from './method-doc.js';

/** Puts texts on what is inside a parameter, where no other description stands. */
export function describeInside(
  study: Study,
  types: Types,
  texts: readonly InsideText[],
  schema: JsonSchema,
): JsonSchema {
  let described = schema;
  for (const { path, text, where } of texts) {
    const outcome = changeInside(described, path, {
      types,
      member: each => (each.description === undefined ? { ...each, description: text } : each),
    });
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

import type { FieldOptions } from '../field.js';
import { copyOf, type Draft, type Workshop } from './draft.js';

const ANNOTATIONS = new Set(['default', 'description', 'title', 'examples', 'deprecated']);

const isAnnotation = (name: string): boolean => ANNOTATIONS.has(name) || name.startsWith('x-');

/** The schema the author wrote, with the annotations from the options that it does not have itself. */
export function buildVerbatim(options: FieldOptions, where: string, workshop: Workshop): Draft {
  const unused = Object.keys(options).filter(
    name => !isAnnotation(name) && name !== 'schema' && name !== 'optional',
  );
  if (unused.length > 0) {
    workshop.problem({
      where,
      seen: `'schema' says everything, so ${unused.map(name => `'${name}'`).join(', ')} has no effect.`,
      fix: 'write it inside `schema`.',
    });
  }
  const written = options.schema ?? {};
  const annotations = Object.entries(options).filter(
    ([name]) => isAnnotation(name) && written[name] === undefined,
  );
  return embed({ ...written, ...Object.fromEntries(annotations) }, where, workshop);
}

/** A copy of author-written schema text whose `$defs` move to the root, where its references find them. */
export function embed<T extends object>(written: T, where: string, workshop: Workshop): Draft {
  if (isFlat(written)) return { ...written } as Draft;
  const { $defs, ...node } = copyOf(written) as Draft;
  const definitions = $defs ?? {};
  for (const reference of localReferences({ ...node, $defs: definitions })) {
    const name = /^#\/\$defs\/([^/]+)/.exec(reference)?.[1];
    if (name !== undefined && Object.hasOwn(definitions, decodeURIComponent(name))) continue;
    workshop.problem({
      where,
      seen: `The reference '${reference}' would not be found: the schema becomes part of a larger one.`,
      fix: "put the target into the schema's own `$defs` and refer to it as '#/$defs/Name'.",
    });
  }
  if ($defs !== undefined) workshop.hoist($defs, where);
  return node;
}

/** Nothing in it can be shared, refer to anything or be referred to: true for the options of most fields. */
const isFlat = (written: object): boolean =>
  !('$ref' in written) && Object.values(written).every(value => typeof value !== 'object');

function localReferences(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(localReferences);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, member]) =>
    key === '$ref' && typeof member === 'string' && member.startsWith('#')
      ? [member]
      : localReferences(member),
  );
}

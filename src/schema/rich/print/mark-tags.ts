import type { DeclaredType } from './declared-type.js';

/**
 * Marks the properties that tell the classes of a union apart: each class initialises its own with another literal. Left
 * out, the first class that fits would be taken.
 */
export function markTags(declared: readonly DeclaredType[], unions: readonly (readonly string[])[]): void {
  const byName = new Map(declared.map(each => [each.name, each]));
  for (const union of unions) {
    const classes = union.flatMap(name => byName.get(name) ?? []).filter(({ kind }) => kind === 'class');
    const [first] = classes;
    if (first === undefined || classes.length < 2) continue;
    for (const { key } of first.properties) {
      const tags = classes.flatMap(({ properties }) => properties.find(each => each.key === key) ?? []);
      const literals = new Set(tags.map(({ printed = '' }) => printed).filter(isLiteral));
      if (literals.size === classes.length) for (const tag of tags) tag.isTag = true;
    }
  }
}

const isLiteral = (printed: string): boolean =>
  /^(?:"(?:[^"\\]|\\.)*"|-?\d[\d.e+-]*|true|false)$/.test(printed);

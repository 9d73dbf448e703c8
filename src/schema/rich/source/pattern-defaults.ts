import type ts from 'typescript';
import { textOfName } from './decorators.js';
import { readLiteral } from './literals.js';
import type { Study } from './study.js';

/** A default that a destructuring pattern gives a member: `{ limit = 10 }`. */
export interface PatternDefault {
  /** From the parameter to the member. */
  readonly path: readonly string[];
  /** Missing where it has to be run. */
  readonly literal?: { readonly value: unknown };
  /** The pattern takes a list apart or has a computed name: no member of an object goes by the path. */
  readonly isLost?: true;
}

/** The defaults in the pattern of a parameter, at any depth. */
export function readPatternDefaults(study: Study, name: ts.BindingName): PatternDefault[] {
  return study.ts.isIdentifier(name) ? [] : defaultsIn(study, name, { path: [], isLost: false });
}

interface Place {
  readonly path: readonly string[];
  readonly isLost: boolean;
}

function defaultsIn(study: Study, pattern: ts.BindingPattern, place: Place): PatternDefault[] {
  const { ts } = study;
  return pattern.elements.flatMap((element, index) => {
    if (ts.isOmittedExpression(element)) return [];
    const inside = ts.isArrayBindingPattern(pattern)
      ? { path: [...place.path, `[${index}]`], isLost: true }
      : placeOf(study, element, place);
    const below = ts.isIdentifier(element.name) ? [] : defaultsIn(study, element.name, inside);
    return [...ownDefault(study, element.initializer, inside), ...below];
  });
}

function placeOf(study: Study, { propertyName, name }: ts.BindingElement, { path, isLost }: Place): Place {
  const written = propertyName ?? name;
  const known = textOfName(study, written);
  return { path: [...path, known ?? written.getText()], isLost: isLost || known === undefined };
}

function ownDefault(
  study: Study,
  initialiser: ts.Expression | undefined,
  { path, isLost }: Place,
): PatternDefault[] {
  const isNothing =
    initialiser === undefined || (study.ts.isIdentifier(initialiser) && initialiser.text === 'undefined');
  if (isNothing) return [];
  const literal = readLiteral(study, initialiser);
  return [
    { path, ...(literal === undefined ? {} : { literal }), ...(isLost ? { isLost: true as const } : {}) },
  ];
}

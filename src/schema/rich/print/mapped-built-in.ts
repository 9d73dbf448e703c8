import type ts from 'typescript';
import type { Study } from '../source/study.js';
import { builtInName } from './built-ins.js';

/** The runtime class that a type is all members of, e.g. `Date` for `Partial<Date>`, when its methods are among them. */
export function mappedBuiltIn(study: Study, type: ts.Type): string | undefined {
  const properties = study.checker.getPropertiesOfType(type);
  const owners = properties.map(each => ownerOf(study, each));
  const isMethod = ({ declarations }: ts.Symbol): boolean =>
    declarations?.some(each => study.ts.isMethodSignature(each)) === true;
  return properties.some(isMethod) && owners.every(each => each !== undefined) ? owners[0] : undefined;
}

function ownerOf(study: Study, property: ts.Symbol): string | undefined {
  const parent = property.declarations?.[0]?.parent;
  if (parent === undefined || !study.ts.isInterfaceDeclaration(parent)) return undefined;
  return builtInName(study, study.checker.getTypeAtLocation(parent));
}

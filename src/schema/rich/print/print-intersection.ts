import type ts from 'typescript';
import { isBrandPart, warnOfBrands } from './brands.js';
import { builtInName } from './built-ins.js';
import { declareObject } from './declare-object.js';
import type { Site } from './declared-type.js';
import type { Printing } from './printing.js';
import { type Refusal, refusals } from './refusals.js';

/** A branded type as what carries the brand, objects merged into one. */
export function printIntersection(printer: Printing, type: ts.IntersectionType, site: Site): string {
  const { study } = printer;
  const [base, ...others] = type.types.filter(part => (part.flags & study.ts.TypeFlags.Object) === 0);
  if (others.length > 0) return printer.refuse(site, refusals.mergedValues(printer.nameOf(type)));
  if (base !== undefined) {
    const narrowed = findNarrowed(printer, type, base);
    return narrowed === undefined
      ? printer.print(base, site)
      : printer.refuse(site, refusals.narrowedMember(printer.nameOf(type), narrowed));
  }
  const brands = type.types.filter(part => isBrandPart(study, part));
  const parts = type.types.filter(part => !brands.includes(part));
  const [only] = parts;
  // What is written in place goes by the name of the branded type.
  if (parts.length === 1 && only !== undefined && isSomethingElse(printer, only)) {
    const members = brands.flatMap(part => study.checker.getPropertiesOfType(part));
    warnOfBrands(printer, members, site);
    return printer.print(only, site);
  }
  const refusal = findRefusal(printer, type, parts);
  return refusal === undefined ? declareObject(printer, type, site) : printer.refuse(site, refusal);
}

/** A member that every value of the base has, and of which another part says more: that is no brand. */
function findNarrowed(
  { study: { checker } }: Printing,
  type: ts.IntersectionType,
  base: ts.Type,
): string | undefined {
  const apparent = checker.getApparentType(base);
  return type.types
    .filter(part => part !== base)
    .flatMap(part => checker.getPropertiesOfType(part))
    .find(({ escapedName }) => checker.getPropertyOfType(apparent, escapedName as string) !== undefined)
    ?.name;
}

/** True for everything but an object that is written in place. */
function isSomethingElse({ study: { ts, checker } }: Printing, part: ts.Type): boolean {
  const { TypeLiteral } = ts.SymbolFlags;
  const symbol = part.symbol as ts.Symbol | undefined;
  const isList = checker.isArrayType(part) || checker.isTupleType(part);
  return isList || part.aliasSymbol !== undefined || ((symbol?.flags ?? 0) & TypeLiteral) === 0;
}

function findRefusal(
  printer: Printing,
  type: ts.IntersectionType,
  parts: readonly ts.Type[],
): Refusal | undefined {
  const { checker } = printer.study;
  if (parts.some(part => checker.isArrayType(part) || checker.isTupleType(part)))
    return refusals.mergedList(printer.nameOf(type));
  for (const part of parts) {
    const name = builtInName(printer.study, part);
    if (name !== undefined) return refusals.builtIn(printer.nameOf(part), name);
    if (part.getCallSignatures().length + part.getConstructSignatures().length > 0)
      return refusals.function(printer.nameOf(part));
  }
  return undefined;
}

import type ts from 'typescript';
import { builtInName } from './built-ins.js';
import type { Site } from './declared-type.js';
import { printMembers, titleOf } from './print-object.js';
import type { Printing } from './printing.js';
import { refusals } from './refusals.js';

/** A branded primitive as the primitive, objects merged into one. */
export function printIntersection(printer: Printing, type: ts.IntersectionType, site: Site): string {
  const { ts } = printer.study;
  const [base, ...others] = type.types.filter(part => (part.flags & ts.TypeFlags.Object) === 0);
  if (others.length > 0) return printer.refuse(site, refusals.mergedValues(printer.nameOf(type)));
  if (base !== undefined) return printer.print(base, site);
  const { checker } = printer.study;
  if (type.types.some(part => checker.isArrayType(part) || checker.isTupleType(part)))
    return printer.refuse(site, refusals.mergedList(printer.nameOf(type)));
  for (const part of type.types) {
    const name = builtInName(printer.study, part);
    if (name !== undefined) return printer.refuse(site, refusals.builtIn(printer.nameOf(part), name));
    if (part.getCallSignatures().length + part.getConstructSignatures().length > 0) {
      return printer.refuse(site, refusals.function(printer.nameOf(part)));
    }
  }
  const declaration = type.aliasSymbol?.declarations?.[0];
  const facts = {
    kind: 'object' as const,
    title: titleOf(printer, type),
    type,
    ...(declaration && { declaration }),
  };
  return printer.mention(printer.declare(facts, declared => printMembers(printer, declared, type, site)));
}

import type ts from 'typescript';
import type { Study } from '../source/study.js';
import type { Site } from './declared-type.js';
import type { Printing } from './printing.js';

/** Names that nobody uses but to tell types apart. */
const BRAND = /^_{1,2}(?:brand|opaque|nominal|flavou?r|phantom)(?:__)?$/i;
/** Names that data may have as well, where it can be written to. */
const TAG = /^__(?:tag|type)(?:__)?$/;

/**
 * True for a member that only the compiler knows, to tell types apart: `__brand`, or one named by a symbol that no code
 * makes.
 *
 * @param isMerged - Whether the type is an intersection, where a member named by a symbol is a brand.
 */
export function isBrand(study: Study, property: ts.Symbol, isMerged: boolean): boolean {
  if (isSymbolNamed(property)) {
    if ((property.flags & study.ts.SymbolFlags.Method) !== 0) return false;
    return isMerged || isOptional(study, property) || isAmbientName(study, property);
  }
  if (BRAND.test(property.name)) return true;
  return TAG.test(property.name) && (isReadonly(study, property) || isOptional(study, property));
}

export const isSymbolNamed = ({ escapedName }: ts.Symbol): boolean =>
  escapedName.toString().startsWith('__@');

/** True for a part of an intersection that is there for its brand alone. */
export function isBrandPart(study: Study, part: ts.Type): boolean {
  const { checker } = study;
  const properties = checker.getPropertiesOfType(part);
  const isBare =
    part.getCallSignatures().length + part.getConstructSignatures().length === 0 &&
    checker.getIndexInfosOfType(part).length === 0;
  return isBare && properties.length > 0 && properties.every(each => isBrand(study, each, true));
}

export function warnOfBrands(printer: Printing, brands: readonly ts.Symbol[], { where }: Site): void {
  if (brands.length === 0) return;
  const names = brands.map(each => printer.study.checker.symbolToString(each)).join(', ');
  printer.study.warn(
    `${where}: ${names} is taken for a brand, which no value has, so it is left out. Give it another name where it is data.`,
  );
}

/** `declare const brand: unique symbol`: there is no such symbol at run time. */
function isAmbientName({ ts, checker }: Study, { declarations = [] }: ts.Symbol): boolean {
  return declarations.some(each => {
    const name = ts.getNameOfDeclaration(each);
    if (name === undefined || !ts.isComputedPropertyName(name)) return false;
    const symbol = checker.getSymbolAtLocation(name.expression);
    const at = symbol?.valueDeclaration;
    return (
      at !== undefined &&
      ts.isVariableDeclaration(at) &&
      (ts.getCombinedModifierFlags(at) & ts.ModifierFlags.Ambient) !== 0 &&
      !at.getSourceFile().isDeclarationFile
    );
  });
}

const isOptional = ({ ts }: Study, { flags }: ts.Symbol): boolean => (flags & ts.SymbolFlags.Optional) !== 0;

const isReadonly = ({ ts }: Study, { valueDeclaration: at }: ts.Symbol): boolean =>
  at !== undefined && (ts.getCombinedModifierFlags(at) & ts.ModifierFlags.Readonly) !== 0;

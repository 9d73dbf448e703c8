import type ts from 'typescript';
import { optionsOf, statesType } from '../source/decorators.js';
import { isBrand, isSymbolNamed, warnOfBrands } from './brands.js';
import { findParam, isCommand, isDecorated } from './class-facts.js';
import { below, type DeclaredType, type Site } from './declared-type.js';
import type { Printing } from './printing.js';
import { refusals } from './refusals.js';
import { isChangedByMapping, isInstanceOf, isTakenFromClass, warnOfLostValidators } from './taken-members.js';

/** Prints the data of an object, of a class without its methods and accessors. */
export function printProperties(printer: Printing, declared: DeclaredType, type: ts.Type, site: Site): void {
  const isInstance = isInstanceOf(printer.study, declared);
  const all = printer.study.checker
    .getPropertiesOfType(type)
    .filter(each => isData(printer, each, isInstance));
  const isChosen = declared.kind === 'class' && printer.purpose === 'input';
  const chosen = isChosen ? chosenProperties(printer, declared, all) : all;
  const brands = chosen.filter(each => isBrand(printer.study, each, type.isIntersection()));
  warnOfBrands(printer, brands, site);
  const taken: ts.Declaration[] = [];
  for (const property of chosen.filter(each => !brands.includes(each))) {
    const met = meet(printer, declared, type, property);
    if (isLeftOut(printer, met)) continue;
    printProperty(printer, declared, met, site);
    if (met.isTaken && met.declaration !== undefined) taken.push(met.declaration);
  }
  warnOfLostValidators(printer, taken, site);
}

/** True for types with properties that hold data, or with names that are not known beforehand. */
export function hasData(printer: Printing, type: ts.Type): boolean {
  const { checker } = printer.study;
  return (
    checker.getIndexInfosOfType(type).length > 0 ||
    checker.getPropertiesOfType(type).some(each => isData(printer, each, true))
  );
}

/** Of a class with decorators on its properties, those that carry one. */
function chosenProperties(
  printer: Printing,
  { declaration }: DeclaredType,
  all: readonly ts.Symbol[],
): readonly ts.Symbol[] {
  const { study } = printer;
  const owner = declaration as ts.ClassLikeDeclaration;
  if (isCommand(study, owner)) {
    return all.filter(({ valueDeclaration }) => findParam(study, valueDeclaration) !== undefined);
  }
  const decorated = all.filter(({ valueDeclaration }) => isDecorated(study, valueDeclaration));
  if (decorated.length === 0 || decorated.length === all.length) return all;
  const left = all.filter(each => !decorated.includes(each)).map(({ name }) => `'${name}'`);
  study.warn(
    `${study.placeOf(owner)} ${owner.name?.text ?? ''}: ${left.join(', ')} ${left.length === 1 ? 'has' : 'have'} no decorator ` +
      'beside properties that have one, so no model supplies it. Add @Param() to make it input, or make it private.',
  );
  return decorated;
}

interface Met {
  readonly property: ts.Symbol;
  readonly declaration: ts.Declaration | undefined;
  readonly type: ts.Type;
  /** Of a class, in a type whose values are no instances of it. */
  readonly isTaken: boolean;
  /** What its declaration says of a default is not said of it. */
  readonly isBorrowed: boolean;
}

function meet(printer: Printing, declared: DeclaredType, owner: ts.Type, property: ts.Symbol): Met {
  const { study } = printer;
  const declaration = property.valueDeclaration ?? property.declarations?.[0];
  const isTaken = isTakenFromClass(study, declared, declaration);
  return {
    property,
    declaration,
    type: study.checker.getTypeOfSymbol(property),
    isTaken,
    isBorrowed: isTaken || isChangedByMapping(study, owner, property),
  };
}

function printProperty(
  printer: Printing,
  declared: DeclaredType,
  { property, declaration, type, isTaken, isBorrowed }: Met,
  site: Site,
): void {
  const mayLack =
    (property.flags & printer.study.ts.SymbolFlags.Optional) !== 0 ||
    (!isTaken && isInitialised(printer, declaration)) ||
    admitsUndefined(printer, type);
  declared.properties.push({
    key: property.name,
    optional: mayLack,
    ...(declaration === undefined ? {} : { declaration }),
    ...(isBorrowed ? { isBorrowed } : {}),
    ...(declared.kind === 'class' && isStated(printer, declaration)
      ? nullableFact(printer, type)
      : { printed: printValue(printer, property, type, site) }),
  });
}

/** What has no place in JSON and need not have one: members that are never there, and methods that may be missing. */
function isLeftOut(printer: Printing, { property, type, isTaken }: Met): boolean {
  const { ts } = printer.study;
  const isMarked = (property.flags & ts.SymbolFlags.Optional) !== 0;
  const isComputed = property.declarations?.every(each => ts.isGetAccessor(each)) === true;
  if (isMarked && isNothing(printer, type)) return true;
  if (isMarked && isTaken && isComputed) return true;
  return (printer.purpose === 'result' || (isMarked && isTaken)) && isNoResult(printer, type);
}

/** True where a decorator says what the type is. */
function isStated({ study }: Printing, declaration: ts.Declaration | undefined): boolean {
  return statesType(study, optionsOf(study, findParam(study, declaration)));
}

/** True where a value stands without being given. An instance that came back has what its initialisers gave. */
function isInitialised(
  { study: { ts }, purpose }: Printing,
  declaration: ts.Declaration | undefined,
): boolean {
  if (purpose === 'result' || declaration === undefined) return false;
  return (
    (ts.isPropertyDeclaration(declaration) || ts.isParameter(declaration)) &&
    declaration.initializer !== undefined
  );
}

function printValue(printer: Printing, property: ts.Symbol, type: ts.Type, site: Site): string {
  if (isSymbolNamed(property)) {
    return printer.refuse(site, refusals.symbolName(printer.study.checker.symbolToString(property)));
  }
  if (property.name === '__proto__') return printer.refuse(site, refusals.prototypeName);
  const declaration = property.valueDeclaration ?? property.declarations?.[0];
  return printer.print(type, below(site, `.${property.name}`, typeNodeOf(printer, declaration)));
}

function typeNodeOf(
  { study: { ts } }: Printing,
  declaration: ts.Declaration | undefined,
): ts.TypeNode | undefined {
  if (declaration === undefined) return undefined;
  const isTyped =
    ts.isPropertyDeclaration(declaration) ||
    ts.isPropertySignature(declaration) ||
    ts.isParameter(declaration);
  return isTyped ? declaration.type : undefined;
}

/** Whether a member holds data: methods of classes, accessors and hidden members do not. */
function isData({ study: { ts }, purpose }: Printing, property: ts.Symbol, isInstance: boolean): boolean {
  const at = property.valueDeclaration ?? property.declarations?.[0];
  const name = property.escapedName.toString();
  if (name.startsWith('__#') || (purpose === 'result' && isSymbolNamed(property))) return false;
  if (at === undefined) return true;
  const isHidden = ts.getCombinedModifierFlags(at) & (ts.ModifierFlags.Private | ts.ModifierFlags.Protected);
  if (isHidden !== 0) return false;
  const isOfPrototype = ts.isMethodDeclaration(at) || ts.isGetAccessor(at) || ts.isSetAccessor(at);
  return !(isOfPrototype && isInstance);
}

export function admitsUndefined({ study: { ts } }: Printing, type: ts.Type): boolean {
  return type.isUnion() && type.types.some(part => (part.flags & ts.TypeFlags.Undefined) !== 0);
}

/** What a decorator that states a type leaves to the source. */
export function nullableFact({ study: { ts } }: Printing, type: ts.Type): { nullable?: true } {
  const isNullable = type.isUnion() && type.types.some(part => (part.flags & ts.TypeFlags.Null) !== 0);
  return isNullable ? { nullable: true } : {};
}

const isNothing = ({ study: { ts } }: Printing, type: ts.Type): boolean =>
  (type.flags & (ts.TypeFlags.Undefined | ts.TypeFlags.Never)) !== 0;

/** What JSON leaves out of an object. */
function isNoResult(printer: Printing, type: ts.Type): boolean {
  const { ts, checker } = printer.study;
  const present = checker.getNonNullableType(type);
  return (
    (type.flags & (ts.TypeFlags.Undefined | ts.TypeFlags.ESSymbolLike)) !== 0 ||
    present.getCallSignatures().length + present.getConstructSignatures().length > 0
  );
}

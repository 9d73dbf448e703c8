import type ts from 'typescript';
import { decoratorsOf, findOwn, optionsOf, statesType } from '../source/decorators.js';
import { isCommand, isDecorated } from './class-facts.js';
import { below, type DeclaredType, type PrintedProperty, type Site } from './declared-type.js';
import type { Printing } from './printing.js';
import { refusals } from './refusals.js';
import { patternOf } from './template-pattern.js';

/** Prints the data of an object, of a class without its methods and accessors. */
export function printProperties(printer: Printing, declared: DeclaredType, type: ts.Type, site: Site): void {
  const isInstance = isInstanceOf(printer, declared);
  const all = printer.study.checker
    .getPropertiesOfType(type)
    .filter(each => isData(printer, each, isInstance));
  const isChosen = declared.kind === 'class' && printer.purpose === 'input';
  const wanted = isChosen ? chosenProperties(printer, declared, all) : all;
  const isMapped = isMappedType(printer, type);
  for (const property of wanted) printProperty(printer, declared, { property, isMapped }, site);
}

/** True where values are instances of a class, whose methods they bring and whose initialisers have run. */
const isInstanceOf = ({ study: { ts } }: Printing, { declaration }: DeclaredType): boolean =>
  declaration !== undefined && ts.isClassLike(declaration);

const isMappedType = ({ study: { ts } }: Printing, type: ts.Type): boolean =>
  (type.flags & ts.TypeFlags.Object) !== 0 &&
  ((type as ts.ObjectType).objectFlags & ts.ObjectFlags.Mapped) !== 0;

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
    return all.filter(
      ({ valueDeclaration: at }) => at !== undefined && findOwn(study, at, 'Param') !== undefined,
    );
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
  /** In a type that was mapped from another. */
  readonly isMapped: boolean;
}

function printProperty(
  printer: Printing,
  declared: DeclaredType,
  { property, isMapped }: Met,
  site: Site,
): void {
  const { ts, checker } = printer.study;
  const declaration = property.valueDeclaration ?? property.declarations?.[0];
  const type = checker.getTypeOfSymbol(property);
  const isTaken = isTakenFromClass(printer, declared, declaration);
  if (isLeftOut(printer, property, type, isTaken)) return;
  if (isTaken) warnOfLostValidators(printer, declaration, site);
  const mayLack =
    (property.flags & ts.SymbolFlags.Optional) !== 0 ||
    (!isTaken && isInitialised(printer, declaration)) ||
    admitsUndefined(printer, type);
  declared.properties.push({
    key: property.name,
    optional: mayLack,
    ...(declaration === undefined ? {} : { declaration }),
    ...borrowed(isTaken || isMapped),
    ...(declared.kind === 'class' && isStated(printer, declaration)
      ? {}
      : { printed: printValue(printer, property, type, site) }),
  });
}

const borrowed = (is: boolean): Pick<PrintedProperty, 'isBorrowed'> => (is ? { isBorrowed: true } : {});

/** What has no place in JSON and need not have one: members that are never there, and methods that may be missing. */
function isLeftOut(printer: Printing, property: ts.Symbol, type: ts.Type, isTaken: boolean): boolean {
  const { ts } = printer.study;
  const isMarked = (property.flags & ts.SymbolFlags.Optional) !== 0;
  const isComputed = property.declarations?.every(each => ts.isGetAccessor(each)) === true;
  if (isMarked && isNothing(printer, type)) return true;
  if (isMarked && isTaken && isComputed) return true;
  return (printer.purpose === 'result' || (isMarked && isTaken)) && isNoResult(printer, type);
}

/** True for a member of a class in a type whose values are no instances of it: Partial<T>, Pick<T, K>, T & U. */
function isTakenFromClass(
  printer: Printing,
  declared: DeclaredType,
  declaration: ts.Declaration | undefined,
): boolean {
  const { ts } = printer.study;
  const isOfClass = declaration !== undefined && ts.isClassLike(declaration.parent);
  return isOfClass && !isInstanceOf(printer, declared);
}

function warnOfLostValidators(
  { study, purpose }: Printing,
  declaration: ts.Declaration | undefined,
  { where }: Site,
): void {
  if (purpose === 'result' || declaration === undefined) return;
  const validators = decoratorsOf(study, declaration).filter(each => each.package === 'class-validator');
  if (validators.length === 0) return;
  const owner = (declaration.parent as ts.ClassLikeDeclaration).name?.text ?? 'the class';
  study.warn(
    `${where}: the validators of ${owner} do not hold for a type made from it. Declare a class with its own validators ` +
      'where they have to.',
  );
}

/** True where a decorator says what the type is. */
function isStated({ study }: Printing, declaration: ts.Declaration | undefined): boolean {
  const param = declaration === undefined ? undefined : findOwn(study, declaration, 'Param');
  return statesType(study, optionsOf(study, param));
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
  if (property.name.startsWith('__@')) {
    return printer.refuse(site, refusals.symbolName(printer.study.checker.symbolToString(property)));
  }
  if (property.name === '__proto__') return printer.refuse(site, refusals.prototypeName);
  const declaration = property.valueDeclaration ?? property.declarations?.[0];
  return printer.print(type, below(site, `.${property.name}`, typeNodeOf(printer, declaration)));
}

export function typeNodeOf(
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
  if (name.startsWith('__#') || (purpose === 'result' && name.startsWith('__@'))) return false;
  if (at === undefined) return true;
  const isHidden = ts.getCombinedModifierFlags(at) & (ts.ModifierFlags.Private | ts.ModifierFlags.Protected);
  if (isHidden !== 0) return false;
  const isOfPrototype = ts.isMethodDeclaration(at) || ts.isGetAccessor(at) || ts.isSetAccessor(at);
  return !(isOfPrototype && isInstance);
}

export function admitsUndefined({ study: { ts } }: Printing, type: ts.Type): boolean {
  return type.isUnion() && type.types.some(part => (part.flags & ts.TypeFlags.Undefined) !== 0);
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

/** Names that are not known beforehand. */
export function printIndexes(printer: Printing, declared: DeclaredType, type: ts.Type, site: Site): void {
  const { ts, checker } = printer.study;
  for (const { keyType, type: valueType, declaration: at } of checker.getIndexInfosOfType(type)) {
    const inside = below(site, '[*]', at?.type ?? valueNode(printer, site.node));
    if ((keyType.flags & ts.TypeFlags.String) !== 0) {
      declared.text = `[key: string]: ${printer.print(valueType, inside)}`;
      continue;
    }
    const isNumber = (keyType.flags & ts.TypeFlags.Number) !== 0;
    const isTemplate = (keyType.flags & ts.TypeFlags.TemplateLiteral) !== 0;
    const pattern = isNumber
      ? NUMERIC
      : isTemplate
        ? patternOf(printer.study, keyType as ts.TemplateLiteralType)
        : undefined;
    if (pattern === undefined) {
      printer.refuse(inside, refusals.pattern(printer.nameOf(keyType)));
      continue;
    }
    const printed = printer.print(valueType, inside);
    declared.properties.push({ key: `[${pattern}]`, optional: true, printed, pattern });
  }
}

/** Where the type of the values is written, for `Record<K, T>`. */
function valueNode({ study: { ts } }: Printing, node: ts.TypeNode | undefined): ts.TypeNode | undefined {
  const isRecord = node !== undefined && ts.isTypeReferenceNode(node) && node.typeName.getText() === 'Record';
  return isRecord ? node.typeArguments?.[1] : undefined;
}

const NUMERIC = '^-?\\d+(?:\\.\\d+)?$';

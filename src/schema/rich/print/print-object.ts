import type ts from 'typescript';
import { isOwnSymbol } from '../source/decorators.js';
import { builtInName, builtInParent } from './built-ins.js';
import { findHiddenClass, isAbstract, isCommand, subclassesOf } from './class-facts.js';
import { declareObject } from './declare-object.js';
import { below, type Site } from './declared-type.js';
import { mappedBuiltIn } from './mapped-built-in.js';
import { isPlain } from './plain-class.js';
import { printItem, printList } from './print-list.js';
import { hasData } from './print-properties.js';
import type { Printing } from './printing.js';
import { type Refusal, refusals } from './refusals.js';

const DATE = { type: 'string', format: 'date-time', 'x-revive': 'date' } as const;
const BYTES = { type: 'string', contentEncoding: 'base64', 'x-revive': 'bytes' } as const;

export function printObject(printer: Printing, type: ts.ObjectType, site: Site): string {
  const list = printList(printer, type, site);
  if (list !== undefined) return list;
  const shown = printer.purpose === 'result' ? printShown(printer, type, site) : undefined;
  if (shown !== undefined) return shown;
  const builtIn = printBuiltIn(printer, type, site);
  if (builtIn !== undefined) return builtIn;
  if (type.getCallSignatures().length + type.getConstructSignatures().length > 0) {
    return printer.refuse(site, refusals.function(printer.nameOf(type)));
  }
  return type.isClass() || isClassInstance(printer, type)
    ? printClass(printer, type, site)
    : printPlain(printer, type, site);
}

/** What a result becomes as JSON: what `toJSON` gives, the items of a set, the entries of a map. */
function printShown(printer: Printing, type: ts.ObjectType, site: Site): string | undefined {
  const { study } = printer;
  const name = builtInName(study, type);
  if (name === 'Date' || name === 'Buffer') return undefined;
  const collection = name === undefined ? undefined : printCollection(printer, type, site);
  if (collection !== undefined) return collection;
  const toJson = type.getProperty('toJSON');
  const [signature] = toJson === undefined ? [] : study.checker.getTypeOfSymbol(toJson).getCallSignatures();
  return signature === undefined ? undefined : printer.print(signature.getReturnType(), site);
}

function printCollection(printer: Printing, type: ts.ObjectType, site: Site): string | undefined {
  const { checker, ts } = printer.study;
  const [first, second] = checker.getTypeArguments(type as ts.TypeReference);
  if (first === undefined) return undefined;
  if (/^(Readonly)?Set$/.test(type.symbol.name)) return `(${printItem(printer, first, below(site, '[]'))})[]`;
  const isMap = /^(Readonly)?Map$/.test(type.symbol.name) && (first.flags & ts.TypeFlags.StringLike) !== 0;
  if (!isMap || second === undefined) return undefined;
  const declared = printer.declare({ kind: 'object', title: '', type }, each => {
    each.text = `[key: string]: ${printer.print(second, below(site, '[*]'))}`;
  });
  return printer.mention(declared);
}

function printBuiltIn(printer: Printing, type: ts.ObjectType, site: Site): string | undefined {
  const name = builtInName(printer.study, type);
  if (name === 'Date') return printer.mark(DATE);
  if (name === 'Uint8Array' || name === 'Buffer') return printer.mark(BYTES);
  if (name !== undefined) return printer.refuse(site, refusals.builtIn(printer.nameOf(type), name));
  const parent = builtInParent(printer.study, targetOf(printer, type)) ?? mappedBuiltIn(printer.study, type);
  return parent === undefined
    ? undefined
    : printer.refuse(site, refusals.builtIn(printer.nameOf(type), parent));
}

function printClass(printer: Printing, type: ts.ObjectType, site: Site): string {
  const declaration = type.symbol.valueDeclaration as ts.ClassLikeDeclaration | undefined;
  if (declaration === undefined) return printPlain(printer, type, site);
  const refusal = findClassRefusal(printer, type, declaration);
  if (refusal !== undefined) return printer.refuse(site, refusal);
  const kind = isShared(printer, type, declaration) ? ('object' as const) : ('class' as const);
  return declareObject(printer, type, site, { kind, declaration });
}

function findClassRefusal(
  printer: Printing,
  type: ts.ObjectType,
  declaration: ts.ClassLikeDeclaration,
): Refusal | undefined {
  const { study } = printer;
  // What comes back is only shown: nothing has to be made of the class.
  if (printer.purpose === 'result') return undefined;
  const hidden = findHiddenClass(study, declaration);
  if (hidden !== undefined) return refusals.hiddenClass(hidden);
  if (isAbstract(study, declaration))
    return refusals.abstract(printer.nameOf(type), subclassesOf(study, type));
  if (isService(printer, type, declaration)) return refusals.service(printer.nameOf(type));
  if (!isShared(printer, type, declaration) || isPlain(study, declaration)) return undefined;
  return declaration.typeParameters === undefined
    ? refusals.indexedClass(printer.nameOf(type))
    : refusals.genericClass(printer.nameOf(type));
}

/**
 * True for what a list of properties of one class cannot say. At run time a generic class is one class, whatever its type
 * arguments. Where it is plain data, its objects stand for its instances.
 */
const isShared = ({ study }: Printing, type: ts.Type, { typeParameters }: ts.ClassLikeDeclaration): boolean =>
  typeParameters !== undefined || study.checker.getIndexInfosOfType(type).length > 0;

/** A class that does something and holds nothing a model could supply. */
function isService(printer: Printing, type: ts.ObjectType, declaration: ts.ClassLikeDeclaration): boolean {
  return (
    !hasData(printer, type) && !isPlain(printer.study, declaration) && !isCommand(printer.study, declaration)
  );
}

function printPlain(printer: Printing, type: ts.ObjectType, site: Site): string {
  const isEmpty =
    type.getProperties().length === 0 && printer.study.checker.getIndexInfosOfType(type).length === 0;
  if (isEmpty) return printer.refuse(site, refusals.unknown(printer.nameOf(type)));
  if (printer.purpose === 'input' && isPartOfRun(printer, type))
    return printer.refuse(site, refusals.partOfRun(printer.nameOf(type)));
  return declareObject(printer, type, site);
}

/** True for `Pick<RunContext, …>` and its kind: the run is injected as a whole, and no model supplies a part of it. */
const isPartOfRun = ({ study }: Printing, type: ts.Type): boolean =>
  study.checker.getPropertiesOfType(type).some(({ declarations = [] }) =>
    declarations.some(({ parent }) => {
      const { name } = parent as Partial<ts.ClassLikeDeclaration>;
      return (
        study.ts.isClassLike(parent) &&
        name !== undefined &&
        isOwnSymbol(study.checker.getSymbolAtLocation(name), 'RunContext')
      );
    }),
  );

const isClassInstance = ({ study }: Printing, type: ts.ObjectType): boolean =>
  (((type.symbol as ts.Symbol | undefined)?.flags ?? 0) & study.ts.SymbolFlags.Class) !== 0;

/** The generic type that an instantiation is of, which knows its parents. */
const targetOf = ({ study }: Printing, type: ts.ObjectType): ts.Type =>
  (type.objectFlags & study.ts.ObjectFlags.Reference) === 0 ? type : (type as ts.TypeReference).target;

import type ts from 'typescript';
import type { Study } from '../source/study.js';
import { builtInName, builtInParent } from './built-ins.js';
import { findHiddenClass, isAbstract, isCommand, subclassesOf } from './class-facts.js';
import { below, type DeclaredType, type Site } from './declared-type.js';
import { isPlain } from './plain-class.js';
import { printList } from './print-list.js';
import { hasData, printIndexes, printProperties } from './print-properties.js';
import type { TypePrinter } from './printer.js';
import { refusals } from './refusals.js';

export const DATE = { type: 'string', format: 'date-time', 'x-revive': 'date' } as const;
export const BYTES = { type: 'string', contentEncoding: 'base64', 'x-revive': 'bytes' } as const;

export function printObject(printer: TypePrinter, type: ts.ObjectType, site: Site): string {
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
function printShown(printer: TypePrinter, type: ts.ObjectType, site: Site): string | undefined {
  const { study } = printer;
  const name = builtInName(study, type);
  if (name === 'Date' || name === 'Buffer') return undefined;
  const collection = name === undefined ? undefined : printCollection(printer, type, site);
  if (collection !== undefined) return collection;
  const toJson = type.getProperty('toJSON');
  const [signature] = toJson === undefined ? [] : study.checker.getTypeOfSymbol(toJson).getCallSignatures();
  return signature === undefined ? undefined : printer.print(signature.getReturnType(), site);
}

function printCollection(printer: TypePrinter, type: ts.ObjectType, site: Site): string | undefined {
  const { checker, ts } = printer.study;
  const [first, second] = checker.getTypeArguments(type as ts.TypeReference);
  if (first === undefined) return undefined;
  if (/^(Readonly)?Set$/.test(type.symbol.name)) return `(${printer.print(first, below(site, '[]'))})[]`;
  const isMap = /^(Readonly)?Map$/.test(type.symbol.name) && (first.flags & ts.TypeFlags.StringLike) !== 0;
  if (!isMap || second === undefined) return undefined;
  const declared = printer.declare({ kind: 'object', title: '', type }, each => {
    each.text = `[key: string]: ${printer.print(second, below(site, '[*]'))}`;
  });
  return printer.mention(declared);
}

function printBuiltIn(printer: TypePrinter, type: ts.ObjectType, site: Site): string | undefined {
  const name = builtInName(printer.study, type);
  if (name === 'Date') return printer.mark(DATE);
  if (name === 'Uint8Array' || name === 'Buffer') return printer.mark(BYTES);
  if (name !== undefined) return printer.refuse(site, refusals.builtIn(printer.nameOf(type), name));
  const parent = builtInParent(printer.study, targetOf(printer, type));
  return parent === undefined
    ? undefined
    : printer.refuse(site, refusals.builtIn(printer.nameOf(type), parent));
}

function printClass(printer: TypePrinter, type: ts.ObjectType, site: Site): string {
  const { study } = printer;
  const declaration = type.symbol.valueDeclaration as ts.ClassLikeDeclaration | undefined;
  const hidden = declaration === undefined ? undefined : findHiddenClass(study, declaration);
  if (hidden !== undefined) return printer.refuse(site, refusals.hiddenClass(hidden));
  if (declaration !== undefined && isAbstract(study, declaration)) {
    return printer.refuse(site, refusals.abstract(printer.nameOf(type), subclassesOf(study, type)));
  }
  const isGeneric = declaration?.typeParameters !== undefined;
  if (isGeneric && printer.purpose === 'input' && !isPlain(study, declaration)) {
    return printer.refuse(site, refusals.genericClass(printer.nameOf(type)));
  }
  if (declaration !== undefined && printer.purpose === 'input' && isService(printer, type, declaration)) {
    return printer.refuse(site, refusals.service(printer.nameOf(type)));
  }
  // At run time a generic class is one class, whatever its type arguments: only what is plain data can be one of many.
  const facts = {
    kind: isGeneric ? ('object' as const) : ('class' as const),
    title: titleOf(printer, type),
    type,
    ...(declaration && { declaration }),
  };
  return printer.mention(printer.declare(facts, declared => printMembers(printer, declared, type, site)));
}

/** A class that does something and holds nothing a model could supply. */
function isService(printer: TypePrinter, type: ts.ObjectType, declaration: ts.ClassLikeDeclaration): boolean {
  return (
    !hasData(printer, type) && !isPlain(printer.study, declaration) && !isCommand(printer.study, declaration)
  );
}

function printPlain(printer: TypePrinter, type: ts.ObjectType, site: Site): string {
  const isEmpty =
    type.getProperties().length === 0 && printer.study.checker.getIndexInfosOfType(type).length === 0;
  if (isEmpty) return printer.refuse(site, refusals.unknown(printer.nameOf(type)));
  const declaration = (type.aliasSymbol ?? type.symbol).declarations?.[0];
  const facts = {
    kind: 'object' as const,
    title: titleOf(printer, type),
    type,
    ...(declaration && { declaration }),
  };
  return printer.mention(printer.declare(facts, declared => printMembers(printer, declared, type, site)));
}

export function printMembers(printer: TypePrinter, declared: DeclaredType, type: ts.Type, site: Site): void {
  printProperties(printer, declared, type, site);
  printIndexes(printer, declared, type, site);
}

/** What a project calls a type: its alias, or its own name; empty for a type written in place. */
export function titleOf({ study }: TypePrinter, type: ts.Type): string {
  const { aliasSymbol } = type;
  if (aliasSymbol !== undefined) {
    const isProjects = aliasSymbol.declarations?.some(
      each => !study.program.isSourceFileDefaultLibrary(each.getSourceFile()),
    );
    return isProjects === true ? aliasName(study, type) : '';
  }
  const { SymbolFlags } = study.ts;
  const symbol = type.symbol as ts.Symbol | undefined;
  const isNamed = ((symbol?.flags ?? 0) & (SymbolFlags.Class | SymbolFlags.Interface)) !== 0;
  return isNamed ? study.checker.typeToString(type) : '';
}

function aliasName(study: Study, type: ts.Type): string {
  const { aliasSymbol, aliasTypeArguments = [] } = type;
  const names = aliasTypeArguments.map(each => study.checker.typeToString(each));
  return [aliasSymbol?.name ?? '', ...names].join(' ');
}

const isClassInstance = ({ study }: TypePrinter, type: ts.ObjectType): boolean =>
  (((type.symbol as ts.Symbol | undefined)?.flags ?? 0) & study.ts.SymbolFlags.Class) !== 0;

/** The generic type that an instantiation is of, which knows its parents. */
const targetOf = ({ study }: TypePrinter, type: ts.ObjectType): ts.Type =>
  (type.objectFlags & study.ts.ObjectFlags.Reference) === 0 ? type : (type as ts.TypeReference).target;

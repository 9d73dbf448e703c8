import type ts from 'typescript';
import type { Study } from '../source/study.js';
import type { DeclaredType, Site } from './declared-type.js';
import { printIndexes } from './print-indexes.js';
import { printProperties } from './print-properties.js';
import type { DeclarationFacts, Printing } from './printing.js';
import { refusals } from './refusals.js';

/** Declares an object under the name that its project gives it. */
export function declareObject(
  printer: Printing,
  type: ts.Type,
  site: Site,
  { kind, declaration }: Pick<DeclarationFacts, 'kind' | 'declaration'> = objectFacts(type),
): string {
  const facts = { kind, title: titleOf(printer, type), type, ...(declaration && { declaration }) };
  return printer.mention(
    printer.declare(facts, declared => {
      printProperties(printer, declared, type, site);
      printIndexes(printer, declared, type, site);
      // Of a class that does something, an instance is made all the same; nothing else is left of methods.
      if (kind === 'object' && isEmpty(declared)) {
        printer.refuse(site, refusals.noData(printer.nameOf(type)));
      }
    }),
  );
}

function objectFacts(type: ts.Type): Pick<DeclarationFacts, 'kind' | 'declaration'> {
  // An intersection has none.
  const symbol = type.symbol as ts.Symbol | undefined;
  const declaration = (type.aliasSymbol ?? symbol)?.declarations?.[0];
  return { kind: 'object', ...(declaration && { declaration }) };
}

const isEmpty = ({ properties, text, problems }: DeclaredType): boolean =>
  properties.length === 0 && text === '' && problems.length === 0;

/** What a project calls a type: its alias, or its own name; empty for a type written in place. */
function titleOf({ study }: Printing, type: ts.Type): string {
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

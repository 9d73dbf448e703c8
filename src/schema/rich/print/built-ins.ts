import type ts from 'typescript';
import type { Study } from '../source/study.js';

/** The name of a class or interface that the runtime brings along, e.g. `Map`; undefined for all others. */
export function builtInName(study: Study, type: ts.Type): string | undefined {
  const symbol = type.symbol as ts.Symbol | undefined;
  const isNamed =
    symbol !== undefined &&
    (symbol.flags & (study.ts.SymbolFlags.Class | study.ts.SymbolFlags.Interface)) !== 0;
  if (!isNamed) return undefined;
  const isRuntimes = symbol.declarations?.some(({ parent }) => {
    const file = parent.getSourceFile();
    return (
      study.program.isSourceFileDefaultLibrary(file) || /[\\/]@types[\\/](node|web)[\\/]/.test(file.fileName)
    );
  });
  return isRuntimes === true ? symbol.name : undefined;
}

/** The nearest runtime class that a class extends. */
export function builtInParent(study: Study, type: ts.Type): string | undefined {
  for (const parent of type.isClassOrInterface() ? study.checker.getBaseTypes(type) : []) {
    const name = builtInName(study, parent) ?? builtInParent(study, parent);
    if (name !== undefined) return name;
  }
  return undefined;
}

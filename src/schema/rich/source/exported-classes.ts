import type { Study } from './study.js';

/** The names under which files export their own classes, by class id: `src/orders.ts#Orders` → `Orders` or `default`. */
export function findExportedClasses(study: Study): ReadonlyMap<string, string> {
  const { checker, ts } = study;
  const exported = new Map<string, string>();
  for (const file of study.projectFiles) {
    const module = checker.getSymbolAtLocation(file);
    for (const symbol of module === undefined ? [] : checker.getExportsOfModule(module)) {
      const declaration = study.resolveAlias(symbol).valueDeclaration;
      if (declaration === undefined || !ts.isClassDeclaration(declaration)) continue;
      if (declaration.getSourceFile() !== file || declaration.name === undefined) continue;
      exported.set(`${study.pathOf(file)}#${declaration.name.text}`, symbol.name);
    }
  }
  return exported;
}

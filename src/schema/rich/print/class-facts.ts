import type ts from 'typescript';
import { findOwn, type FoundDecorator, isOwnSymbol } from '../source/decorators.js';
import type { Study } from '../source/study.js';

/** A class that no program can name from outside: the name it has, or none. */
export function findHiddenClass({ ts }: Study, declaration: ts.ClassLikeDeclaration): string | undefined {
  const name = declaration.name?.text ?? '';
  const isTop =
    ts.isClassDeclaration(declaration) &&
    (ts.isSourceFile(declaration.parent) || ts.isModuleBlock(declaration.parent));
  return isTop && name !== '' ? undefined : name;
}

export const isAbstract = ({ ts }: Study, declaration: ts.ClassLikeDeclaration): boolean =>
  (ts.getCombinedModifierFlags(declaration) & ts.ModifierFlags.Abstract) !== 0;

/** The classes of the project that extend a class, for the text of a problem. */
export function subclassesOf(study: Study, parent: ts.Type): string[] {
  const { ts, checker } = study;
  return study.projectFiles.flatMap(file =>
    file.statements
      .filter(each => ts.isClassDeclaration(each))
      .flatMap(each => {
        if (each.name === undefined || isAbstract(study, each)) return [];
        const type = checker.getTypeAtLocation(each);
        const isBelow = type !== parent && extendsType(study, type, parent.symbol);
        return isBelow ? [each.name.text] : [];
      }),
  );
}

function extendsType(study: Study, type: ts.Type, parent: ts.Symbol): boolean {
  if (!type.isClassOrInterface()) return false;
  return study.checker
    .getBaseTypes(type)
    .some(base => base.symbol === parent || extendsType(study, targetOfReference(study, base), parent));
}

export const targetOfReference = ({ ts }: Study, type: ts.Type): ts.Type =>
  (type.flags & ts.TypeFlags.Object) !== 0 &&
  ((type as ts.ObjectType).objectFlags & ts.ObjectFlags.Reference) !== 0
    ? (type as ts.TypeReference).target
    : type;

/** True for a class that is a tool, or an action of one: its `@Param` properties alone are what a model supplies. */
export function isCommand(study: Study, declaration: ts.ClassLikeDeclaration): boolean {
  if (findOwn(study, declaration, 'Tool') !== undefined) return true;
  const type = study.checker.getTypeAtLocation(declaration);
  return type.isClassOrInterface() && extendsAction(study, type);
}

function extendsAction(study: Study, type: ts.Type): boolean {
  if (!type.isClassOrInterface()) return false;
  return study.checker
    .getBaseTypes(type)
    .some(base => isOwnSymbol(base.symbol, 'Action') || extendsAction(study, targetOfReference(study, base)));
}

/**
 * True when a decorator says something about a property, where it is declared or where a parent of its class declares
 * it: at run time decorators are inherited. Which ones are validators shows at run time only.
 */
export const isDecorated = (study: Study, declaration: ts.Declaration | undefined): boolean =>
  inheritedDeclarations(study, declaration).some(
    each => study.ts.canHaveDecorators(each) && (study.ts.getDecorators(each) ?? []).length > 0,
  );

/** Our `@Param` on a property, or on what it overrides; the nearest one. */
export function findParam(study: Study, declaration: ts.Declaration | undefined): FoundDecorator | undefined {
  for (const each of inheritedDeclarations(study, declaration)) {
    const found = findOwn(study, each, 'Param');
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The declaration of a property, and those that it overrides in the parents of its class, from the nearest up. */
function inheritedDeclarations(study: Study, declaration: ts.Declaration | undefined): ts.Declaration[] {
  const { ts, checker } = study;
  const found: ts.Declaration[] = declaration === undefined ? [] : [declaration];
  for (const each of found) {
    const name = ts.getNameOfDeclaration(each);
    const key = name === undefined ? undefined : checker.getSymbolAtLocation(name)?.name;
    if (key === undefined || !ts.isClassLike(each.parent)) continue;
    const above = parentOf(study, each.parent);
    const member = above && checker.getTypeAtLocation(above).getProperty(key);
    found.push(...(member?.declarations ?? []).filter(other => !found.includes(other)));
  }
  return found;
}

/** What a class extends, as it is written. */
const parentOf = (
  { ts }: Study,
  { heritageClauses }: ts.ClassLikeDeclaration,
): ts.ExpressionWithTypeArguments | undefined =>
  heritageClauses?.find(({ token }) => token === ts.SyntaxKind.ExtendsKeyword)?.types[0];

import type ts from 'typescript';
import { decoratorsOf } from '../source/decorators.js';
import { readLiteral } from '../source/literals.js';
import type { Study } from '../source/study.js';

/** True for a class of nothing but data: without decorators, methods, accessors, hidden members and values that code makes, also in its parents. */
export function isPlain(study: Study, declaration: ts.ClassLikeDeclaration): boolean {
  const { ts } = study;
  if (decoratorsOf(study, declaration).length > 0) return false;
  const isData = declaration.members.every(member => {
    if (ts.isConstructorDeclaration(member)) return isPlainConstructor(study, member);
    if (!ts.isPropertyDeclaration(member))
      return ts.isSemicolonClassElement(member) || ts.isIndexSignatureDeclaration(member);
    const flags = ts.getCombinedModifierFlags(member);
    if ((flags & ts.ModifierFlags.Static) !== 0) return true;
    const isHidden = (flags & (ts.ModifierFlags.Private | ts.ModifierFlags.Protected)) !== 0;
    const isMade = member.initializer !== undefined && readLiteral(study, member.initializer) === undefined;
    const isDecorated = (ts.getDecorators(member) ?? []).length > 0;
    return !isHidden && !isMade && !isDecorated && !ts.isPrivateIdentifier(member.name);
  });
  const parent = declaration.heritageClauses?.find(({ token }) => token === ts.SyntaxKind.ExtendsKeyword)
    ?.types[0];
  if (!isData || parent === undefined) return isData;
  const above = study.symbolAt(parent.expression)?.valueDeclaration;
  return above !== undefined && ts.isClassLike(above) && isPlain(study, above);
}

/** A constructor that only takes properties. */
const isPlainConstructor = ({ ts }: Study, { parameters, body }: ts.ConstructorDeclaration): boolean =>
  body?.statements.length === 0 &&
  parameters.every(
    each =>
      (ts.getCombinedModifierFlags(each) & ts.ModifierFlags.Public) !== 0 ||
      (ts.getCombinedModifierFlags(each) & ts.ModifierFlags.Readonly) !== 0,
  );

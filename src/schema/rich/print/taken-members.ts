import type ts from 'typescript';
import { decoratorsOf } from '../source/decorators.js';
import type { Study } from '../source/study.js';
import type { DeclaredType, Site } from './declared-type.js';
import type { Printing } from './printing.js';

/** True where values are instances of a class, whose methods they bring and whose initialisers have run. */
export const isInstanceOf = ({ ts }: Study, { declaration }: DeclaredType): boolean =>
  declaration !== undefined && ts.isClassLike(declaration);

/** True for a member of a class in a type whose values are no instances of it: Partial<T>, Pick<T, K>, T & U. */
export function isTakenFromClass(
  study: Study,
  declared: DeclaredType,
  declaration: ts.Declaration | undefined,
): boolean {
  const isOfClass = declaration !== undefined && study.ts.isClassLike(declaration.parent);
  return isOfClass && !isInstanceOf(study, declared);
}

/** True for a member of a mapped type that is another than the declared one: it may lack, or is of another type. */
export function isChangedByMapping(study: Study, owner: ts.Type, property: ts.Symbol): boolean {
  const { ts, checker } = study;
  const at = property.valueDeclaration ?? property.declarations?.[0];
  if (at === undefined || !isMapped(study, owner)) return false;
  const isOptional = (property.flags & ts.SymbolFlags.Optional) !== 0;
  const original = originalOf(study, at);
  if (isOptional && original !== undefined && (original.flags & ts.SymbolFlags.Optional) === 0) return true;
  if (isOfLibrary(study, owner)) return false;
  const declared = checker.getNonNullableType(checker.getTypeAtLocation(at));
  return checker.getNonNullableType(checker.getTypeOfSymbol(property)) !== declared;
}

const isMapped = ({ ts }: Study, type: ts.Type): boolean =>
  (type.flags & ts.TypeFlags.Object) !== 0 &&
  ((type as ts.ObjectType).objectFlags & ts.ObjectFlags.Mapped) !== 0;

function originalOf({ ts, checker }: Study, at: ts.Declaration): ts.Symbol | undefined {
  const name = ts.getNameOfDeclaration(at);
  return name === undefined ? undefined : checker.getSymbolAtLocation(name);
}

/** `Readonly`, `Pick`, `Omit` and `Required` leave types alone, also those that a type argument says. */
const isOfLibrary = ({ program }: Study, { aliasSymbol }: ts.Type): boolean =>
  /^(?:Readonly|Pick|Omit|Required|Partial)$/.test(aliasSymbol?.name ?? '') &&
  aliasSymbol?.declarations?.every(each => program.isSourceFileDefaultLibrary(each.getSourceFile())) === true;

/** Names the validators on members of classes, which run for instances alone. */
export function warnOfLostValidators(
  { study, purpose }: Printing,
  members: readonly ts.Declaration[],
  { where }: Site,
): void {
  if (purpose === 'result') return;
  const lost = new Map<string, string[]>();
  for (const member of members) {
    const validators = decoratorsOf(study, member).filter(each => each.package === 'class-validator');
    if (validators.length === 0) continue;
    const owner = (member.parent as ts.ClassLikeDeclaration).name?.text ?? 'the class';
    const name = study.ts.getNameOfDeclaration(member)?.getText() ?? '';
    const shown = `${name}: ${validators.map(each => `@${each.name}`).join(', ')}`;
    lost.set(owner, [...(lost.get(owner) ?? []), shown]);
  }
  for (const [owner, shown] of lost) {
    study.warn(
      `${where}: the validators of ${owner} do not hold for a type made from it (${shown.join('; ')}). Declare a class ` +
        'with its own validators where they have to.',
    );
  }
}

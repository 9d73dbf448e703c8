import type ts from 'typescript';
import { findOwn, textOfName } from './decorators.js';
import type { FoundMethod } from './found-tool.js';
import type { Study } from './study.js';

/** The tool methods that a class has entries for: its own, overrides, and inherited ones that its parent left open. */
export function findMethods(study: Study, owner: ts.ClassDeclaration): FoundMethod[] {
  const found: FoundMethod[] = [];
  const seen = new Set<string>();
  for (const ancestor of [owner, ...ancestorsOf(study, owner)]) {
    for (const tool of ownTools(study, ancestor)) {
      const member = textOfName(study, tool.name);
      const isStatic = isStaticMember(study, tool);
      const key = `${isStatic ? 'static ' : ''}${member ?? tool.name.getText()}`;
      if (seen.has(key)) continue;
      seen.add(key);
      if (member === undefined) {
        refuseName(study, owner, tool);
        continue;
      }
      const method = readMethod(study, owner, { tool, member, isStatic });
      if (method !== undefined && isEntryOf(study, owner, ancestor, method)) found.push(method);
    }
  }
  return found;
}

/** The methods of a class with `@Tool`. */
export const ownTools = (study: Study, node: ts.ClassLikeDeclaration): ts.MethodDeclaration[] =>
  node.members
    .filter(each => study.ts.isMethodDeclaration(each))
    .filter(each => findOwn(study, each, 'Tool') !== undefined);

const isStaticMember = ({ ts }: Study, node: ts.Declaration): boolean =>
  (ts.getCombinedModifierFlags(node) & ts.ModifierFlags.Static) !== 0;

function ancestorsOf(study: Study, owner: ts.ClassLikeDeclaration): ts.ClassLikeDeclaration[] {
  const { ts, checker } = study;
  const parents: ts.ClassLikeDeclaration[] = [];
  let bases = checker.getBaseTypes(checker.getTypeAtLocation(owner) as ts.InterfaceType);
  while (bases[0] !== undefined && parents.length < MAX_PARENTS) {
    const declaration = (bases[0].symbol as ts.Symbol | undefined)?.valueDeclaration;
    if (declaration === undefined || !ts.isClassLike(declaration)) break;
    parents.push(declaration);
    bases = checker.getBaseTypes(checker.getTypeAtLocation(declaration) as ts.InterfaceType);
  }
  return parents;
}

const MAX_PARENTS = 64;

function readMethod(
  study: Study,
  owner: ts.ClassDeclaration,
  { tool, member, isStatic }: Pick<FoundMethod, 'tool' | 'member' | 'isStatic'>,
): FoundMethod | undefined {
  const { ts, checker } = study;
  const property = findProperty(study, owner, member, isStatic);
  const declaration = property?.valueDeclaration;
  if (property === undefined || declaration === undefined || !ts.isMethodDeclaration(declaration))
    return undefined;
  const overloads = (property.declarations?.length ?? 0) - 1;
  if (overloads > 0) {
    study.problem({
      where: `${study.placeOf(declaration.name)} ${owner.name?.text ?? ''}.${member}`,
      seen: `it has ${overloads === 1 ? 'an overload signature' : `${overloads} overload signatures`}, and a tool has one list of arguments.`,
      fix: 'write one signature, or one tool method for each.',
    });
    return undefined;
  }
  const [signature] = checker.getTypeOfSymbol(property).getCallSignatures();
  return signature === undefined ? undefined : { owner, member, isStatic, signature, declaration, tool };
}

function findProperty(
  { checker }: Study,
  { name }: ts.ClassDeclaration,
  member: string,
  isStatic: boolean,
): ts.Symbol | undefined {
  const symbol = name === undefined ? undefined : checker.getSymbolAtLocation(name);
  if (symbol === undefined) return undefined;
  return checker.getPropertyOfType(
    isStatic ? checker.getTypeOfSymbol(symbol) : checker.getDeclaredTypeOfSymbol(symbol),
    member,
  );
}

function refuseName(study: Study, owner: ts.ClassDeclaration, tool: ts.MethodDeclaration): void {
  study.problem({
    where: `${study.placeOf(tool.name)} ${owner.name?.text ?? ''}.${tool.name.getText()}`,
    seen: 'its name is computed at run time.',
    fix: 'give the method a written name.',
  });
}

/** Inherited as it is, a method is an entry of its parent alone. */
function isEntryOf(
  study: Study,
  owner: ts.ClassDeclaration,
  ancestor: ts.ClassLikeDeclaration,
  method: FoundMethod,
): boolean {
  if (method.declaration.parent === owner) return !isOpen(study, owner, method);
  if (ancestor === owner) return true;
  const { checker } = study;
  const original = checker.getSignatureFromDeclaration(method.declaration);
  if (original === undefined || isOpen(study, owner, method)) return false;
  const typesOf = ({ parameters }: ts.Signature): ts.Type[] =>
    parameters.map(each => checker.getTypeOfSymbol(each));
  const before = [...typesOf(original), original.getReturnType()];
  const after = [...typesOf(method.signature), method.signature.getReturnType()];
  return after.some((type, index) => type !== before[index]);
}

/** True for a method of a generic class whose types a subclass has still to say, when there is one that does. */
function isOpen(study: Study, owner: ts.ClassDeclaration, { declaration, signature }: FoundMethod): boolean {
  if (owner.typeParameters === undefined) return false;
  const { ts, checker } = study;
  const own = new Set(owner.typeParameters.map(each => checker.getSymbolAtLocation(each.name)));
  const mentions = (node: ts.Node): boolean =>
    (ts.isTypeReferenceNode(node) && own.has(checker.getSymbolAtLocation(node.typeName))) ||
    ts.forEachChild(node, child => mentions(child) || undefined) === true;
  const written = [...declaration.parameters.map(each => each.type), declaration.type];
  const isMentioned = written.some(type => type !== undefined && mentions(type));
  return isMentioned && signature.parameters.length > 0 && hasSubclass(study, owner);
}

function hasSubclass(study: Study, owner: ts.ClassDeclaration): boolean {
  const symbol = owner.name === undefined ? undefined : study.checker.getSymbolAtLocation(owner.name);
  return study.projectFiles.some(file =>
    file.statements.some(
      each =>
        study.ts.isClassDeclaration(each) &&
        ancestorsOf(study, each).some(
          parent => parent.name !== undefined && study.checker.getSymbolAtLocation(parent.name) === symbol,
        ),
    ),
  );
}

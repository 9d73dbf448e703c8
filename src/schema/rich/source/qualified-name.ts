import type ts from 'typescript';
import type { TypeScript } from './packages.js';

/** A declaration by its name and by those of what it stands in: `Page`, `Page.limit`, `Orders.find(limit)`. */
export function qualifiedName(compiler: TypeScript, declaration: ts.Declaration): string {
  const name = compiler.getNameOfDeclaration(declaration)?.getText() ?? '';
  const owner = ownerOf(compiler, declaration);
  if (owner === undefined) return name;
  const above = qualifiedName(compiler, owner);
  return compiler.isParameter(declaration) && !compiler.isClassLike(owner)
    ? `${above}(${name})`
    : [above, name].filter(each => each !== '').join('.');
}

/** The nearest declaration around another one that has a name. A constructor has none. */
function ownerOf(compiler: TypeScript, { parent }: ts.Node): ts.Declaration | undefined {
  for (let node = parent; !compiler.isSourceFile(node); node = node.parent) {
    if (isOwner(compiler, node)) return node;
  }
  return undefined;
}

const isOwner = (compiler: TypeScript, node: ts.Node): node is ts.Declaration =>
  compiler.isClassLike(node) ||
  compiler.isInterfaceDeclaration(node) ||
  compiler.isTypeAliasDeclaration(node) ||
  compiler.isPropertyDeclaration(node) ||
  compiler.isPropertySignature(node) ||
  compiler.isMethodDeclaration(node) ||
  compiler.isMethodSignature(node) ||
  compiler.isFunctionDeclaration(node) ||
  compiler.isParameter(node);

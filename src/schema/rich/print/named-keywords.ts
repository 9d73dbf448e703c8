import type ts from 'typescript';
import { restricts } from '../../fast/merge-keywords.js';
import type { DocComment } from '../docs/doc-comment.js';
import type { Study } from '../source/study.js';

type Named = ts.TypeAliasDeclaration | ts.InterfaceDeclaration | ts.ClassDeclaration;

/** Constraints, and the tags that wrote them. */
export type Constraints = Pick<DocComment, 'keywords' | 'tags'>;
export type ReadConstraints = (declaration: ts.Declaration) => Constraints | undefined;

/** A type that goes by a name where it is written. */
export interface NamedType {
  readonly declaration: Named;
  /** Missing where its comment has none. */
  readonly constraints?: Constraints;
  /** Where what the name stands for is written; the same place where that takes type arguments. */
  readonly node: ts.TypeNode;
}

/** Constraint tags in comments of named types: types themselves do not know by which name they were mentioned. */
export class NamedKeywords {
  private readonly found = new Set<ts.Node>();
  private readonly entered = new Set<ts.Node>();

  constructor(
    private readonly study: Study,
    private readonly read: ReadConstraints,
  ) {}

  /** The name that a type goes by where it is written, as itself or as a part. */
  find(type: ts.Type, node: ts.TypeNode | undefined): NamedType | undefined {
    if (node === undefined || this.entered.has(node)) return undefined;
    const { ts } = this.study;
    if (ts.isParenthesizedTypeNode(node)) return this.find(type, node.type);
    if (ts.isUnionTypeNode(node) || ts.isIntersectionTypeNode(node)) return this.findPart(type, node.types);
    if (!ts.isTypeReferenceNode(node) || !this.isSame(type, node)) return undefined;
    const declaration = this.declarationOf(node);
    if (declaration === undefined) return undefined;
    this.found.add(node);
    const isOpen = !ts.isTypeAliasDeclaration(declaration) || declaration.typeParameters !== undefined;
    const constraints = this.constraintsOf(declaration);
    return {
      declaration,
      ...(constraints === undefined ? {} : { constraints }),
      node: isOpen ? node : declaration.type,
    };
  }

  /** Runs what prints a type by its name, where the name must not be found once more. */
  enter<T>(node: ts.TypeNode, print: () => T): T {
    this.entered.add(node);
    try {
      return print();
    } finally {
      this.entered.delete(node);
    }
  }

  /** The names in a type, where it is written, whose constraints were put nowhere; each is given once. */
  takeLost(type: ts.Type, node: ts.TypeNode): ts.TypeReferenceNode[] {
    if (!this.isSame(type, node)) return [];
    const { ts } = this.study;
    const lost: ts.TypeReferenceNode[] = [];
    const visit = (each: ts.Node): void => {
      if (ts.isTypeReferenceNode(each) && !this.found.has(each) && this.isLost(each)) {
        this.found.add(each);
        lost.push(each);
      }
      ts.forEachChild(each, visit);
    };
    visit(node);
    return lost;
  }

  /** What is derived from an object is another object. */
  private isLost(node: ts.TypeReferenceNode): boolean {
    const { checker } = this.study;
    const declaration = this.declarationOf(node);
    const constraints = declaration === undefined ? undefined : this.constraintsOf(declaration);
    if (constraints === undefined || !restrictsValues(constraints)) return false;
    const type = checker.getTypeFromTypeNode(node);
    const isObject = (type.flags & this.study.ts.TypeFlags.Object) !== 0;
    return !isObject || checker.isArrayType(type) || checker.isTupleType(type);
  }

  private constraintsOf(declaration: Named): Constraints | undefined {
    const { keywords: { examples: _examples, ...keywords } = {}, tags = new Map<string, string>() } =
      this.read(declaration) ?? {};
    return Object.keys(keywords).length === 0 ? undefined : { keywords, tags };
  }

  private findPart(type: ts.Type, nodes: readonly ts.TypeNode[]): NamedType | undefined {
    const same = nodes.filter(each => this.isSame(type, each));
    // Beside its own type, a constrained one says nothing.
    return same.length === 1 ? this.find(type, same[0]) : undefined;
  }

  private declarationOf({ typeName }: ts.TypeReferenceNode): Named | undefined {
    const { ts } = this.study;
    return this.study
      .symbolAt(typeName)
      ?.declarations?.find(
        (each): each is Named =>
          ts.isTypeAliasDeclaration(each) || ts.isInterfaceDeclaration(each) || ts.isClassDeclaration(each),
      );
  }

  /** Whether a node is where a type is written: what is derived from it keeps the node of a property, not the type. */
  private isSame(type: ts.Type, node: ts.TypeNode): boolean {
    const written = this.study.checker.getTypeFromTypeNode(node);
    if (written === type) return true;
    const symbol = this.study.ts.isTypeReferenceNode(node) ? this.study.symbolAt(node.typeName) : undefined;
    if (symbol !== undefined && (type.aliasSymbol ?? type.symbol) === symbol) return true;
    const parts = this.partsOf(type);
    const others = this.partsOf(written);
    return parts.length === others.length && parts.every(part => others.includes(part));
  }

  private partsOf(type: ts.Type): readonly ts.Type[] {
    const parts = type.isUnion() ? type.types : [type];
    return parts.filter(part => (part.flags & this.study.ts.TypeFlags.Undefined) === 0);
  }
}

/** True for constraints that decide which values fit, as opposed to a title. */
export const restrictsValues = ({ keywords }: Constraints): boolean => Object.keys(keywords).some(restricts);

import { relative } from 'node:path';
import type ts from 'typescript';
import type { DefinitionProblem } from '../../../foundation/definition-error.js';
import { packageOf } from './package-of.js';
import type { TypeScript } from './packages.js';
import { qualifiedName } from './qualified-name.js';

/** Of one parameter, so that a type full of what JSON does not have is not a page of problems. */
const MAX_SHOWN = 5;

/** The sources of a project while they are read, and what was found wrong with them. */
export class Study {
  readonly checker: ts.TypeChecker;
  private readonly found = new Map<string, DefinitionProblem[]>();
  private readonly warned = new Set<string>();
  /** Whether a type is not what it is meant to be, so that what is said of its values cannot be checked. */
  isTypeBroken = false;

  constructor(
    readonly ts: TypeScript,
    readonly program: ts.Program,
    /** The folder that paths start from. */
    readonly root: string,
    /** Decorators of the project that stand for `@Tool`. */
    readonly toolDecorators: ReadonlySet<string>,
  ) {
    this.checker = program.getTypeChecker();
  }

  get warnings(): string[] {
    return [...this.warned];
  }

  warn(text: string): void {
    this.warned.add(text);
  }

  problem(problem: DefinitionProblem): void {
    this.isTypeBroken = true;
    this.commentProblem(problem);
  }

  /** Of a comment alone: all else can be read on. */
  commentProblem(problem: DefinitionProblem): void {
    const owner = ownerOf(problem.where);
    const found = this.found.get(owner) ?? [];
    this.found.set(owner, found);
    const isKnown = found.some(({ where, seen }) => where === problem.where && seen === problem.seen);
    if (!isKnown) found.push(problem);
  }

  /** What was found wrong; of each parameter the first problems, and how many more there are. */
  get problems(): readonly DefinitionProblem[] {
    return [...this.found].flatMap(([where, found]) => {
      const more = found.length - MAX_SHOWN;
      if (more <= 1) return found;
      const rest = {
        where,
        seen: `there are ${more} more problems in it.`,
        fix: 'correct those above first.',
      };
      return [...found.slice(0, MAX_SHOWN), rest];
    });
  }

  /** Sources that the project wrote, as opposed to what it installed. */
  get projectFiles(): readonly ts.SourceFile[] {
    return this.program.getSourceFiles().filter(file => this.isOfProject(file));
  }

  isOfProject(file: ts.SourceFile): boolean {
    return !file.isDeclarationFile && !/[\\/]node_modules[\\/]/.test(file.fileName) && !isOurs(file.fileName);
  }

  pathOf(file: ts.SourceFile): string {
    return relative(this.root, file.fileName).replaceAll('\\', '/');
  }

  /** `src/orders.ts:12`. */
  placeOf(node: ts.Node): string {
    const file = node.getSourceFile();
    return `${this.pathOf(file)}:${file.getLineAndCharacterOfPosition(node.getStart()).line + 1}`;
  }

  /** `src/orders.ts:12 Page.limit`; empty for what nobody declares. */
  namedPlaceOf(declaration: ts.Declaration | undefined): string {
    if (declaration === undefined) return '';
    const name = this.ts.getNameOfDeclaration(declaration);
    return `${this.placeOf(name ?? declaration)} ${qualifiedName(this.ts, declaration)}`;
  }

  /** What a name stands for, through imports and re-exports. */
  symbolAt(node: ts.Node): ts.Symbol | undefined {
    const symbol = this.checker.getSymbolAtLocation(node);
    return symbol === undefined ? undefined : this.resolveAlias(symbol);
  }

  resolveAlias(symbol: ts.Symbol): ts.Symbol {
    return (symbol.flags & this.ts.SymbolFlags.Alias) === 0 ? symbol : this.checker.getAliasedSymbol(symbol);
  }

  /** The package that declares what a name stands for: of the declaration, or of an import that leads nowhere. */
  originOf(name: ts.Node): { readonly name: string; readonly package: string | undefined } | undefined {
    const symbol = this.checker.getSymbolAtLocation(name);
    if (symbol === undefined) return undefined;
    const resolved = this.resolveAlias(symbol);
    const declaration = resolved.declarations?.[0];
    if (declaration !== undefined) {
      return { name: resolved.name, package: packageOf(declaration.getSourceFile().fileName) };
    }
    const specifier = symbol.declarations?.find(each => this.ts.isImportSpecifier(each));
    if (specifier === undefined) return undefined;
    const from = specifier.parent.parent.parent.moduleSpecifier;
    const module = this.ts.isStringLiteral(from) ? from.text : '';
    return {
      name: (specifier.propertyName ?? specifier.name).text,
      package: /^(?:@[^/]+\/)?[^/]+/.exec(module)?.[0],
    };
  }
}

/** The sources of this package itself, which a path mapping of its own examples and tests may lead to. */
const isOurs = (fileName: string): boolean =>
  packageOf(fileName) === 'toolwright' && /[\\/]src[\\/]/.test(fileName);

/** The parameter or property that a place is inside of: `src/a.ts:3 Orders.find(order)` of `src/a.ts:3 Orders.find(order).at`. */
const ownerOf = (where: string): string =>
  /^.*?:\d+ (?:[^.([]*\.)?[^.([]*(?:\([^)]*\))?/.exec(where)?.[0] ?? where;

import type ts from 'typescript';
import { loadTypeScript, type TypeScript, TYPESCRIPT_FILE } from '../typescript/load-typescript.js';
import { nearestOptions } from '../typescript/tsconfig.js';
import { error, type Finding, note } from './finding.js';

/**
 * Classes in decorated signatures that are imported as types only: at run time they are not there.
 *
 * @param toolsWork - All tools could be compiled without them, so that only constructors can miss them.
 */
export function checkImports(modulePath: string, toolsWork: boolean): Finding[] {
  if (!TYPESCRIPT_FILE.test(modulePath)) return [];
  const typescript = loadTypeScript(modulePath);
  const program = typescript.createProgram([modulePath], {
    ...nearestOptions(typescript, modulePath),
    noEmit: true,
    skipLibCheck: true,
  });
  const own = program
    .getSourceFiles()
    .filter(file => !file.isDeclarationFile && !program.isSourceFileFromExternalLibrary(file));
  return own.flatMap(file => new ErasedTypes(typescript, program.getTypeChecker(), toolsWork).find(file));
}

class ErasedTypes {
  private readonly findings: Finding[] = [];

  constructor(
    private readonly typescript: TypeScript,
    private readonly checker: ts.TypeChecker,
    private readonly toolsWork: boolean,
  ) {}

  find(file: ts.SourceFile): Finding[] {
    this.visit(file);
    return this.findings;
  }

  private visit(node: ts.Node): void {
    if (this.typescript.isClassDeclaration(node)) this.visitClass(node);
    this.typescript.forEachChild(node, child => {
      this.visit(child);
    });
  }

  private visitClass(node: ts.ClassDeclaration): void {
    const { typescript } = this;
    const className = node.name?.text ?? 'a class without a name';
    for (const member of node.members) {
      if (typescript.isConstructorDeclaration(member) && this.isDecorated(node))
        this.checkParameters(member, `${className}.constructor`);
      if (typescript.isMethodDeclaration(member) && this.isDecorated(member))
        this.checkParameters(member, `${className}.${member.name.getText()}`);
      if (typescript.isPropertyDeclaration(member) && this.isDecorated(member))
        this.check(member.type, `${className}.${member.name.getText()}`);
    }
  }

  private isDecorated(node: ts.HasDecorators): boolean {
    return (this.typescript.getDecorators(node) ?? []).length > 0;
  }

  private checkParameters(node: ts.MethodDeclaration | ts.ConstructorDeclaration, where: string): void {
    for (const parameter of node.parameters)
      this.check(parameter.type, `${where}, parameter '${parameter.name.getText()}'`);
  }

  private check(type: ts.TypeNode | undefined, where: string): void {
    const { typescript } = this;
    if (
      type === undefined ||
      !typescript.isTypeReferenceNode(type) ||
      !typescript.isIdentifier(type.typeName)
    )
      return;
    const symbol = this.checker.getSymbolAtLocation(type.typeName);
    const specifier = symbol?.declarations?.[0];
    if (symbol === undefined || specifier === undefined || !typescript.isTypeOnlyImportDeclaration(specifier))
      return;
    if ((this.checker.getAliasedSymbol(symbol).flags & typescript.SymbolFlags.Class) === 0) return;
    const name = type.typeName.text;
    const seen = `its class ${name} is imported with \`type\`, so it is erased at run time`;
    this.findings.push(
      this.toolsWork && !typescript.isConstructorDeclaration(type.parent.parent)
        ? note(where, `${seen}; the tools of MODULE do without.`)
        : error(where, `${seen}.`, `write: import { ${name} } from …`),
    );
  }
}

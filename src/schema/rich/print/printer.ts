import type ts from 'typescript';
import type { JsonSchema } from '../../json-schema.js';
import type { Study } from '../source/study.js';
import type { DeclaredType, PrintedProperty, Site } from './declared-type.js';
import { NamedKeywords, type NamedType, type ReadConstraints, restrictsValues } from './named-keywords.js';
import { printIntersection } from './print-intersection.js';
import { printObject } from './print-object.js';
import { printScalar } from './print-scalar.js';
import { printUnion } from './print-union.js';
import type { DeclarationFacts, Printing, Purpose } from './printing.js';
import { type Refusal, refusals } from './refusals.js';
import { TypeBudget } from './type-budget.js';

/** The property under which an alias is printed. */
export const ALIASED = 'aliased';

/**
 * Prints types as simplified TypeScript declarations that only say what JSON can hold, and refuses the rest. Every
 * object becomes a declaration of its own, so properties keep their names and can be given what the source says of them.
 */
export class TypePrinter implements Printing {
  readonly declared: DeclaredType[] = [];
  /** Schemas of what the printed language has no words for, by the name that stands for them. */
  readonly marks = new Map<string, JsonSchema>();
  /** The order in which values of a union are written, by the set of its values. */
  readonly orders = new Map<string, readonly unknown[]>();
  readonly unions: (readonly string[])[] = [];
  private readonly byType = new Map<ts.Type, DeclaredType>();
  private readonly markNames = new Map<string, string>();
  private readonly open: ts.Type[] = [];
  private readonly owners: DeclaredType[] = [];
  private readonly nodes: ts.Node[] = [];
  private readonly budget: TypeBudget;
  private readonly named: NamedKeywords;

  /** @param constraintsOf - What the comment of a declaration says of the values of its type. */
  constructor(
    readonly study: Study,
    readonly purpose: Purpose,
    private readonly prefix: string,
    constraintsOf: ReadConstraints,
  ) {
    this.budget = new TypeBudget(study);
    this.named = new NamedKeywords(study, constraintsOf);
  }

  /** The type in simplified TypeScript. */
  print(type: ts.Type, site: Site): string {
    const { node } = site;
    const named = this.named.find(type, node);
    const print = (): string =>
      named === undefined ? this.printType(type, site) : this.printNamed(named, type, site);
    // A union is the place of its parts as well: what is lost in it shows when all of them are printed.
    if (node === undefined || this.nodes.includes(node)) return print();
    this.nodes.push(node);
    try {
      const text = print();
      if (this.purpose === 'input') this.refuseLost(type, node, site);
      return text;
    } finally {
      this.nodes.pop();
    }
  }

  private printNamed({ declaration, constraints, node }: NamedType, type: ts.Type, site: Site): string {
    const print = (): string =>
      this.named.enter(site.node ?? node, () => this.print(type, { ...site, node }));
    if (constraints === undefined) return print();
    if (this.study.ts.isClassDeclaration(declaration)) {
      if (restrictsValues(constraints))
        this.refuse(site, refusals.lostKeywords(declaration.name?.text ?? ''));
      return print();
    }
    const declared = this.declare({ kind: 'alias', title: '', declaration }, each => {
      each.constraints = constraints;
      each.text = print();
    });
    return this.mention(declared);
  }

  private refuseLost(type: ts.Type, node: ts.TypeNode, site: Site): void {
    for (const lost of this.named.takeLost(type, node))
      this.refuse(site, refusals.lostKeywords(lost.getText()));
  }

  private printType(type: ts.Type, site: Site): string {
    if (site.node?.kind === this.study.ts.SyntaxKind.ThisType)
      return this.refuse(site, refusals.open('this'));
    const known = this.byType.get(type);
    if (known !== undefined) return this.mention(known);
    if (this.open.includes(type)) return this.mention(this.declareAlias(type));
    const stop = this.findStop(type);
    if (stop !== undefined) return stop.isTold ? this.leaveOut(site, stop) : this.refuse(site, stop);
    this.open.push(type);
    try {
      const text = this.printFresh(type, site);
      const alias = this.byType.get(type);
      if (alias?.kind !== 'alias') return text;
      alias.text = text;
      return this.mention(alias);
    } finally {
      this.open.pop();
    }
  }

  private printFresh(type: ts.Type, site: Site): string {
    const scalar = printScalar(this, type, site);
    if (scalar !== undefined) return scalar;
    if (type.isUnion()) return printUnion(this, type, site);
    if (type.isIntersection()) return printIntersection(this, type, site);
    if ((type.flags & this.study.ts.TypeFlags.Object) !== 0)
      return printObject(this, type as ts.ObjectType, site);
    return this.refuse(site, refusals.open(this.nameOf(type)));
  }

  /** Records a problem; the text that is printed instead. */
  refuse(site: Site, refusal: Refusal): string {
    const { seen, fix } = refusal;
    if (this.purpose === 'input') this.study.problem({ where: site.where, seen, fix });
    return this.leaveOut(site, refusal);
  }

  /** Records with what is being declared, which another tool may mention, that it is not whole. */
  private leaveOut({ where }: Site, { seen, fix }: Refusal): string {
    this.owners.at(-1)?.problems.push({ where, seen, fix });
    return 'null';
  }

  /** Declares a type under a name of its own; `fill` prints what is in it. */
  declare(facts: DeclarationFacts, fill: (declared: DeclaredType) => void): DeclaredType {
    if (this.owners.length === 0) this.budget.renew();
    this.budget.declare();
    const { type, ...rest } = facts;
    const declared: DeclaredType = {
      ...rest,
      name: `${this.prefix}${this.declared.length}`,
      properties: [],
      text: '',
      mentions: new Set(),
      problems: [],
      isRecursive: false,
    };
    this.declared.push(declared);
    if (type !== undefined) this.byType.set(type, declared);
    this.owners.push(declared);
    fill(declared);
    this.owners.pop();
    return declared;
  }

  mention(declared: DeclaredType): string {
    if (this.owners.includes(declared)) declared.isRecursive = true;
    this.owners.at(-1)?.mentions.add(declared);
    return declared.name;
  }

  /** A name that stands for a schema which the printed language has no words for. */
  mark(schema: JsonSchema): string {
    const key = JSON.stringify(schema);
    let name = this.markNames.get(key);
    if (name === undefined) {
      name = `${this.prefix}mark${this.markNames.size}`;
      this.markNames.set(key, name);
      this.marks.set(name, schema);
    }
    return name;
  }

  /** True for the name of a declaration or of a mark, as opposed to the text of a type. */
  readonly isName = (text: string): boolean => text.startsWith(this.prefix) && /^\w+$/.test(text);

  nameOf(type: ts.Type): string {
    return this.study.checker.typeToString(type);
  }

  /** Why a type is not gone into, and whether that was told of this tool already. */
  private findStop(type: ts.Type): (Refusal & { readonly isTold: boolean }) | undefined {
    const isTooMuch = this.budget.isExceeded();
    if (isTooMuch !== false) return { ...refusals.tooMuch, isTold: isTooMuch !== 'first' };
    const isEndless = this.budget.isEndless(type, this.open);
    if (isEndless === false) return undefined;
    return { ...refusals.endless(this.nameOf(type)), isTold: isEndless !== 'first' };
  }

  private declareAlias(type: ts.Type): DeclaredType {
    const title = type.aliasSymbol === undefined ? 'Recursive' : this.nameOf(type);
    const declaration = type.aliasSymbol?.declarations?.[0];
    const alias = this.declare(
      { kind: 'alias', title, type, ...(declaration && { declaration }) },
      () => undefined,
    );
    alias.isRecursive = true;
    return alias;
  }

  /** All declarations as the text of one file. */
  get text(): string {
    const marks = [...this.marks.keys()].map(name => `export interface ${name} { mark: '${name}' }`);
    return [...this.declared.map(render), ...marks].join('\n');
  }
}

function render({ name, kind, text, properties }: DeclaredType): string {
  // An alias of its own would be seen through where it stands, and then not be found again in itself.
  if (kind === 'alias') return `export interface ${name} { ${ALIASED}: ${text} }`;
  const members = properties.flatMap(renderProperty);
  return `export interface ${name} { ${members.join('; ')}${text === '' ? '' : `; ${text}`} }`;
}

/** What may be left out is said where it is read back. */
const renderProperty = ({ key, printed }: PrintedProperty): string[] =>
  printed === undefined ? [] : [`${JSON.stringify(key)}: ${printed}`];

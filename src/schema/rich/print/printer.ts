import type ts from 'typescript';
import type { JsonSchema } from '../../json-schema.js';
import type { Study } from '../source/study.js';
import type { DeclaredType, PrintedProperty, Site } from './declared-type.js';
import { printIntersection } from './print-intersection.js';
import { printObject } from './print-object.js';
import { printScalar } from './print-scalar.js';
import { printUnion } from './print-union.js';
import type { DeclarationFacts, Printing, Purpose } from './printing.js';
import { type Refusal, refusals } from './refusals.js';

/** So many types of one declaration inside each other are taken for an endless number of them. */
const MAX_NESTED = 12;

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

  constructor(
    readonly study: Study,
    readonly purpose: Purpose,
    private readonly prefix: string,
  ) {}

  /** The type in simplified TypeScript. */
  print(type: ts.Type, site: Site): string {
    if (site.node?.kind === this.study.ts.SyntaxKind.ThisType)
      return this.refuse(site, refusals.open('this'));
    const known = this.byType.get(type);
    if (known !== undefined) return this.mention(known);
    if (this.open.includes(type)) return this.mention(this.declareAlias(type));
    if (this.isEndless(type)) return this.refuse(site, refusals.endless(this.nameOf(type)));
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
  refuse(site: Site, { seen, fix }: Refusal): string {
    const problem = { where: site.where, seen, fix };
    this.owners.at(-1)?.problems.push(problem);
    if (this.purpose === 'input') this.study.problem(problem);
    return 'null';
  }

  /** Declares a type under a name of its own; `fill` prints what is in it. */
  declare(facts: DeclarationFacts, fill: (declared: DeclaredType) => void): DeclaredType {
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

  private isEndless(type: ts.Type): boolean {
    const symbol = (type.aliasSymbol ?? type.symbol) as ts.Symbol | undefined;
    if (symbol === undefined || this.study.checker.isArrayType(type)) return false;
    return (
      this.open.filter(each => each.aliasSymbol === symbol || each.symbol === symbol).length >= MAX_NESTED
    );
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

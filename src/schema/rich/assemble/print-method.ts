import type ts from 'typescript';
import type { DeclaredType, PrintedProperty } from '../print/declared-type.js';
import { admitsUndefined, nullableFact } from '../print/print-properties.js';
import type { TypePrinter } from '../print/printer.js';
import { findOwn, isOwnSymbol, optionOf, optionsOf, statesType, textOfName } from '../source/decorators.js';
import type { FoundMethod } from '../source/found-tool.js';
import { readLiteral } from '../source/literals.js';
import type { Study } from '../source/study.js';

/** One parameter of a tool method. */
export interface PrintedParameter {
  /** In source; empty for a destructured one. */
  readonly name: string;
  /** The name under which a model gives it; missing where it shows at run time only. */
  readonly given?: string;
  /** From 1. */
  readonly position: number;
  readonly isRun: boolean;
  readonly declaration: ts.ParameterDeclaration;
  /** What decorators say of it, as far as it is written out. */
  readonly options: readonly ts.ObjectLiteralExpression[];
  readonly isDescribed: boolean;
  /** Missing for the run. */
  readonly property?: PrintedProperty;
}

/** A tool method whose parameters are printed as the properties of one object. */
export interface PrintedMethod {
  readonly found: FoundMethod;
  /** `src/orders.ts:12 Orders.lookupOrder`. */
  readonly where: string;
  readonly parameters: readonly PrintedParameter[];
  readonly root: DeclaredType;
}

export function printMethod(printer: TypePrinter, found: FoundMethod): PrintedMethod {
  const { study } = printer;
  const where = whereOf(study, found);
  const parameters: PrintedParameter[] = [];
  const root = printer.declare({ kind: 'root', title: '' }, declared => {
    if (found.signature.typeParameters !== undefined) {
      study.problem({
        where,
        seen: `it is generic in ${found.signature.typeParameters.map(each => each.symbol.name).join(', ')}, so its arguments have no one type.`,
        fix: 'write concrete types.',
      });
      return;
    }
    for (const [index, symbol] of found.signature.parameters.entries()) {
      const parameter = printParameter(printer, { found, where, index, symbol });
      if (parameter === undefined) continue;
      parameters.push(parameter);
      if (parameter.property !== undefined) declared.properties.push(parameter.property);
    }
  });
  return { found, where, parameters, root };
}

export function whereOf(study: Study, { owner, member, declaration }: FoundMethod): string {
  return `${study.placeOf(declaration.name)} ${owner.name?.text ?? ''}.${member}`;
}

interface ParameterSite {
  readonly found: FoundMethod;
  readonly where: string;
  readonly index: number;
  readonly symbol: ts.Symbol;
}

function printParameter(printer: TypePrinter, site: ParameterSite): PrintedParameter | undefined {
  const { study } = printer;
  const { ts } = study;
  const declaration = site.symbol.valueDeclaration;
  if (declaration === undefined || !ts.isParameter(declaration)) return undefined;
  const known = identify(study, site, declaration);
  const { name, given } = known;
  const type = study.checker.getTypeOfSymbol(site.symbol);
  if (isRun(study, type, declaration.type)) return { ...known, isRun: true };
  const where = `${site.where}(${name || given || `parameter ${known.position}`})`;
  const mistake = findMistake(study, declaration, known);
  if (mistake !== undefined) {
    study.problem({ where, ...mistake });
    return undefined;
  }
  const isOptional =
    declaration.questionToken !== undefined ||
    declaration.initializer !== undefined ||
    admitsUndefined(printer, type);
  const isStated = known.options.some(each => statesType(study, each));
  const printed = isStated
    ? nullableFact(printer, type)
    : {
        printed: printer.print(type, {
          where,
          ...(declaration.type === undefined ? {} : { node: declaration.type }),
        }),
      };
  const property: PrintedProperty = {
    key: `p${site.index}`,
    optional: isOptional,
    declaration,
    ...printed,
  };
  return { ...known, isRun: false, property };
}

function identify(
  study: Study,
  site: ParameterSite,
  declaration: ts.ParameterDeclaration,
): Omit<PrintedParameter, 'isRun' | 'property'> {
  const name = study.ts.isIdentifier(declaration.name) ? declaration.name.text : '';
  const facts = decoratorFacts(study, site, declaration, name);
  const given = givenName(study, facts, name);
  return {
    name,
    position: site.index + 1,
    declaration,
    ...facts,
    ...(given === undefined ? {} : { given }),
  };
}

/** What a decorator calls the parameter, as far as that is written out; else its name in source. */
function givenName(
  study: Study,
  { options }: Pick<PrintedParameter, 'options'>,
  name: string,
): string | undefined {
  const written = options.flatMap(each => optionOf(study, each, 'name') ?? []);
  const [first] = written;
  if (first === undefined) return name === '' ? undefined : name;
  const value = written.length === 1 ? readLiteral(study, first)?.value : undefined;
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function findMistake(
  study: Study,
  declaration: ts.ParameterDeclaration,
  { options }: Pick<PrintedParameter, 'options'>,
): { readonly seen: string; readonly fix: string } | undefined {
  if (declaration.dotDotDotToken !== undefined) {
    return { seen: 'it is a rest parameter, and arguments of a tool have names.', fix: 'take one array.' };
  }
  const isNamed =
    study.ts.isIdentifier(declaration.name) ||
    options.some(each => optionOf(study, each, 'name') !== undefined);
  return isNamed
    ? undefined
    : {
        seen: 'it is destructured, so it has no name.',
        fix: "name it: @Param({ name: '…' }), or destructure inside the method.",
      };
}

/** What `@Param` on a parameter and `params` of `@Tool` say; of an override without its own, what the parent's say. */
function decoratorFacts(
  study: Study,
  { found, index }: ParameterSite,
  declaration: ts.ParameterDeclaration,
  name: string,
): Pick<PrintedParameter, 'options' | 'isDescribed'> {
  const inherited = found.tool.parameters.filter(each => each.name.getText() !== 'this')[index];
  const param =
    findOwn(study, declaration, 'Param') ??
    (inherited === undefined ? undefined : findOwn(study, inherited, 'Param'));
  const listed = optionOf(study, optionsOf(study, findOwn(study, found.tool, 'Tool')), 'params');
  const entry =
    listed !== undefined && study.ts.isObjectLiteralExpression(listed)
      ? listed.properties.find(each => each.name !== undefined && textOfName(study, each.name) === name)
      : undefined;
  const written = entry !== undefined && study.ts.isPropertyAssignment(entry) ? entry.initializer : undefined;
  const options = [optionsOf(study, param), written].filter(
    (each): each is ts.ObjectLiteralExpression =>
      each !== undefined && study.ts.isObjectLiteralExpression(each),
  );
  const texts = [param?.arguments[0], written].filter(each => each !== undefined);
  return { options, isDescribed: texts.some(each => isDescription(study, each)) };
}

const isDescription = (study: Study, given: ts.Expression): boolean =>
  !study.ts.isObjectLiteralExpression(given) ||
  optionOf(study, given, 'description') !== undefined ||
  optionOf(study, given, 'schema') !== undefined;

/** True for our `RunContext`, also where it may be left out, and where our package is not installed. */
function isRun(study: Study, type: ts.Type, node: ts.TypeNode | undefined): boolean {
  const parts = type.isUnion() ? type.types : [type];
  if (parts.some(part => isOwnSymbol(part.symbol, 'RunContext'))) return true;
  if (node === undefined || (type.flags & study.ts.TypeFlags.Any) === 0) return false;
  const written: readonly ts.TypeNode[] = study.ts.isUnionTypeNode(node) ? node.types : [node];
  return written.some(each => {
    const origin = study.ts.isTypeReferenceNode(each) ? study.originOf(each.typeName) : undefined;
    return origin?.name === 'RunContext' && origin.package === 'toolwright';
  });
}

import type ts from 'typescript';
import { targetOfReference } from '../print/class-facts.js';
import type { DeclaredType } from '../print/declared-type.js';
import type { TypePrinter } from '../print/printer.js';
import { isOwnSymbol } from '../source/decorators.js';
import type { Study } from '../source/study.js';

/** The key of the result in the object it is printed as. */
export const RESULT = 'result';

const OWN = [
  'Observation',
  'CallObservation',
  'ContentBlock',
  'TextContent',
  'MediaContent',
  'ResourceContent',
  'ResourceLink',
];

/** Prints what a method gives; undefined when its type tells nothing that could be advertised. */
export function printResult(
  printer: TypePrinter,
  signature: ts.Signature,
  site: { readonly where: string; readonly node?: ts.TypeNode },
): DeclaredType | undefined {
  const { study } = printer;
  const returned = signature.getReturnType();
  const type = study.checker.getAwaitedType(returned) ?? returned;
  if (tellsNothing(study, type)) return undefined;
  return printer.declare({ kind: 'root', title: '' }, declared => {
    const node = site.node === undefined ? undefined : awaitedNode(study, site.node);
    const printed = printer.print(type, {
      where: `${site.where} returns`,
      ...(node === undefined ? {} : { node }),
    });
    declared.properties.push({ key: RESULT, optional: false, printed });
  });
}

/** Where the type is written that a promise is of. */
function awaitedNode({ ts }: Study, node: ts.TypeNode): ts.TypeNode {
  const isPromise = ts.isTypeReferenceNode(node) && /^Promise(Like)?$/.test(node.typeName.getText());
  return (isPromise ? node.typeArguments?.[0] : undefined) ?? node;
}

function tellsNothing(study: Study, type: ts.Type): boolean {
  const { TypeFlags } = study.ts;
  const silent = TypeFlags.Void | TypeFlags.Undefined | TypeFlags.Unknown | TypeFlags.Any | TypeFlags.Never;
  if ((type.flags & silent) !== 0) return true;
  if (type.isUnion()) return type.types.some(part => tellsNothing(study, part));
  if (isContent(study, type)) return true;
  const [item] = study.checker.isArrayType(type)
    ? study.checker.getTypeArguments(type as ts.TypeReference)
    : [];
  return item !== undefined && (item.isUnion() ? item.types : [item]).some(part => isContent(study, part));
}

/** True for what is shown as it is: observations of ours, classes that extend them, and content blocks. */
function isContent(study: Study, type: ts.Type): boolean {
  if (OWN.some(name => isOwnSymbol(type.symbol, name))) return true;
  const target = targetOfReference(study, type);
  return (
    target.isClassOrInterface() && study.checker.getBaseTypes(target).some(base => isContent(study, base))
  );
}

/** The first problem in what a declaration says or refers to. */
export function findProblem(root: DeclaredType): DeclaredType['problems'][number] | undefined {
  const seen = new Set([root]);
  for (const declared of seen) {
    const [problem] = declared.problems;
    if (problem !== undefined) return problem;
    for (const mentioned of declared.mentions) seen.add(mentioned);
  }
  return undefined;
}

/** The declarations that some roots lead to, themselves left out. */
export function reachableFrom(roots: readonly DeclaredType[]): DeclaredType[] {
  const seen = new Set(roots);
  for (const declared of seen) for (const mentioned of declared.mentions) seen.add(mentioned);
  return [...seen].filter(each => !roots.includes(each));
}

import type ts from 'typescript';
import type { Study } from '../source/study.js';
import type { Printing } from './printing.js';

const MAX_STEPS = 1000;

/** Remembers the order in which the values of a union are written; the compiler orders them by when it met them. */
export function orderOfValues(
  printer: Printing,
  parts: readonly ts.Type[],
  node: ts.TypeNode | undefined,
): void {
  const values = parts.flatMap(part => valueOf(printer.study, part));
  if (values.length < 2) return;
  const key = keyOfValues(values);
  if (node === undefined || printer.orders.has(key)) return;
  const written = writtenValues(printer.study, node, new Set()).filter(value => values.includes(value));
  if (written.length === values.length) printer.orders.set(key, written);
}

export const keyOfValues = (values: readonly unknown[]): string =>
  JSON.stringify(values.map(value => JSON.stringify(value)).sort());

/** The members of a union in the order in which they are written, as far as that is known. */
export function inWrittenOrder(
  study: Study,
  parts: readonly ts.Type[],
  node: ts.TypeNode | undefined,
): ts.Type[] {
  const written = node === undefined ? [] : writtenTypes(study, node, new Set());
  const rankOf = (part: ts.Type): number => {
    const index = written.indexOf(part);
    return index === -1 ? written.length : index;
  };
  return [...parts].sort((a, b) => rankOf(a) - rankOf(b));
}

function writtenTypes(study: Study, node: ts.TypeNode, seen: Set<ts.Node>): ts.Type[] {
  const { ts, checker } = study;
  if (seen.has(node) || seen.size > MAX_STEPS) return [];
  seen.add(node);
  if (ts.isParenthesizedTypeNode(node)) return writtenTypes(study, node.type, seen);
  if (ts.isUnionTypeNode(node)) return node.types.flatMap(part => writtenTypes(study, part, seen));
  const type = checker.getTypeFromTypeNode(node);
  const isAlias = ts.isTypeReferenceNode(node) && node.typeArguments === undefined && type.isUnion();
  const alias = isAlias
    ? study.symbolAt(node.typeName)?.declarations?.find(each => ts.isTypeAliasDeclaration(each))
    : undefined;
  return alias === undefined ? [type] : writtenTypes(study, alias.type, seen);
}

type Value = string | number | boolean;

/** The literals in a type as it is written, through aliases, keys and the types that take some out. */
function writtenValues(study: Study, node: ts.Node, seen: Set<ts.Node>): Value[] {
  const { ts } = study;
  if (seen.has(node) || seen.size > MAX_STEPS) return [];
  seen.add(node);
  if (ts.isLiteralTypeNode(node)) return valueOf(study, study.checker.getTypeFromTypeNode(node));
  if (ts.isParenthesizedTypeNode(node)) return writtenValues(study, node.type, seen);
  if (ts.isUnionTypeNode(node))
    return [...new Set(node.types.flatMap(part => writtenValues(study, part, seen)))];
  if (ts.isTypeOperatorNode(node)) return membersOf(study, node.type).map(({ name }) => name);
  if (ts.isIndexedAccessTypeNode(node)) {
    return membersOf(study, node.objectType).flatMap(each =>
      valueOf(study, study.checker.getTypeOfSymbol(each)),
    );
  }
  return ts.isTypeReferenceNode(node) ? valuesOfReference(study, node, seen) : [];
}

function valuesOfReference(study: Study, node: ts.TypeReferenceNode, seen: Set<ts.Node>): Value[] {
  const alias = study
    .symbolAt(node.typeName)
    ?.declarations?.find(each => study.ts.isTypeAliasDeclaration(each));
  if (alias === undefined) return [];
  const [first] = node.typeArguments ?? [];
  return writtenValues(study, first === undefined ? alias.type : first, seen);
}

const membersOf = ({ checker }: Study, node: ts.TypeNode): ts.Symbol[] =>
  checker.getPropertiesOfType(checker.getTypeFromTypeNode(node));

function valueOf({ ts, checker }: Study, type: ts.Type): Value[] {
  if (type.isStringLiteral() || type.isNumberLiteral()) return [type.value];
  return (type.flags & ts.TypeFlags.BooleanLiteral) !== 0 ? [checker.typeToString(type) === 'true'] : [];
}

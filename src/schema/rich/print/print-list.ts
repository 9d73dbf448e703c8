import type ts from 'typescript';
import { below, type Site } from './declared-type.js';
import { admitsUndefined } from './print-properties.js';
import type { Printing } from './printing.js';
import { refusals } from './refusals.js';

/** The text of an array or a tuple; undefined for everything else. */
export function printList(printer: Printing, type: ts.ObjectType, site: Site): string | undefined {
  const { checker } = printer.study;
  if (checker.isTupleType(type)) return printTuple(printer, type as ts.TupleTypeReference, site);
  if (!checker.isArrayType(type)) return undefined;
  const [item] = checker.getTypeArguments(type as ts.TypeReference);
  return item === undefined
    ? undefined
    : `(${printItem(printer, item, below(site, '[]', itemNode(printer, site.node)))})[]`;
}

/** JSON has null where a list that is given back holds undefined. */
export function printItem(printer: Printing, item: ts.Type, site: Site, isOptional = false): string {
  const text = printer.print(item, site);
  const mayLack = printer.purpose === 'result' && (isOptional || admitsUndefined(printer, item));
  return mayLack ? `(${text}) | null` : text;
}

/** Where the type of the items is written, for `T[]` and `Array<T>`. */
function itemNode({ study: { ts } }: Printing, node: ts.TypeNode | undefined): ts.TypeNode | undefined {
  if (node === undefined) return undefined;
  if (ts.isArrayTypeNode(node)) return node.elementType;
  if (ts.isTypeOperatorNode(node) && ts.isArrayTypeNode(node.type)) return node.type.elementType;
  return ts.isTypeReferenceNode(node) && node.typeArguments?.length === 1 ? node.typeArguments[0] : undefined;
}

function printTuple(printer: Printing, type: ts.TupleTypeReference, site: Site): string {
  const { ts, checker } = printer.study;
  const { elementFlags, labeledElementDeclarations } = type.target;
  const { Rest, Variadic, Optional } = ts.ElementFlags;
  const isRest = (index: number): boolean => ((elementFlags[index] ?? 0) & (Rest | Variadic)) !== 0;
  if (elementFlags.slice(0, -1).some((_flags, index) => isRest(index))) {
    return printer.refuse(site, refusals.restInside(printer.nameOf(type)));
  }
  const items = checker.getTypeArguments(type).map((item, index) => {
    const isOptional = ((elementFlags[index] ?? 0) & Optional) !== 0;
    const inside = below(site, `[${index}]`, elementNode(printer, site.node, index));
    const text = printItem(printer, item, inside, isOptional);
    const label = labeledElementDeclarations?.[index]?.name.getText();
    const isLabelled =
      label !== undefined && labeledElementDeclarations?.every(each => each !== undefined) === true;
    if (isRest(index)) return `...${isLabelled ? `${label}: ` : ''}(${text})[]`;
    return isLabelled ? `${label}${isOptional ? '?' : ''}: ${text}` : `(${text})${isOptional ? '?' : ''}`;
  });
  return `[${items.join(', ')}]`;
}

/** Where the type of an element is written. */
function elementNode(
  printer: Printing,
  node: ts.TypeNode | undefined,
  index: number,
): ts.TypeNode | undefined {
  const { ts } = printer.study;
  if (node === undefined) return undefined;
  if (ts.isTypeOperatorNode(node)) return elementNode(printer, node.type, index);
  const element = ts.isTupleTypeNode(node) ? node.elements[index] : undefined;
  if (element === undefined || ts.isRestTypeNode(element)) return undefined;
  if (ts.isNamedTupleMember(element)) return element.dotDotDotToken === undefined ? element.type : undefined;
  return ts.isOptionalTypeNode(element) ? element.type : element;
}

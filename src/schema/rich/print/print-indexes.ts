import type ts from 'typescript';
import { below, type DeclaredType, type Site } from './declared-type.js';
import type { Printing } from './printing.js';
import { refusals } from './refusals.js';
import { patternOf } from './template-pattern.js';

/** Names that are not known beforehand. */
export function printIndexes(printer: Printing, declared: DeclaredType, type: ts.Type, site: Site): void {
  const { ts, checker } = printer.study;
  for (const { keyType, type: valueType, declaration: at } of checker.getIndexInfosOfType(type)) {
    const inside = below(site, '[*]', at?.type ?? valueNode(printer, site.node));
    if ((keyType.flags & ts.TypeFlags.String) !== 0) {
      declared.text = `[key: string]: ${printer.print(valueType, inside)}`;
      continue;
    }
    const isNumber = (keyType.flags & ts.TypeFlags.Number) !== 0;
    const isTemplate = (keyType.flags & ts.TypeFlags.TemplateLiteral) !== 0;
    const pattern = isNumber
      ? NUMERIC
      : isTemplate
        ? patternOf(printer.study, keyType as ts.TemplateLiteralType)
        : undefined;
    if (pattern === undefined) {
      printer.refuse(inside, refusals.pattern(printer.nameOf(keyType)));
      continue;
    }
    const printed = printer.print(valueType, inside);
    declared.properties.push({ key: `[${pattern}]`, optional: true, printed, pattern });
  }
}

/** Where the type of the values is written, for `Record<K, T>`. */
function valueNode({ study: { ts } }: Printing, node: ts.TypeNode | undefined): ts.TypeNode | undefined {
  const isRecord = node !== undefined && ts.isTypeReferenceNode(node) && node.typeName.getText() === 'Record';
  return isRecord ? node.typeArguments?.[1] : undefined;
}

const NUMERIC = '^-?\\d+(?:\\.\\d+)?$';

import type ts from 'typescript';
import type { Site } from './declared-type.js';
import { inWrittenOrder, keyOfValues, orderOfValues } from './literal-order.js';
import { enumOf, printEnum } from './print-enum.js';
import type { Printing } from './printing.js';

/** A union without what cannot be in JSON: undefined is said by the place that may be left out. */
export function printUnion(printer: Printing, type: ts.UnionType, site: Site): string {
  const { study } = printer;
  const { TypeFlags } = study.ts;
  const present = type.types.filter(part => (part.flags & TypeFlags.Undefined) === 0);
  const parts = inWrittenOrder(study, present, site.node);
  const enums = parts.filter(part => enumOf(study, part) !== undefined);
  const booleans = parts.filter(part => (part.flags & TypeFlags.BooleanLiteral) !== 0);
  const rest = parts.filter(
    part => !enums.includes(part) && (booleans.length < 2 || !booleans.includes(part)),
  );
  orderOfValues(printer, rest, site.node);
  const texts = [
    ...groupEnums(printer, enums).map(group => printEnum(printer, group, site)),
    ...rest.map(part => printer.print(part, site)),
    ...(booleans.length === 2 ? ['boolean'] : []),
  ];
  const distinct = [...new Set(texts)];
  rememberOrder(printer, distinct);
  printer.unions.push(distinct.filter(printer.isName));
  return distinct.length === 1 && distinct[0] !== undefined ? distinct[0] : `(${distinct.join(' | ')})`;
}

/** The generator orders objects by when it met them. */
function rememberOrder({ orders, isName }: Printing, texts: readonly string[]): void {
  const names = texts.filter(isName);
  const key = keyOfValues(names);
  if (names.length > 1 && !orders.has(key)) orders.set(key, names);
}

/** Members of one enum belong together. */
function groupEnums({ study }: Printing, types: readonly ts.Type[]): ts.Type[][] {
  const groups = new Map<ts.Symbol | undefined, ts.Type[]>();
  for (const type of types) {
    const symbol = enumOf(study, type);
    groups.set(symbol, [...(groups.get(symbol) ?? []), type]);
  }
  return [...groups.values()].map(group => group.sort((a, b) => declaredAt(a) - declaredAt(b)));
}

const declaredAt = (type: ts.Type): number =>
  (type.symbol as ts.Symbol | undefined)?.valueDeclaration?.pos ?? 0;

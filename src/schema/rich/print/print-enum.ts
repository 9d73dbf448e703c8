import type ts from 'typescript';
import { numberNames } from '../../validators/allowed-values.js';
import { typesOf } from '../../validators/json-type.js';
import type { Study } from '../source/study.js';
import type { Site } from './declared-type.js';
import type { Printing } from './printing.js';
import { refusals } from './refusals.js';

/** The enum that a type is, or is a member of. */
export function enumOf({ ts, checker }: Study, type: ts.Type): ts.Symbol | undefined {
  if ((type.flags & ts.TypeFlags.EnumLike) === 0) return undefined;
  const symbol = type.symbol as ts.Symbol | undefined;
  if (symbol === undefined) return undefined;
  if ((symbol.flags & ts.SymbolFlags.EnumMember) === 0) return symbol;
  const parent = symbol.declarations?.[0]?.parent;
  return parent !== undefined && ts.isEnumDeclaration(parent)
    ? checker.getSymbolAtLocation(parent.name)
    : undefined;
}

/** The values of enums or of some of their members, in the order of their declarations. */
export function printEnum(printer: Printing, types: readonly ts.Type[], site: Site): string {
  const names = new Map<string, unknown>();
  for (const member of types.flatMap(membersOf)) {
    const { value } = member as ts.LiteralType;
    if (typeof value !== 'string' && typeof value !== 'number') {
      return printer.refuse(site, refusals.computedEnum(printer.nameOf(member)));
    }
    if (!Number.isFinite(value) && typeof value === 'number')
      return printer.refuse(site, refusals.notNumber(String(value)));
    names.set(member.symbol.name, value);
  }
  const values = [...new Set(names.values())];
  const kinds = typesOf(values);
  const [only] = kinds;
  return printer.mark({
    type: kinds.length === 1 && only !== undefined ? only : kinds,
    ...(values.length === 1 ? { const: values[0] } : { enum: values }),
    ...numberNames(Object.fromEntries(names)),
  });
}

/** Members in the order in which they are declared. */
function membersOf(type: ts.Type): ts.Type[] {
  const members = type.isUnion() ? [...type.types] : [type];
  return members.sort((a, b) => positionOf(a) - positionOf(b));
}

const positionOf = (type: ts.Type): number =>
  (type.symbol as ts.Symbol | undefined)?.valueDeclaration?.pos ?? 0;

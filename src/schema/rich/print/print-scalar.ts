import type ts from 'typescript';
import type { Site } from './declared-type.js';
import { enumOf, printEnum } from './print-enum.js';
import type { Printing } from './printing.js';
import { refusals } from './refusals.js';
import { patternOf } from './template-pattern.js';

const BIGINT = { type: 'string', pattern: '^-?\\d+$', 'x-revive': 'bigint' } as const;

/** The text of a type without parts; undefined for all others. */
export function printScalar(printer: Printing, type: ts.Type, site: Site): string | undefined {
  const { TypeFlags } = printer.study.ts;
  if (enumOf(printer.study, type) !== undefined) return printEnum(printer, [type], site);
  const { flags } = type;
  if ((flags & TypeFlags.String) !== 0) return 'string';
  if ((flags & TypeFlags.Number) !== 0) return 'number';
  if ((flags & TypeFlags.Boolean) !== 0) return 'boolean';
  if ((flags & TypeFlags.Null) !== 0) return 'null';
  if ((flags & TypeFlags.BigInt) !== 0) return printer.mark(BIGINT);
  return printLiteral(printer, type, site) ?? refuseScalar(printer, type, site);
}

function printLiteral(printer: Printing, type: ts.Type, site: Site): string | undefined {
  const { TypeFlags } = printer.study.ts;
  if (type.isStringLiteral()) return JSON.stringify(type.value);
  if (type.isNumberLiteral()) {
    return Number.isFinite(type.value)
      ? String(type.value)
      : printer.refuse(site, refusals.notNumber(String(type.value)));
  }
  if ((type.flags & TypeFlags.BooleanLiteral) !== 0) return printer.nameOf(type);
  if ((type.flags & TypeFlags.BigIntLiteral) !== 0) {
    const { negative, base10Value } = (type as ts.BigIntLiteralType).value;
    return printer.mark({
      type: 'string',
      const: `${negative ? '-' : ''}${base10Value}`,
      'x-revive': 'bigint',
    });
  }
  if ((type.flags & TypeFlags.TemplateLiteral) !== 0) {
    const pattern = patternOf(printer.study, type as ts.TemplateLiteralType);
    return pattern === undefined
      ? printer.refuse(site, refusals.pattern(printer.nameOf(type)))
      : printer.mark({ type: 'string', pattern });
  }
  return undefined;
}

function refuseScalar(printer: Printing, type: ts.Type, site: Site): string | undefined {
  const { TypeFlags } = printer.study.ts;
  const { flags } = type;
  if ((flags & TypeFlags.Any) !== 0) return refuseAny(printer, type, site);
  if ((flags & (TypeFlags.Unknown | TypeFlags.NonPrimitive)) !== 0) {
    return printer.refuse(site, refusals.unknown(printer.nameOf(type)));
  }
  if ((flags & TypeFlags.Never) !== 0) return printer.refuse(site, refusals.never);
  if ((flags & (TypeFlags.Void | TypeFlags.Undefined)) !== 0) {
    return printer.refuse(site, refusals.nothing(printer.nameOf(type)));
  }
  if ((flags & TypeFlags.ESSymbolLike) !== 0) return printer.refuse(site, refusals.symbol);
  if ((flags & TypeFlags.StringMapping) !== 0)
    return printer.refuse(site, refusals.pattern(printer.nameOf(type)));
  return undefined;
}

function refuseAny(printer: Printing, type: ts.Type, site: Site): string {
  const { intrinsicName } = type as ts.Type & { readonly intrinsicName?: string };
  const isBroken = intrinsicName === 'error' || intrinsicName === 'unresolved';
  return printer.refuse(site, isBroken ? refusals.unresolved(site.node?.getText() ?? 'any') : refusals.any);
}

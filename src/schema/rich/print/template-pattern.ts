import type ts from 'typescript';
import type { Study } from '../source/study.js';

/** An anchored pattern for a template literal type; undefined for parts that no pattern can say. */
export function patternOf(study: Study, { texts, types }: ts.TemplateLiteralType): string | undefined {
  let pattern = escape(texts[0] ?? '');
  for (const [index, type] of types.entries()) {
    const part = partPattern(study, type);
    if (part === undefined) return undefined;
    pattern += part + escape(texts[index + 1] ?? '');
  }
  return `^${pattern}$`;
}

function partPattern(study: Study, type: ts.Type): string | undefined {
  const { TypeFlags } = study.ts;
  if ((type.flags & TypeFlags.String) !== 0) return '[\\s\\S]*';
  if ((type.flags & TypeFlags.Number) !== 0) return '-?\\d+(?:\\.\\d+)?(?:[eE][+-]?\\d+)?';
  if ((type.flags & TypeFlags.BigInt) !== 0) return '-?\\d+';
  if ((type.flags & TypeFlags.TemplateLiteral) !== 0) {
    return patternOf(study, type as ts.TemplateLiteralType)?.slice(1, -1);
  }
  return undefined;
}

const escape = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');

import type { JsonSchema } from '../json-schema.js';
import type { Constraints } from './validator-rule.js';

/** A pattern that finds `text` literally. */
export function patternOfText(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}

/** True when a JSON Schema validator, which compiles patterns with the `u` flag, can compile `source`. */
export function isPattern(source: string): boolean {
  try {
    new RegExp(source, 'u');
    return true;
  } catch {
    return false;
  }
}

/** The expression behind `@Matches`, whose constraints are an expression or text, and flags. */
export function expressionOf([pattern, flags]: Constraints): RegExp {
  return pattern instanceof RegExp ? pattern : new RegExp(String(pattern), flags as string | undefined);
}

export const matchesText = (constraints: Constraints): string => String(expressionOf(constraints));

/** `pattern` where JSON Schema can state the expression, a description where flags or old syntax prevent it. */
export function matchesKeywords(constraints: Constraints): JsonSchema {
  const expression = expressionOf(constraints);
  const flags = expression.flags.replace(/[dguy]/g, '');
  const written =
    flags === 'i' ? withoutCase(expression.source) : flags === '' ? expression.source : undefined;
  const source = written !== undefined && expression.sticky ? `^(?:${written})` : written;
  return source !== undefined && isPattern(source)
    ? { pattern: source }
    : { description: `Must be text that matches ${String(expression)}.` };
}

/** Escapes that name characters or properties, group modifiers and letters beyond ASCII: too much to write out. */
const HARD_TO_FOLD = /\\[pPkcux]|\(\?|[^\0-\x7F]/;
const SIMPLE_RANGE = /[a-z]-[a-z]|[A-Z]-[A-Z]|[0-9]-[0-9]/g;
const CLASS = /\[((?:\\.|[^\]\\])*)\]|\\.|[A-Za-z]/g;

/** JSON Schema patterns have no flags, so ignoring case is written out: `a` becomes `[aA]`. */
function withoutCase(source: string): string | undefined {
  if (HARD_TO_FOLD.test(source)) return undefined;
  const classes = [...source.matchAll(CLASS)].flatMap(([, members]) => members ?? []);
  if (classes.some(members => /.-./.test(members.replace(SIMPLE_RANGE, '')))) return undefined;
  return source.replace(CLASS, (part, members?: string) => {
    if (members !== undefined) return `[${members}${otherCase(members)}]`;
    return part.startsWith('\\') ? part : `[${part.toLowerCase()}${part.toUpperCase()}]`;
  });
}

/** The letters and letter ranges of a character class in the other case. */
function otherCase(members: string): string {
  const letters = members.replace(/\\./g, '').match(/[a-z]-[a-z]|[A-Z]-[A-Z]|[A-Za-z]/g) ?? [];
  return letters
    .map(part => (part === part.toLowerCase() ? part.toUpperCase() : part.toLowerCase()))
    .join('');
}

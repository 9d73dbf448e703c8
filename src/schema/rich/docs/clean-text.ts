/** A fence, a code span, or one that goes over lines of one paragraph. */
const CODE = /(```[\s\S]*?(?:```|$)|`[^`\n]*`|`(?=\S)(?:(?!\n[ \t]*\n)[^`])*\S`)/;
const INHERIT = /\{@inheritdoc[^{}]*\}/gi;
const LINK = /(?:\[([^[\]{}]*)\])?\{@link(?:code|plain)?\s([^{}]*)\}/g;

/** Links become their text, escapes what they stand for, many empty lines one; code stays as it is written. */
export function cleanText(text: string): string {
  return text
    .split('\n')
    .map(line => line.trimEnd())
    .join('\n')
    .split(CODE)
    .map((part, index) => (index % 2 === 1 ? part : cleanProse(part)))
    .join('')
    .replaceAll('*\\/', '*/')
    .trim();
}

function cleanProse(text: string): string {
  return text
    .replace(INHERIT, '')
    .replace(LINK, (_, before: string | undefined, inside: string) => before ?? linkText(inside.trim()))
    .replace(/\\([@{}])/g, '$1')
    .replace(/\n{3,}/g, '\n\n');
}

/** `X | label`, `X label` and `X`. */
function linkText(inside: string): string {
  const bar = inside.indexOf('|');
  if (bar !== -1) {
    return inside.slice(bar + 1).trim() || inside.slice(0, bar).trim();
  }
  const space = inside.search(/\s/);
  return space === -1 ? inside : inside.slice(space).trim();
}

/** For a text whose first line stands behind something else, so that only the others show their indentation. */
export function dedentTail(text: string): string {
  const [first = '', ...rest] = text.split('\n');
  return [first.trim(), ...dedent(rest)].join('\n').trim();
}

/** The parts of a text that are no code. */
export const proseOf = (text: string): readonly string[] =>
  text.split(CODE).filter((_, index) => index % 2 === 0);

/** Takes away the indentation that all the lines share. */
export function dedent(lines: readonly string[]): readonly string[] {
  const shared = lines.reduce(
    (least, line) => (line.trim() === '' ? least : Math.min(least, indentOf(line))),
    Infinity,
  );
  return lines.map(line => (line.trim() === '' ? '' : line.slice(shared)));
}

export const indentOf = (line: string): number => line.length - line.trimStart().length;

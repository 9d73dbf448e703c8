/** Shorter ones occur by chance in lists with one item a line. */
const MIN_BROKEN_FORM = 8;
/** As it is or as JSON writes it, with what continues a line and what indents the next one. */
const LINE_BREAK = /(?:\\?(?:\r?\n|\r)|(?:\\{1,4}r)?\\{1,4}n)[ \t]*/g;
/** Looking for this costs next to nothing. */
const MAY_BREAK = /[\n\r\\]/;

type Mask = (text: string) => string;

/**
 * Compiles a function that masks what lines break in two, or break where they do not in the secret, and gives all other text
 * to `maskRest`: first, because a shorter secret inside of a broken one would hide it.
 */
export function compileLineMask(nameByForm: ReadonlyMap<string, string>, maskRest: Mask): Mask {
  const nameByWhole = new Map<string, string>();
  for (const [form, name] of nameByForm) {
    const whole = form.replace(LINE_BREAK, '');
    if (whole.length >= MIN_BROKEN_FORM && !nameByWhole.has(whole)) nameByWhole.set(whole, name);
  }
  if (nameByWhole.size === 0) return maskRest;
  const hasLines = [...nameByWhole.keys()].some(whole => !nameByForm.has(whole));
  const longestFirst = [...nameByWhole.keys()].sort((a, b) => b.length - a.length);
  const pattern = new RegExp(longestFirst.map(escapePattern).join('|'), 'g');
  return text => {
    if (!hasLines && !MAY_BREAK.test(text)) return maskRest(text);
    const lines = findLines(text);
    const joined = lines.map(line => text.slice(line.start, line.end)).join('');
    let masked = '';
    let done = 0;
    for (const { index, 0: whole } of joined.matchAll(pattern)) {
      const [start, end] = [placeOf(lines, index), placeOf(lines, index + whole.length - 1) + 1];
      if (end - start === whole.length && nameByForm.has(whole)) continue;
      masked += `${maskRest(text.slice(done, start))}[secret ${nameByWhole.get(whole) ?? ''}]`;
      done = end;
    }
    return masked + maskRest(text.slice(done));
  };
}

/** What stands between line breaks: from where to where, and how many characters of other lines are before it. */
interface Line {
  readonly start: number;
  readonly end: number;
  readonly before: number;
}

function findLines(text: string): Line[] {
  const lines: Line[] = [];
  let [start, before] = [0, 0];
  for (const { index, 0: lineBreak } of text.matchAll(LINE_BREAK)) {
    lines.push({ start, end: index, before });
    before += index - start;
    start = index + lineBreak.length;
  }
  lines.push({ start, end: text.length, before });
  return lines;
}

/** Where in the text a character is that has so many others before it; lines are searched by halves. */
function placeOf(lines: readonly Line[], count: number): number {
  let [low, high] = [0, lines.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((lines[middle] as Line).before <= count) low = middle;
    else high = middle - 1;
  }
  const { start, before } = lines[low] as Line;
  return start + count - before;
}

const escapePattern = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');

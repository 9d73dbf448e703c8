import type { DocLines, DocPiece, SectionMatch } from './doc-lines.js';

const HEADING =
  /^\s*(?:(?<params>parameters|other parameters)|(?<returns>returns)|(?<example>examples?)|(?<other>raises|yields|warns|see also|references))\s*$/i;
const NAME = String.raw`\*{0,2}[\p{ID_Start}$_][\p{ID_Continue}$.[\]]*`;
const ENTRY = new RegExp(String.raw`^\s*(${NAME}(?:, ?${NAME})*)\s*(:\s.*|:)?$`, 'u');

/** `Parameters`, `Returns`, `Examples` and the like, each underlined with dashes. */
export function readNumpySection(doc: DocLines, at: number): SectionMatch | undefined {
  if (!isHeading(doc, at)) {
    return undefined;
  }
  const { params, returns, example, other } = HEADING.exec(doc.line(at))?.groups ?? {};
  const start = doc.firstFilled(at + 2);
  if (params !== undefined) {
    return readEntries(doc, start);
  }
  const next = endOfSection(doc, start);
  if (returns !== undefined) {
    return { pieces: [{ kind: 'returns', text: returnText(doc, start, next) }], next };
  }
  if (example !== undefined) {
    return { pieces: [{ kind: 'example', text: doc.text(start, next) }], next };
  }
  return other === undefined ? undefined : { pieces: [], next };
}

/** A line above dashes that start where it starts. */
function isHeading(doc: DocLines, at: number): boolean {
  return (
    !doc.isBlank(at) &&
    !doc.isCode(at) &&
    /^\s*-{3,}\s*$/.test(doc.line(at + 1)) &&
    doc.indent(at) === doc.indent(at + 1)
  );
}

function endOfSection(doc: DocLines, from: number): number {
  let at = from;
  while (at < doc.count && !isHeading(doc, at)) {
    at++;
  }
  return at;
}

/** Entries until a heading or a line of prose; `undefined` when there is no entry. */
function readEntries(doc: DocLines, from: number): SectionMatch | undefined {
  const pieces: DocPiece[] = [];
  let at = from;
  while (at < doc.count && !isHeading(doc, at)) {
    const [, names, type] = ENTRY.exec(doc.line(at)) ?? [];
    const end = doc.endOfDeeper(at + 1, doc.indent(at));
    // A word alone, with no text below it, is prose after the section.
    if (names === undefined || (type === undefined && end === at + 1)) {
      break;
    }
    const text = doc.text(at + 1, end);
    pieces.push(
      ...names.split(',').map(name => ({ kind: 'param' as const, name: name.replace(/^[\s*]+/, ''), text })),
    );
    at = doc.firstFilled(end);
  }
  return pieces.length === 0 ? undefined : { pieces, next: at };
}

/** The type, or name and type, stands above the indented text; without indented text all of it is text. */
function returnText(doc: DocLines, from: number, to: number): string {
  const parts: string[] = [];
  for (let at = from; at < to;) {
    const end = Math.min(to, doc.endOfDeeper(at + 1, doc.indent(at)));
    if (end > at + 1) {
      parts.push(doc.text(at + 1, end));
    }
    at = doc.firstFilled(end);
  }
  return parts.length === 0 ? doc.text(from, to) : parts.join('\n');
}

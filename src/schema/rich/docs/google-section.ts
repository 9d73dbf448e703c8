import type { DocLines, DocPiece, SectionMatch } from './doc-lines.js';
import { afterBalanced } from './param-head.js';

const HEADING =
  /^\s*(?:(?<params>args|arguments|params|parameters|keyword args|keyword arguments|other parameters)|(?<returns>returns?)|(?<example>examples?)|raises|throws|yields):\s*$/i;
const NAME = /^(?:[-*+]\s+)?\*{0,2}`?([\p{ID_Start}$_][\p{ID_Continue}$.[\]]*)`?\s*/u;
const NOTHING = /^(?:none|nothing|n\/a)\.?$/i;

/** `Args:`, `Returns:`, `Example:` and `Raises:`, each alone on its line, with indented text below. */
export function readGoogleSection(doc: DocLines, at: number): SectionMatch | undefined {
  const heading = HEADING.exec(doc.line(at));
  const start = doc.firstFilled(at + 1);
  if (heading === null || start >= doc.count || doc.indent(start) <= doc.indent(at)) {
    return undefined;
  }
  const { params, returns, example } = heading.groups ?? {};
  const next = doc.endOfDeeper(start, doc.indent(at));
  const text = doc.text(start, next);
  if (params !== undefined) {
    const pieces = NOTHING.test(text) ? [] : readEntries(doc, start, next);
    return pieces === undefined ? undefined : { pieces, next };
  }
  if (returns !== undefined) {
    return { pieces: [{ kind: 'returns', text: withoutReturnType(text) }], next };
  }
  return { pieces: example === undefined ? [] : [{ kind: 'example', text }], next };
}

/** `undefined` when the first line is no entry: then the heading is a word of the prose. */
function readEntries(doc: DocLines, from: number, to: number): readonly DocPiece[] | undefined {
  const indent = doc.indent(from);
  const pieces: DocPiece[] = [];
  for (let at = from; at < to;) {
    const entry = readEntry(doc.line(at).trimStart());
    if (entry === undefined) {
      return undefined;
    }
    let end = at + 1;
    while (end < to && !(doc.indent(end) <= indent && readEntry(doc.line(end).trimStart()))) {
      end++;
    }
    pieces.push({ kind: 'param', name: entry.name, text: `${entry.text}\n${doc.text(at + 1, end)}` });
    at = end;
  }
  return pieces;
}

/** `name: text` and `name (type, optional): text`. */
function readEntry(line: string): { readonly name: string; readonly text: string } | undefined {
  const [head = '', name = ''] = NAME.exec(line) ?? [];
  const rest = afterBalanced(line.slice(head.length), '(', ')') ?? line.slice(head.length);
  const [, text] = /^\s*:(?:\s+(.*)|$)/.exec(rest) ?? [undefined, undefined];
  return name === '' || !/^\s*:(?:\s|$)/.test(rest) ? undefined : { name, text: text ?? '' };
}

/** `int: text` and `Promise<Order[]>: text`. */
function withoutReturnType(text: string): string {
  const [word = ''] = /^[\w$.]+/.exec(text) ?? [];
  let rest = text.slice(word.length);
  for (const [open, close] of [
    ['<', '>'],
    ['[', ']'],
  ] as const) {
    rest = afterBalanced(rest, open, close) ?? rest;
  }
  return word !== '' && /^(?:\[\])*:\s/.test(rest) ? rest.slice(rest.indexOf(':') + 1).trimStart() : text;
}

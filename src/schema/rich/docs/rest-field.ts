import type { DocLines, DocPiece, SectionMatch } from './doc-lines.js';

const FIELD =
  /^\s*:(param|parameter|arg|argument|key|keyword|returns?|type|rtype|raises?|except|exception)(?:\s([^:]*))?:(.*)$/;
const DEPRECATED = /^\s*\.\.\sdeprecated::(.*)$/;

/** `:param name: text`, `:returns: text` and the directive `.. deprecated::`. */
export function readRestField(doc: DocLines, at: number): SectionMatch | undefined {
  const line = doc.line(at);
  const deprecated = DEPRECATED.exec(line)?.[1];
  const [, field, argument = '', first = ''] = FIELD.exec(line) ?? [];
  if (deprecated === undefined && field === undefined) {
    return undefined;
  }
  const next = doc.endOfDeeper(at + 1, doc.indent(at));
  if (field === undefined) {
    return { pieces: [{ kind: 'deprecated', text: `${deprecated ?? ''}\n${doc.text(at + 1, next)}` }], next };
  }
  const piece = readField(field, argument.trim(), `${first}\n${doc.text(at + 1, next)}`);
  return piece === 'prose' ? undefined : { pieces: piece === undefined ? [] : [piece], next };
}

function readField(field: string, argument: string, text: string): DocPiece | undefined | 'prose' {
  if (field.startsWith('return')) {
    return argument === '' ? { kind: 'returns', text } : 'prose';
  }
  if (/^(?:r?type|raise|except)/.test(field)) {
    return undefined;
  }
  // A type may stand between the field and the name.
  const name =
    argument
      .split(/\s+/)
      .at(-1)
      ?.replace(/^\*{1,2}/, '') ?? '';
  return name === '' ? 'prose' : { kind: 'param', name, text };
}

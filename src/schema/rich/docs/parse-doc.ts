import { proseOf } from './clean-text.js';
import type { BlockTag } from './comment-block.js';
import { readBlock } from './comment-block.js';
import { DocCollector } from './doc-collector.js';
import type { DocComment } from './doc-comment.js';
import type { DocPiece } from './doc-lines.js';
import { readSections } from './doc-sections.js';
import { isKeywordTag, KEYWORD_TAGS, withoutPrefix } from './keyword-tags.js';
import { findMeant } from './misspelt-tags.js';
import { readParamHead, withoutDash, withoutType } from './param-head.js';
import { adviceOn, isUnreadTag } from './unread-tags.js';

export type { DocComment, DocParam, DocProblem } from './doc-comment.js';

type Handler = (into: DocCollector, text: string) => void;

const param: Handler = (into, text) => into.addParam(readParamHead(text));
const returns: Handler = (into, text) => into.addReturns(withoutDash(withoutType(text)));
const paragraph: Handler = (into, text) => into.addParagraph(text);
const fallback =
  (tag: string): Handler =>
  (into, text) =>
    into.addDefault(tag, text);

const HANDLERS: ReadonlyMap<string, Handler> = new Map<string, Handler>([
  ['param', param],
  ['arg', param],
  ['argument', param],
  ['returns', returns],
  ['return', returns],
  ['description', paragraph],
  ['summary', paragraph],
  ['remarks', paragraph],
  ['deprecated', (into, text) => into.addDeprecated(text)],
  ['example', (into, text) => into.addExample(text)],
  ['default', fallback('default')],
  ['defaultValue', fallback('defaultValue')],
]);

/** Tags that say nothing to a model, but are tags wherever they stand. */
const LEFT_OUT: ReadonlySet<string> = new Set(
  `alpha author beta copyright experimental fires internal license link override private privateRemarks protected
  public readonly sealed see since template throws exception todo typeParam version virtual yields`.split(
    /\s+/,
  ),
);

/** Tags that keep a property from readers of a documentation. */
const HIDING: ReadonlySet<string> = new Set(['ignore', 'hidden', 'hide', 'internal']);

const isTag = (name: string): boolean =>
  HANDLERS.has(name) || LEFT_OUT.has(name) || isKeywordTag(name) || isUnreadTag(name);

/**
 * Reads one doc comment. Tags that say nothing to a model, such as `@see` and `@throws`, are left out.
 *
 * @param raw - The whole block, with its opening and closing marks.
 */
export function parseDoc(raw: string): DocComment {
  const block = readBlock(raw, isTag);
  const doc = new DocCollector();
  const pieces = readSections(block.text);
  // Paragraphs keep their order; of parameters the tag counts more than the section, because editors show it.
  pieces.filter(({ kind }) => kind === 'text').forEach(piece => readPiece(doc, piece));
  block.tags.forEach(tag => readTag(doc, tag));
  pieces.filter(({ kind }) => kind !== 'text').forEach(piece => readPiece(doc, piece));
  if (block.openFence) {
    doc.addWarning('a code fence is not closed: all that follows it, tags too, is read as code.');
  }
  const texts = [block.text, ...block.tags.filter(({ name }) => name !== 'example').map(({ text }) => text)];
  tagsInLines(texts).forEach(name =>
    doc.addWarning(
      `@${name} in the middle of a line is read as text. Start a line with it, or put it in backticks.`,
    ),
  );
  return doc.result();
}

function readTag(doc: DocCollector, { name, text }: BlockTag): void {
  const handler = HANDLERS.get(name);
  const advice = adviceOn(name);
  if (HIDING.has(withoutPrefix(name))) doc.hide(name);
  if (handler !== undefined) {
    handler(doc, text);
  } else if (advice === undefined) {
    doc.addKeyword(name, text);
    const meant = isTag(name) ? undefined : findMeant(name, [...HANDLERS.keys(), ...KEYWORD_TAGS]);
    if (meant !== undefined) doc.addWarning(`@${name} is not read. Did you mean '@${meant}'?`);
  } else {
    doc.addWarning(`@${name} is not read. Instead, ${advice}.`);
  }
}

function readPiece(doc: DocCollector, piece: DocPiece): void {
  switch (piece.kind) {
    case 'param': {
      doc.addParam(piece);
      return;
    }
    case 'returns': {
      doc.addReturns(piece.text);
      return;
    }
    case 'deprecated': {
      doc.addDeprecated(piece.text);
      return;
    }
    case 'example': {
      doc.addExample(piece.text);
      return;
    }
    case 'text': {
      doc.addParagraph(piece.text);
      return;
    }
  }
}

/** Tags that an editor may show as tags, but that do not start a line. */
function tagsInLines(texts: readonly string[]): ReadonlySet<string> {
  const found = texts
    .flatMap(text => proseOf(text))
    .flatMap(prose => [...prose.matchAll(/\s@([a-zA-Z][\w-]*)(?=\s|$)/g)])
    .map(([, name = '']) => name);
  return new Set(found.filter(isTag));
}

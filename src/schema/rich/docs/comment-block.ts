import { parse, tokenizers } from 'comment-parser';
import { dedentTail } from './clean-text.js';
import { turnsFence } from './doc-lines.js';

/** A comment without its frame: the lines before the first tag, and each tag with its text. */
export interface CommentBlock {
  readonly text: string;
  readonly tags: readonly BlockTag[];
  /** Whether a code fence stays open, so that all after it is code. */
  readonly openFence: boolean;
}

export interface BlockTag {
  /** Without `@`. */
  readonly name: string;
  readonly text: string;
}

/**
 * @param raw - With its opening and closing marks.
 * @param isTag - Which words are tags even in the middle of a line, when the comment has only one line.
 */
export function readBlock(raw: string, isTag: (name: string) => boolean): CommentBlock {
  const source = raw.trim().replace(/\r\n?/g, '\n');
  const [block] = parse(source.includes('\n') ? hideInSpans(source) : overLines(source, isTag), {
    spacing: 'preserve',
    tokenizers: [tokenizers.tag(), tokenizers.description('preserve')],
  });
  if (block === undefined || source === '/**/') {
    return { text: '', tags: [], openFence: false };
  }
  return {
    text: show(/\n[ \t]*\*(?!\/)/.test(source) ? block.description : dedentTail(block.description)),
    tags: block.tags.map(tag => readTag(tag.tag, show(tag.description))),
    openFence: source.split('\n').filter(turnsFence).length % 2 === 1,
  };
}

/** Stands for the '@' of text that comment-parser would take for a tag. */
const HIDDEN = '\0';

/** Fences, which comment-parser knows itself, and code spans that go over lines of one paragraph. */
const SPANS = /```[\s\S]*?(?:```|$)|`[^`\n]*`|`(?=\S)(?:(?!\n[ \t]*\*?[ \t]*\n)[^`])*\S`/g;

/** What starts a line inside a code span is code, also where it looks like a tag. */
const hideInSpans = (source: string): string =>
  source.replace(SPANS, span =>
    span.startsWith('```') ? span : span.replace(/(\n[ \t]*\*?[ \t]*)@/g, `$1${HIDDEN}`),
  );

const show = (text: string): string => text.replaceAll(HIDDEN, '@');

/** `@param{string} name` is read like `@param {string} name`. */
function readTag(tag: string, text: string): BlockTag {
  const brace = tag.indexOf('{');
  return brace === -1
    ? { name: tag, text: dedentTail(text) }
    : { name: tag.slice(0, brace), text: dedentTail(`${tag.slice(brace)} ${text}`) };
}

/** TypeScript reads tags in the middle of a comment that stands on one line; comment-parser only at a line's start. */
function overLines(source: string, isTag: (name: string) => boolean): string {
  let lines = '';
  let end = 0;
  for (const match of source.matchAll(/`[^`]*`|\s@(\$?[a-zA-Z][\w.-]*)(?=[\s{]|\*\/|$)/g)) {
    if (match[1] !== undefined && isTag(match[1])) {
      lines += `${source.slice(end, match.index)}\n * `;
      end = match.index + 1;
    }
  }
  return lines + source.slice(end);
}

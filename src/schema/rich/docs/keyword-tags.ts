import { isPattern } from '../../plan/pattern.js';
import type { DocProblem } from './doc-comment.js';

/** The value a tag's text stands for, or what is wrong with it. */
type Reading = { readonly value: unknown } | DocProblem;
type Reader = (tag: string, text: string) => Reading;

const number: Reader = (tag, text) => {
  const value = jsonNumber(text);
  return value === undefined
    ? wrong(tag, text, `write one number and nothing else after @${tag}.`)
    : { value };
};

const positive: Reader = (tag, text) => {
  const value = jsonNumber(text);
  return value !== undefined && value > 0
    ? { value }
    : wrong(tag, text, `write one number above 0 after @${tag}.`);
};

const count: Reader = (tag, text) => {
  const value = jsonNumber(text);
  return value !== undefined && Number.isSafeInteger(value) && value >= 0
    ? { value }
    : wrong(tag, text, `write one whole number, 0 or more, and nothing else after @${tag}.`);
};

const flag: Reader = (tag, text) =>
  text === '' || text === 'true' || text === 'false'
    ? { value: text !== 'false' }
    : wrong(tag, text, `write @${tag} alone, or with true or false.`);

const word: Reader = (tag, text) =>
  /^\S+$/.test(text) ? { value: text } : wrong(tag, text, `write one word after @${tag}, such as date-time.`);

const line: Reader = (tag, text) =>
  text !== '' && !text.includes('\n')
    ? { value: text }
    : wrong(tag, text, `write one line of text after @${tag}.`);

const pattern: Reader = (tag, text) => {
  if (text === '' || text.includes('\n') || !isPattern(text)) {
    return wrong(tag, text, `write one regular expression on the line of @${tag}.`);
  }
  return /^\/\^|\$\/[a-z]*$/.test(text)
    ? wrong(tag, text, 'leave the slashes and flags away: write only what stands between them.')
    : { value: text };
};

const examples: Reader = (tag, text) => {
  try {
    const value: unknown = JSON.parse(text);
    if (Array.isArray(value)) {
      return { value };
    }
  } catch {
    // Not JSON, which the problem below says as well.
  }
  return wrong(tag, text, `write a JSON array after @${tag}, such as ["a", "b"].`);
};

const TYPE_TAGS: ReadonlySet<string> = new Set(['type', 'asType']);

const READERS: ReadonlyMap<string, Reader> = new Map([
  ['title', line],
  ['format', word],
  ['pattern', pattern],
  ['minimum', number],
  ['maximum', number],
  ['exclusiveMinimum', number],
  ['exclusiveMaximum', number],
  ['multipleOf', positive],
  ['minLength', count],
  ['maxLength', count],
  ['minItems', count],
  ['maxItems', count],
  ['minProperties', count],
  ['maxProperties', count],
  ['uniqueItems', flag],
  ['examples', examples],
]);

/** The tags that write a keyword. */
export const KEYWORD_TAGS: ReadonlySet<string> = new Set([...READERS.keys(), ...TYPE_TAGS]);

export const isKeywordTag = (tag: string): boolean => KEYWORD_TAGS.has(withoutPrefix(tag));

/** The keyword a constraint tag writes, or `undefined` when the tag is none. */
export function readKeyword(
  tag: string,
  text: string,
): { readonly keyword: string; readonly reading: Reading } | undefined {
  const name = withoutPrefix(tag);
  const written = text.replace(/^`([^`]*)`$/, '$1').trim();
  const reader = READERS.get(name);
  if (reader !== undefined) {
    return { keyword: name, reading: reader(tag, written) };
  }
  return TYPE_TAGS.has(name) ? readType(tag, written.replace(/^\{(.*)\}$/, '$1').trim()) : undefined;
}

/** `@type {string}` is how JavaScript states a type; TypeScript has it in the code. */
function readType(tag: string, text: string): ReturnType<typeof readKeyword> {
  if (text === 'integer') {
    return { keyword: 'type', reading: { value: 'integer' } };
  }
  return tag === 'type'
    ? undefined
    : {
        keyword: 'type',
        reading: wrong(
          tag,
          text,
          `write integer after @${tag}, or remove it: any other type is what TypeScript says.`,
        ),
      };
}

/** `@TJS-type` is how typescript-json-schema lets a tag be told from others of that name. */
export const withoutPrefix = (tag: string): string => tag.replace(/^TJS-/, '');

function jsonNumber(text: string): number | undefined {
  const value = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(text) ? Number(text) : NaN;
  return Number.isFinite(value) ? value : undefined;
}

function wrong(tag: string, text: string, fix: string): DocProblem {
  const shown = text.length > 80 ? `${text.slice(0, 80)}…` : text;
  return {
    seen:
      text === ''
        ? `its comment has '@${tag}' without a value.`
        : `its comment has '@${tag} ${shown}', which is not understood.`,
    fix,
  };
}

/** Words that say nothing about what is wanted. */
const STOP_WORDS = new Set(
  (
    'a about all an and any are as at be but by can could do does for from get give has have how i if in is it its me my of ' +
    'on one or our please show tell than that the their them there this to use was we what when where which who will ' +
    'with would you your'
  ).split(' '),
);

const NUMBERS = [
  'zero',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
];

/** True for words such as `and` and `the`. */
export const saysNothing = (word: string): boolean => STOP_WORDS.has(word);

/** The words of a text or identifier in a form in which they can be compared, stop words left out. */
export const wordsOf = (text: string): string[] =>
  allWordsOf(text)
    .filter(word => !STOP_WORDS.has(word))
    .map(stem);

/** As {@link wordsOf}, with stop words and endings. */
export const allWordsOf = (text: string): string[] =>
  text
    .replace(/(\p{Ll}|\d)(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? [];

/** Crude, but the same on both sides. */
function stem(word: string): string {
  if (word.length <= 3) return word;
  const bare = word.replace(/(ies|ing|ed|es|s)$/, ending => (ending === 'ies' ? 'y' : ''));
  return bare.length < 3 ? word : bare.replace(/e$/, '');
}

/** `seven` → 7. */
export function numberOfWord(word: string): number | undefined {
  const value = NUMBERS.indexOf(word.toLowerCase());
  return value === -1 ? undefined : value;
}

/** Verbs of asking. */
const ASKING = new Set(wordsOf('find search look up lookup list fetch check tell know need want like'));

/** A proper name to which a preposition leads. */
const NAMED = /\b(?:in|near|at|for|of|called|named) (\p{Lu}[\p{L}\p{N}'-]*(?: \p{Lu}[\p{L}\p{N}'-]*)*)/u;

/** What a request is about: the name in it, or else its words without those that only ask, and without those of the tool that is asked. */
export function subjectOf(text: string, toolName: string): string {
  const [, name] = NAMED.exec(text) ?? [];
  if (name !== undefined) return name;
  const asked = new Set([...wordsOf(toolName), ...ASKING]);
  const tokens = text.split(/\s+/).map(token => token.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, ''));
  const isSubject = (token: string): boolean => wordsOf(token).some(word => !asked.has(word));
  const places = tokens.flatMap((token, index) => (isSubject(token) ? [index] : []));
  const [first] = places;
  return first === undefined ? text.trim() : tokens.slice(first, (places.at(-1) ?? first) + 1).join(' ');
}

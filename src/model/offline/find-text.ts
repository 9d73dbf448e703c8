import type { JsonSchema } from '../../schema/json-schema.js';
import { escapePattern, type RequestText } from './request-text.js';
import { allWordsOf, saysNothing } from './words.js';

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

const DATE_TIME = /\b\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)?/g;
const DATE = /\b\d{4}-\d\d-\d\d\b/g;

/** Where values of a format stand in a text. */
const FORMATS = new Map(
  Object.entries({
    email: /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g,
    uri: /https?:\/\/[^\s<>"']*[^\s<>"'.,;:!?)]/g,
    uuid: /\b[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}\b/gi,
    'date-time': DATE_TIME,
    date: DATE,
    time: /\b\d\d:\d\d(?::\d\d)?\b/g,
    ipv4: /\b\d{1,3}(?:\.\d{1,3}){3}\b/g,
  }),
);

const WRITTEN_DATE = new RegExp(
  String.raw`\b(\d{1,2})(?:st|nd|rd|th)? (${MONTHS.join('|')})[a-z]* (\d{4})\b`,
  'gi',
);

const MAX_TOKEN = 200;
/** A word of the text without the punctuation around it. */
const TOKEN = String.raw`([^\s"'“”«»(),;]*[^\s"'“”«»(),;.!?:])`;
const ORDINARY_WORDS = ['the', 'what', 'Where'];

/** Words that stand before a value, by parameter name. */
const PREPOSITIONS = new Map(
  Object.entries({
    origin: 'from|leaving|departing',
    from: 'from',
    source: 'from',
    start: 'from|since',
    after: 'after|since|from',
    since: 'since',
    destination: 'to|towards|arriving at',
    to: 'to',
    target: 'to|into',
    end: 'until|till|to',
    before: 'before|until',
    until: 'until|till',
    city: 'in|for|at',
    location: 'in|for|at',
    place: 'in|for|at',
  }),
);

/** A text that stands in the request and that the schema plainly means: by pattern, format or the parameter's name. */
export function findText(name: string, schema: JsonSchema, request: RequestText): string | undefined {
  if (schema.pattern !== undefined) return findByPattern(name, schema.pattern, request);
  if (schema.format !== undefined && (schema.format === 'date' || schema.format === 'date-time'))
    return findDate(schema.format, request);
  const format = FORMATS.get(schema.format === 'url' ? 'uri' : (schema.format ?? ''));
  if (format !== undefined) return request.take(format, ([value]) => value);
  return findNamed(name, request);
}

/** What stands in quotation marks. */
export const findQuoted = (request: RequestText): string | undefined =>
  request.take(/"([^"]+)"|“([^”]+)”|«([^»]+)»|(?<!\w)'([^']+)'(?!\w)/g, match =>
    match.slice(1).find(Boolean)?.trim(),
  );

function findByPattern(name: string, pattern: string, request: RequestText): string | undefined {
  const whole = compilePattern(pattern);
  if (whole === undefined) return undefined;
  const fits = (text: string): string | undefined =>
    text.length <= MAX_TOKEN && whole.test(text) ? text : undefined;
  const upper = ([, text = '']: RegExpMatchArray): string | undefined =>
    fits(text) ?? (saysNothing(text) ? undefined : fits(text.toUpperCase()));
  const led = request.take(new RegExp(String.raw`\b(?:${leadIn(name)})\s+${TOKEN}`, 'gi'), upper);
  if (led !== undefined) return led;
  // What admits any word says nothing about which one is meant.
  if (ORDINARY_WORDS.some(word => whole.test(word))) return findNamed(name, request) ?? findQuoted(request);
  return (
    request.take(new RegExp(TOKEN, 'g'), ([, text = '']) => fits(text)) ??
    request.take(new RegExp(TOKEN, 'g'), match => (/\d/.test(match[0]) ? upper(match) : undefined)) ??
    request.take(/"([^"]+)"/g, ([, text = '']) => fits(text))
  );
}

/** Undefined when it is too long or no pattern: others wrote it. */
function compilePattern(pattern: string): RegExp | undefined {
  if (pattern.length > MAX_TOKEN) return undefined;
  for (const flags of ['u', ''])
    try {
      return new RegExp(pattern, flags);
    } catch {
      // Patterns of other engines and older ones.
    }
  return undefined;
}

function findDate(format: 'date' | 'date-time', request: RequestText): string | undefined {
  const day =
    format === 'date-time'
      ? request.take(DATE_TIME, ([value]) => withZone(value.replace(' ', 'T')))
      : undefined;
  if (day !== undefined) return day;
  const date =
    request.take(DATE, ([value]) => value) ?? request.take(new RegExp(WRITTEN_DATE, 'gi'), readWritten);
  return date === undefined || format === 'date' ? date : `${date}T00:00:00Z`;
}

function withZone(value: string): string {
  const seconds = /T\d\d:\d\d(?!:)/.test(value) ? value.replace(/T\d\d:\d\d/, '$&:00') : value;
  return /(Z|[+-]\d\d:\d\d)$/.test(seconds) ? seconds : `${seconds}Z`;
}

function readWritten([, day = '', month = '', year = '']: RegExpMatchArray): string {
  const number = MONTHS.indexOf(month.slice(0, 3).toLowerCase()) + 1;
  return `${year}-${String(number).padStart(2, '0')}-${day.padStart(2, '0')}`;
}

/** `city: Paris`, `the city is Paris`, and `in Paris` for a city. */
function findNamed(name: string, request: RequestText): string | undefined {
  const words = allWordsOf(name).join(String.raw`[\s_-]*`);
  if (words === '') return undefined;
  const listed = String.raw`\b${words}\s*[:=]\s*([^\s"“«][^,;\n]*?)[.!?]?(?=$|[,;\n])`;
  const stated = String.raw`\b${words} is ([^\s"“«][^,;\n]*?)(?=[.!?]?(?:$|[,;\n]|\s(?:and|with|for|on|at|to)\b|\s*[.!?]\s))`;
  const proper = String.raw`(\p{Lu}[\p{L}\p{N}.'-]*(?: \p{Lu}[\p{L}\p{N}.'-]*)*)`;
  const led = new RegExp(String.raw`\b(?:${withCapitals(leadIn(name))}) ${proper}`, 'gu');
  return (
    request.take(new RegExp(listed, 'gi'), ([, text]) => text?.trim()) ??
    request.take(new RegExp(stated, 'gi'), ([, text]) => text?.trim()) ??
    (PREPOSITIONS.has(name) ? request.take(led, ([, text]) => text?.replace(/[.'-]+$/, '')) : undefined)
  );
}

/** What leads to the value of a parameter: its name, or a preposition. */
function leadIn(name: string): string {
  const [last = ''] = allWordsOf(name).slice(-1);
  return [PREPOSITIONS.get(name), PREPOSITIONS.get(last), escapePattern(name)].filter(Boolean).join('|');
}

const withCapitals = (words: string): string =>
  words
    .split('|')
    .flatMap(word => [word, word.charAt(0).toUpperCase() + word.slice(1)])
    .join('|');

import type { JsonValue } from '../../foundation/json.js';
import type { JsonSchema } from '../../schema/json-schema.js';
import { findText } from './find-text.js';
import { escapePattern, type RequestText } from './request-text.js';
import { allWordsOf, numberOfWord } from './words.js';

/** A number that is no piece of a code, date or word. */
const NUMBER = String.raw`(?<![\p{L}\p{N}_.:/#-]|\d,)(-?\d+(?:\.\d+)?)(?![\p{L}\p{N}_:/-]|[.,]\d)`;
const NUMBER_WORD = String.raw`\b(one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)\b`;

/** A value that stands in the request and that the schema plainly means; undefined when none does. */
export function findValue(name: string, schema: JsonSchema, request: RequestText): JsonValue | undefined {
  if (schema.enum !== undefined) return findAllowed(schema.enum, request);
  switch (typeOf(schema)) {
    case 'string':
      return findText(name, schema, request);
    case 'number':
    case 'integer':
      return findNamedNumber(name, schema, request);
    case 'boolean':
      return findBoolean(name, request);
    default:
      return undefined;
  }
}

/** The type of a schema, `null` aside. */
export function typeOf({ type, properties }: JsonSchema): string | undefined {
  const stated = typeof type === 'string' ? type : type?.find(each => each !== 'null');
  return stated ?? (properties === undefined ? undefined : 'object');
}

/** The allowed value that the text names first, longer ones before those that are a part of them. */
function findAllowed(values: readonly unknown[], request: RequestText): JsonValue | undefined {
  const plain = values.filter(each => typeof each === 'string' || typeof each === 'number');
  const byText = new Map(plain.map(each => [spacedOut(String(each)), each]));
  const longestFirst = [...byText.keys()].filter(Boolean).sort((a, b) => b.length - a.length);
  if (longestFirst.length === 0) return undefined;
  const pattern = longestFirst
    .map(text =>
      text
        .split(' ')
        .map(escapePattern)
        .join(String.raw`[\s_-]*`),
    )
    .join('|');
  return request.take(
    new RegExp(String.raw`(?<![\p{L}\p{N}])(${pattern})s?(?![\p{L}\p{N}])`, 'giu'),
    match => {
      const seen = spacedOut(match[1] ?? '');
      const [, value] =
        [...byText].find(([text]) => text.replaceAll(' ', '') === seen.replaceAll(' ', '')) ?? [];
      return value;
    },
  );
}

const spacedOut = (text: string): string => allWordsOf(text).join(' ');

/** `limit 5`, `limit: 5`, `5 passengers`. */
function findNamedNumber(name: string, schema: JsonSchema, request: RequestText): number | undefined {
  const words = allWordsOf(name)
    .map(word => escapePattern(word.replace(/s$/, '')))
    .filter(word => word.length > 1)
    .join('|');
  if (words === '') return undefined;
  const read = readNumber(schema);
  for (const number of [NUMBER, NUMBER_WORD]) {
    const before = new RegExp(
      String.raw`\b(?:${words})\w*\s*(?:[:=]|is|of|to|at most|at least)?\s*${number}`,
      'giu',
    );
    const after = new RegExp(String.raw`${number}\s+(?:${words})`, 'giu');
    const found = request.take(before, read) ?? request.take(after, read);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Any number that fits, for a parameter that needs one. */
export const findNumber = (schema: JsonSchema, request: RequestText): number | undefined =>
  request.take(new RegExp(NUMBER, 'gu'), readNumber(schema)) ??
  request.take(new RegExp(NUMBER_WORD, 'giu'), readNumber(schema));

function readNumber(schema: JsonSchema): (match: RegExpMatchArray) => number | undefined {
  const {
    minimum = -Infinity,
    maximum = Infinity,
    exclusiveMinimum = -Infinity,
    exclusiveMaximum = Infinity,
  } = schema;
  return ([, text = '']) => {
    const value = numberOfWord(text) ?? Number(text);
    const fits = value >= minimum && value <= maximum && value > exclusiveMinimum && value < exclusiveMaximum;
    return fits && (typeOf(schema) !== 'integer' || Number.isInteger(value)) ? value : undefined;
  };
}

/** `urgent: no`, `not urgent`, `urgent`. */
function findBoolean(name: string, request: RequestText): boolean | undefined {
  const words = allWordsOf(name).filter(word => !['is', 'has', 'include', 'with', 'should'].includes(word));
  if (words.length === 0) return undefined;
  const named = words.map(escapePattern).join(String.raw`[\s_-]*`);
  const stated = new RegExp(String.raw`\b${named}\s*(?:[:=]|is)?\s*\b(true|false|yes|no|on|off)\b`, 'gi');
  const negated = new RegExp(String.raw`\b((?:not|no|without|non)[\s-]+${named})`, 'gi');
  return (
    request.take(stated, ([, word = '']) => /^(true|yes|on)$/i.test(word)) ??
    request.take(negated, () => false) ??
    request.take(new RegExp(String.raw`\b(${named})\b`, 'gi'), () => true)
  );
}

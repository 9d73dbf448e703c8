import type { Format } from 'ajv';
import type { fullFormats } from 'ajv-formats/dist/formats.js';
import { DATE_TIME_WORDS, isDateTime } from './date-time.js';
import type { Rule } from './node.js';
import { runGuarded } from './pattern-guard.js';

/** Async work that must be done before a plan's nodes can be used. */
export type Preparation = () => Promise<void>;

type Test<T> = (value: T) => boolean;

/**
 * The rule of `format`. Its test lets everything pass for formats that are unknown or meant for another type.
 *
 * @param preparations - Receives the loading of the format table where it is needed.
 */
export function buildFormatRule<T extends string | number>(
  name: string,
  type: 'string' | 'number',
  preparations: Preparation[],
): Rule<T> {
  if (name === 'date-time')
    return { expected: '', test: value => typeof value !== 'string' || isDateTime(value) };
  let test: Test<T> = () => true;
  preparations.push(async () => {
    const formats = await loadFormats();
    const format = Object.hasOwn(formats, name) ? formats[name as keyof typeof formats] : true;
    test = compileFormat<T>(format, type) ?? test;
  });
  const expected = type === 'number' ? `in the format ${name}` : '';
  return { expected, test: value => test(value) };
}

/** The format table of Ajv. Of its expressions one takes quadratic time, for URLs of many colons. */
export async function loadFormats(): Promise<Record<keyof typeof fullFormats, Format>> {
  const { fullFormats: formats } = await import('ajv-formats/dist/formats.js');
  const { url } = formats;
  const cost = { exponent: 2, factor: 1, paths: 1 };
  const isUrl = (text: string): boolean => (url as RegExp).test(text);
  return {
    ...formats,
    url: text => runGuarded({ cost, name: 'of the format url', text }, () => isUrl(text)),
  };
}

function compileFormat<T extends string | number>(
  format: Format,
  type: 'string' | 'number',
): Test<T> | undefined {
  if (format instanceof RegExp) return type === 'string' ? value => format.test(String(value)) : undefined;
  if (typeof format === 'function') return type === 'string' ? (format as Test<unknown>) : undefined;
  if (typeof format !== 'object' || (format.type ?? 'string') !== type) return undefined;
  const { validate } = format;
  if (validate instanceof RegExp) return value => validate.test(String(value));
  return typeof validate === 'function' ? (validate as Test<unknown>) : undefined;
}

const NOUNS: Readonly<Record<string, string>> = {
  'date-time': DATE_TIME_WORDS,
  date: 'a date such as 2026-01-31',
  time: 'a time such as 09:30:00Z',
  duration: 'an ISO 8601 duration such as PT30M',
  email: 'an email address',
  hostname: 'a host name',
  ipv4: 'an IPv4 address',
  ipv6: 'an IPv6 address',
  uri: 'a URI such as https://example.com/page',
  url: 'a URL such as https://example.com/page',
  uuid: 'a UUID',
  regex: 'a regular expression',
};

/** What a text of this format is called. */
export function nameFormat(format: string | undefined): string {
  if (format === undefined) return 'text';
  return NOUNS[format] ?? `text in the format ${format}`;
}

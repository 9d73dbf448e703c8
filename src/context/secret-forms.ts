import { compileLineMask } from './secret-lines.js';

/** Shorter pieces of base64 text occur by chance. */
const MIN_BASE64_PIECE = 8;

/**
 * Compiles a function that replaces every known secret by `[secret NAME]`: the text itself and the forms in which
 * it travels (inside JSON text, URLs and base64), also where lines break inside of them. Longest form first, so that a
 * secret that contains another one wins; a marker is never masked again.
 */
export function compileMask(nameByValue: ReadonlyMap<string, string>): (text: string) => string {
  const nameByForm = new Map<string, string>();
  for (const [value, name] of nameByValue) {
    for (const form of formsOf(value)) if (!nameByForm.has(form)) nameByForm.set(form, name);
  }
  const longestFirst = [...nameByForm.keys()].sort((a, b) => b.length - a.length);
  const pattern = new RegExp(longestFirst.map(escapePattern).join('|'), 'g');
  return compileLineMask(nameByForm, text =>
    text.replace(pattern, form => `[secret ${nameByForm.get(form) ?? ''}]`),
  );
}

function formsOf(value: string): string[] {
  const escaped = jsonEscape(value);
  // JSON text inside JSON text is how tool arguments travel, so the second level is as common as the first.
  const base64 = base64Forms(value);
  const inUrls = base64.filter(form => /[+/=]/.test(form)).flatMap(urlForms);
  return [value, escaped, jsonEscape(escaped), ...urlForms(value), ...base64, ...inUrls].filter(
    form => form !== '',
  );
}

const jsonEscape = (text: string): string => JSON.stringify(text).slice(1, -1);

/** As encoders of URLs, of forms and of other languages write it: they differ in the few marks that they leave alone. */
function urlForms(value: string): string[] {
  // A lone surrogate makes encodeURIComponent throw; bytes replace it, as every URL encoder does.
  const text = Buffer.from(value).toString();
  const encoded = encodeURIComponent(text);
  const form = new URLSearchParams([['', text]]).toString().slice(1);
  const url = Object.assign(new URL('https://a.example'), { search: text, pathname: text, password: text });
  const parts = [url.search.slice(1), url.pathname.slice(1), url.password];
  const forms = [
    ...[encoded, percent(encoded, /[!'()*~]/g), percent(encoded, /[!'()*]/g), encodeURI(text), form],
    ...parts.flatMap(part => [part, part.replaceAll('+', '%2B')]),
  ];
  const spaced = [...forms, ...forms.map(each => each.replaceAll('%20', '+'))];
  return spaced.flatMap(each => [each, each.replace(/%../g, code => code.toLowerCase())]);
}

const percent = (text: string, marks: RegExp): string =>
  text.replace(marks, mark => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`);

/** Base64 of the value alone, and the part of it that shows inside longer base64 text, such as `user:password`. */
function base64Forms(value: string): string[] {
  const bytes = Buffer.from(value);
  const pieces = [0, 1, 2].map(offset => base64Piece(bytes, offset));
  const whole = bytes.toString('base64');
  const forms = [
    whole,
    whole.replace(/=+$/, ''),
    ...pieces.filter(piece => piece.length >= MIN_BASE64_PIECE),
  ];
  return forms.flatMap(form => [form, form.replaceAll('+', '-').replaceAll('/', '_')]);
}

/** The characters that depend on `bytes` alone when `offset` (modulo 3) other bytes stand before it. */
function base64Piece(bytes: Buffer, offset: number): string {
  const firstWhole = Math.ceil((offset * 8) / 6);
  const endOfWhole = Math.floor(((offset + bytes.length) * 8) / 6);
  return Buffer.concat([Buffer.alloc(offset), bytes])
    .toString('base64')
    .slice(firstWhole, endOfWhole);
}

const escapePattern = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');

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
  return [value, escaped, jsonEscape(escaped), ...urlForms(value), ...base64Forms(value)].filter(
    form => form !== '',
  );
}

const jsonEscape = (text: string): string => JSON.stringify(text).slice(1, -1);

function urlForms(value: string): string[] {
  // A lone surrogate makes encodeURIComponent throw; bytes replace it, as every URL encoder does.
  const encoded = encodeURIComponent(Buffer.from(value).toString());
  const lowerCase = encoded.replace(/%../g, code => code.toLowerCase());
  return [encoded, lowerCase, encoded.replaceAll('%20', '+')];
}

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

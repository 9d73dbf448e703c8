import { nearestNames } from '../../../foundation/names.js';

/** Formats of JSON Schema, and those that our validator knows besides. */
export const KNOWN_FORMATS: ReadonlySet<string> = new Set(
  `date date-time time duration email idn-email hostname idn-hostname ipv4 ipv6 uri uri-reference uri-template iri
  iri-reference uuid json-pointer relative-json-pointer regex
  iso-time iso-date-time url json-pointer-uri-fragment byte int32 int64 float double password binary`.split(
    /\s+/,
  ),
);

/** What to tell of a format that nobody checks; undefined for all others. */
export function warningOfFormat(format: string): string | undefined {
  if (KNOWN_FORMATS.has(format)) return undefined;
  const [near] = nearestNames(format, KNOWN_FORMATS);
  const meant = near === undefined ? '' : ` Did you mean '${near}'?`;
  return `'@format ${format}' is no format that is known: it is told to the model, and no value is checked for it.${meant}`;
}

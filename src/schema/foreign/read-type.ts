import { type KeywordSite, refuseValue, removed } from './keyword-values.js';

const TYPES = ['string', 'number', 'integer', 'boolean', 'object', 'array', 'null'];

/** What other languages call the types. */
const OTHER_NAMES: ReadonlyMap<string, string> = new Map([
  ['str', 'string'],
  ['text', 'string'],
  ['int', 'integer'],
  ['long', 'integer'],
  ['float', 'number'],
  ['double', 'number'],
  ['bool', 'boolean'],
  ['dict', 'object'],
  ['map', 'object'],
  ['list', 'array'],
  ['none', 'null'],
]);

/** A type or a list of them; undefined when every type is meant. */
export function readType(value: unknown, site: KeywordSite): string | readonly string[] | undefined {
  const names: unknown[] = [value].flat();
  const types = names.map(name => findType(name));
  if (names.length === 0 || types.some(type => type === undefined))
    return refuseValue(
      site,
      value,
      `Write one of ${TYPES.map(type => `"${type}"`).join(', ')}, or a list of them.`,
    );
  if (types.includes(ANY)) return removed(site, 'allows everything and was removed');
  const distinct = [...new Set(types)] as string[];
  if (types.some((type, index) => type !== names[index]))
    site.report.note(site.pointer, `was read as ${distinct.join(', ')}`);
  return distinct.length === 1 ? distinct[0] : distinct;
}

const ANY = 'any';

function findType(name: unknown): string | undefined {
  if (typeof name !== 'string') return undefined;
  const lower = name.toLowerCase();
  if (TYPES.includes(lower) || lower === ANY) return lower;
  return OTHER_NAMES.get(lower);
}

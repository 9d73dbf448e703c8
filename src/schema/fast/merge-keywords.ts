import type { JsonSchema, JsonSchemaType } from '../json-schema.js';
import { isWithin } from '../validators/json-type.js';
import type { Draft } from './draft.js';
import { isNote, keywordTable } from './keyword-table.js';

const LARGER_WINS = new Set(['minimum', 'exclusiveMinimum', 'minLength', 'minItems', 'minProperties']);
const SMALLER_WINS = new Set(['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems', 'maxProperties']);

/** True when a keyword says something about values of one of `types`, or when the types are not known. */
export function appliesTo(keyword: string, types: readonly JsonSchemaType[] | undefined): boolean {
  const subjects = keywordTable[keyword]?.appliesTo;
  return subjects === undefined || types === undefined || types.some(type => isWithin(type, subjects));
}

/** True for keywords that decide which values fit; `format` does not, since checks or the type decide what it names. */
export function restricts(keyword: string): boolean {
  return !isNote(keyword) && keyword !== 'format' && !keyword.startsWith('content');
}

/** Adds keywords so that a value must satisfy what is already there as well; order makes no difference. */
export function addKeywords(target: Draft, added: JsonSchema): void {
  const open = target as Record<string, unknown>;
  for (const [keyword, value] of Object.entries(added)) {
    const present = open[keyword];
    if (present === undefined) open[keyword] = value;
    else if (!isSame(present, value)) combine(open, keyword, value);
  }
}

function combine(target: Record<string, unknown>, keyword: string, value: unknown): void {
  const present = target[keyword];
  if (LARGER_WINS.has(keyword)) target[keyword] = Math.max(present as number, value as number);
  else if (SMALLER_WINS.has(keyword)) target[keyword] = Math.min(present as number, value as number);
  else if (keyword === 'enum')
    target.enum = (present as unknown[]).filter(item => (value as unknown[]).includes(item));
  else if (keyword === 'description') target.description = `${String(present)} ${String(value)}`;
  else if (keyword === 'allOf') target.allOf = [...(present as unknown[]), ...(value as unknown[])];
  else target.allOf = [...((target.allOf as unknown[] | undefined) ?? []), { [keyword]: value }];
}

export const isSame = (a: unknown, b: unknown): boolean => a === b || JSON.stringify(a) === JSON.stringify(b);

import { toJson } from '../../foundation/codecs.js';
import type { FieldOptions } from '../field.js';
import type { JsonSchema } from '../json-schema.js';
import { allowedValues } from '../validators/allowed-values.js';
import { copyOf, type Draft, type Workshop } from './draft.js';
import { BUILD_OPTIONS, keywordTable } from './keyword-table.js';
import { soundOptions } from './option-check.js';
import { embed } from './verbatim-schema.js';

/** The options without those that are wrong, with default and examples as JSON; what is wrong is reported. */
export function readOptions(options: FieldOptions, where: string, workshop: Workshop): FieldOptions {
  const sound = soundOptions(options, where, problem => workshop.problem(problem));
  for (const name of ['default', 'examples']) {
    if (sound[name] === undefined) continue;
    const json = asJson(sound[name]);
    if (json === undefined) {
      workshop.problem({ where, seen: `'${name}' cannot be written as JSON.`, fix: 'give plain data.' });
    }
    Object.assign(sound, { [name]: json });
  }
  return sound;
}

function asJson(value: unknown): unknown {
  if (typeof value === 'function' || typeof value === 'symbol') return undefined;
  try {
    return toJson(value);
  } catch {
    return undefined;
  }
}

/** The keywords among the options, ready to stand in the schema. */
export function statedKeywords(options: FieldOptions, where: string, workshop: Workshop): Draft {
  const keywords: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(options)) {
    if (!BUILD_OPTIONS.has(name) && value !== undefined) keywords[name] = value;
  }
  const stated = embed(keywords, where, workshop);
  if (typeof options.enum === 'object') stated.enum = copyOf(allowedValues(options.enum));
  return stated;
}

/** Splits keywords into those about an array and those about its items. */
export function splitForArray(stated: JsonSchema): { readonly whole: Draft; readonly item: Draft } {
  const whole: Draft = {};
  const item: Draft = {};
  for (const [name, value] of Object.entries(stated)) {
    if (name === 'items') continue;
    const staysOnArray = name.startsWith('x-') || keywordTable[name]?.staysOnArray === true;
    Object.assign(staysOnArray ? whole : item, { [name]: value });
  }
  return { whole, item };
}

import type { DefinitionProblem } from '../../foundation/definition-error.js';
import { nearestNames } from '../../foundation/names.js';
import type { FieldOptions } from '../field.js';
import { isPattern } from '../validators/pattern-text.js';
import { BUILD_OPTIONS, type KeywordFacts, keywordTable } from './keyword-table.js';

const KNOWN = [...Object.keys(keywordTable), ...BUILD_OPTIONS];

/** Reports options with unknown names or values of the wrong kind, and returns the others. */
export function soundOptions(
  options: FieldOptions,
  where: string,
  report: (problem: DefinitionProblem) => void,
): FieldOptions {
  const sound: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(options)) {
    if (value === undefined) continue;
    const problem = findMistake(name, value, where);
    if (problem === undefined) sound[name] = value;
    else report(problem);
  }
  return sound;
}

function findMistake(name: string, value: unknown, where: string): DefinitionProblem | undefined {
  if (name.startsWith('x-')) return undefined;
  if (BUILD_OPTIONS.has(name)) {
    return FLAGS.has(name) && typeof value !== 'boolean' ? wrong(name, where, 'true or false') : undefined;
  }
  const keyword = Object.hasOwn(keywordTable, name) ? keywordTable[name] : undefined;
  return keyword === undefined ? unknownOption(name, where) : wrongValue(name, value, keyword, where);
}

function unknownOption(name: string, where: string): DefinitionProblem {
  const [nearest] = nearestNames(name, KNOWN);
  return {
    where,
    seen: `'${name}' is neither an option nor a JSON Schema keyword.`,
    fix: nearest === undefined ? 'remove it.' : `write '${nearest}'.`,
  };
}

const FLAGS = new Set(['each', 'optional', 'nullable']);

const wrong = (name: string, where: string, expected: string): DefinitionProblem => ({
  where,
  seen: `'${name}' has a value that it cannot have.`,
  fix: `give it ${expected}.`,
});

const kinds: Readonly<Record<KeywordFacts['holds'], readonly [(value: unknown) => boolean, string]>> = {
  number: [value => Number.isFinite(value), 'a number'],
  positive: [value => Number.isFinite(value) && (value as number) > 0, 'a number above 0'],
  count: [value => Number.isInteger(value) && (value as number) >= 0, 'a whole number from 0'],
  text: [value => typeof value === 'string', 'text'],
  pattern: [
    value => typeof value === 'string' && isPattern(value),
    'the text of a regular expression that is valid with the `u` flag',
  ],
  flag: [value => typeof value === 'boolean', 'true or false'],
  list: [value => Array.isArray(value), 'an array'],
  any: [() => true, ''],
};

function wrongValue(
  name: string,
  value: unknown,
  keyword: KeywordFacts,
  where: string,
): DefinitionProblem | undefined {
  const [isRight, expected] = kinds[keyword.holds];
  return isRight(value) ? undefined : wrong(name, where, expected);
}
